//! Files and machines that do harm.

mod child;
mod damage;
mod faults;
mod kill;
mod large;
