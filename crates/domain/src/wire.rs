//! Types of values in the generated client bindings.

/// TypeScript type of a finite `f64`: `#[specta(type = Number)]` renders `number`.
///
/// By default specta renders `number | null`, because JSON serializes NaN and infinities as null. The
/// floats of this crate and of `app` are always finite.
pub type Number = i32;
