//! Why two statements cannot both hold.

/// Why two statements do not go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disagreement {
    /// One denies the other.
    Negation,
    /// Another number, day, month or time.
    Value,
    /// Two words of which only one can hold, as "casado" and "solteiro".
    Alternative,
    /// Another object of a verb or attribute that has one, as "mora em" and "prefere".
    Exclusive,
}
