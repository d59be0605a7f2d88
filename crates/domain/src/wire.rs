//! How values look to the clients that types are generated for.

/// The type of a finite `f64` in the interface: `#[specta(type = Number)]` renders `number`.
///
/// Left alone, specta renders `number | null`, because JSON writes NaN and infinities as null; the
/// floats of this crate and of `app` are finite.
pub type Number = i32;
