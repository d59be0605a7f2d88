//! Values that are told apart by name while they are read.
//!
//! A library's error of reading is words. A reader that is to pass on why a value is refused, and not words
//! about it, must meet the value first: values of such types ask for themselves by name.

use serde::de::{Deserialize, Deserializer, Visitor};
use serde_json::Value;
use std::fmt;

/// Reads a JSON value, and tells the deserializer that it is to become the type of this name. One that does
/// not know the name takes no notice.
///
/// # Errors
/// The deserializer's.
pub fn read_named<'de, D: Deserializer<'de>>(name: &'static str, deserializer: D) -> Result<Value, D::Error> {
    struct ValueOfName;
    impl<'de> Visitor<'de> for ValueOfName {
        type Value = Value;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("any JSON value")
        }

        fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
            Value::deserialize(deserializer)
        }
    }
    deserializer.deserialize_newtype_struct(name, ValueOfName)
}
