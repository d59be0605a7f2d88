//! The project's own small bodies, written after the interfaces' documents: they run where the
//! recordings are not at hand.
