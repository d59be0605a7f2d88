//! Amounts in the arguments of a call: models write them as numbers and as texts.

use crate::catalog::{json_number, read_number};
use rust_decimal::Decimal;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::str::FromStr;

/// An exact amount: a price, or hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount(pub Decimal);

impl Amount {
    /// Reads an amount in a tool call's arguments: `12.5`, `12,5`, `R$ 1.234,56`, `+5%`.
    pub fn read(text: &str) -> Option<Self> {
        let plain: String =
            text.replace("R$", "").chars().filter(|c| !c.is_whitespace() && *c != '%').collect();
        let plain = plain.trim_start_matches('+');
        read_number(plain, None).ok().map(Self)
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match json_number(self.0) {
            Some(number) => number.serialize(serializer),
            None => self.0.to_string().serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let amount = match Value::deserialize(deserializer)? {
            // The digits as they were sent: a binary fraction would change them.
            Value::Number(number) => {
                let digits = number.to_string();
                Decimal::from_str(&digits).or_else(|_| Decimal::from_scientific(&digits)).ok().map(Self)
            }
            Value::String(text) => Self::read(&text),
            _ => None,
        };
        amount.ok_or_else(|| serde::de::Error::custom("a number such as 12.5 is needed"))
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }

    fn inline_schema() -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(value: Value) -> Option<Amount> {
        serde_json::from_value(value).ok()
    }

    #[test]
    fn an_amount_keeps_its_digits_however_it_is_written() {
        for (value, digits) in [
            (json!(5), "5"),
            (json!(12.5), "12.5"),
            (json!(-0.1), "-0.1"),
            (json!("12,5"), "12.5"),
            (json!("R$ 1.234,56"), "1234.56"),
            (json!("+4 %"), "4"),
            (json!(1e2), "100"),
        ] {
            let amount = of(value.clone()).unwrap_or_else(|| panic!("{value}"));
            assert_eq!(amount.0.normalize(), Decimal::from_str(digits).unwrap(), "{value}");
        }
        for none in [json!(null), json!(true), json!("cinco"), json!("1.250"), json!([5]), json!("")] {
            assert_eq!(of(none.clone()), None, "{none}");
        }
        assert_eq!(serde_json::to_value(Amount(Decimal::from_str("4.50").unwrap())).unwrap(), json!(4.5));
    }
}
