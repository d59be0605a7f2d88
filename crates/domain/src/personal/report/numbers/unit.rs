//! Units by their names.

/// A unit in which facts are compared, and how many of it one of the named unit is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Unit {
    /// The name of the base.
    pub base: String,
    /// How much of the base one is.
    pub factor: f64,
}

/// Names, base, factor.
const UNITS: [(&[&str], &str, f64); 20] = [
    (&["kg", "quilo", "quilos", "kilo", "kilos", "quilograma", "quilogramas", "kilograms"], "kg", 1.0),
    (&["g", "grama", "gramas", "gram", "grams"], "kg", 0.001),
    (&["t", "tonelada", "toneladas", "ton", "tons"], "kg", 1000.0),
    (&["l", "litro", "litros", "liter", "liters", "litre", "litres"], "l", 1.0),
    (&["ml", "mililitro", "mililitros", "milliliters"], "l", 0.001),
    (&["h", "hr", "hrs", "hora", "horas", "hour", "hours"], "h", 1.0),
    (&["min", "mins", "minuto", "minutos", "minute", "minutes"], "h", 1.0 / 60.0),
    (&["km", "quilometro", "quilometros", "kilometer", "kilometers"], "km", 1.0),
    (&["metro", "metros", "meter", "meters"], "km", 0.001),
    (&["dia", "dias", "day", "days"], "day", 1.0),
    (&["semana", "semanas", "week", "weeks"], "day", 7.0),
    (&["mes", "meses", "month", "months"], "month", 1.0),
    (&["ano", "anos", "year", "years"], "year", 1.0),
    (&["ponto", "pontos", "point", "points", "pts"], "points", 1.0),
    (&["saca", "sacas", "saco", "sacos", "bag", "bags"], "saca", 1.0),
    (&["copo", "copos", "cup", "cups"], "copo", 1.0),
    (&["passo", "passos", "step", "steps"], "passo", 1.0),
    (&["ha", "hectare", "hectares"], "ha", 1.0),
    (&["bpm"], "bpm", 1.0),
    (&["kcal", "caloria", "calorias", "calories"], "kcal", 1.0),
];

/// The unit of this name, folded.
pub(super) fn unit_called(name: &str) -> Option<Unit> {
    let (_, base, factor) = UNITS.iter().find(|(names, ..)| names.contains(&name))?;
    Some(Unit { base: (*base).to_owned(), factor: *factor })
}

/// The unit of a record, known or not.
pub(super) fn unit_of_record(name: &str) -> Unit {
    unit_called(name).unwrap_or_else(|| Unit { base: name.to_owned(), factor: 1.0 })
}

/// The unit in which people record a metric, where they name none.
pub(super) fn usual_unit(kind: &str) -> Option<&'static str> {
    match kind {
        "weight" => Some("kg"),
        "water" => Some("l"),
        "sleep" => Some("h"),
        "exercise" => Some("min"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_name_is_of_two_units() {
        let mut seen = HashSet::new();
        for name in UNITS.iter().flat_map(|(names, ..)| names.iter()) {
            assert!(seen.insert(*name), "{name}");
        }
    }

    #[test]
    fn units_of_one_kind_are_compared_in_one_base() {
        let amount = |number: f64, name: &str| {
            let unit = unit_called(name).expect(name);
            (unit.base, (number * unit.factor * 1e6).round())
        };
        assert_eq!(amount(1500.0, "gramas"), amount(1.5, "kg"));
        assert_eq!(amount(90.0, "min"), amount(1.5, "horas"));
        assert_eq!(amount(2.0, "semanas"), amount(14.0, "days"));
        assert_ne!(amount(1.0, "kg").0, amount(1.0, "l").0);
    }

    #[test]
    fn a_unit_of_the_persons_own_is_compared_with_itself_alone() {
        assert_eq!(unit_called("baldes"), None);
        assert_eq!(unit_of_record("baldes"), Unit { base: "baldes".to_owned(), factor: 1.0 });
        let usual = usual_unit("water").and_then(unit_called);
        assert_eq!(usual.map(|unit| unit.base).as_deref(), Some("l"));
        assert_eq!(usual_unit("mood"), None);
    }
}
