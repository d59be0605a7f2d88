//! Texts with numbers that are right, rounded, wrong, made up, of another unit, swapped.

use super::{decision, metric, person, records, reminder};
use crate::personal::finance::Entry;
use crate::personal::finance::bill::BillDraft;
use crate::personal::finance::expense::ExpenseDraft;
use crate::personal::finance::income::IncomeDraft;
use crate::personal::finance::money::{AmountText, Money};
use crate::personal::report::numbers::check_text;
use crate::personal::report::{GiftWish, ReportFigures, gift_figures, weekly_figures};
use crate::search::Lang::{self, En, PtBr};
use chrono::DateTime;
use uuid::Uuid;

fn entry<T>(fields: T) -> Entry<T> {
    Entry { id: Uuid::now_v7(), version: 1, updated_at: DateTime::UNIX_EPOCH, fields }
}

/// A week: weight 82.46 on average and 0.4 less than before, water 2.1 l a day over five days, sleep 7.2 h over
/// three; R$ 1,234.56 came, R$ 420 went; a bill of R$ 99.90 on 1 December, a birthday on 3 December.
fn week() -> ReportFigures {
    let mut records = records();
    for (at, weight) in [82.2, 82.4, 82.78].into_iter().enumerate() {
        records.metrics.push(metric("weight", weight, "kg", &format!("2026-11-2{}", at + 2)));
        records.metrics.push(metric("weight", weight + 0.4, "kg", &format!("2026-11-1{}", at + 5)));
    }
    for at in 2..7 {
        records.metrics.push(metric("water", 2.1, "L", &format!("2026-11-2{at}")));
    }
    for (at, sleep) in [7.0, 7.2, 7.4].into_iter().enumerate() {
        records.metrics.push(metric("sleep", sleep, "h", &format!("2026-11-2{}", at + 3)));
    }
    records.metrics.push(metric("visitas", 12.0, "", "2026-11-24"));
    let today = super::day("2026-11-28");
    let amount = |text: &str| AmountText(text.into());
    let bill = BillDraft {
        name: "Luz".into(),
        category: "outros".into(),
        amount: amount("99,90"),
        due_day: 1,
        is_recurring: true,
        month_year: Some("2026-12".into()),
    };
    records.ledger.bills.push(entry(bill.check(None, today).unwrap()));
    let expense = ExpenseDraft {
        name: "Mercado".into(),
        category: "alimentacao".into(),
        actual_amount: Some(amount("420")),
        ..ExpenseDraft::default()
    };
    records.ledger.expenses.push(entry(expense.check(None, today).unwrap()));
    let income = IncomeDraft {
        name: "Salário".into(),
        kind: "salario".into(),
        frequency: "mensal".into(),
        expected_amount: amount("1234,56"),
        actual_amount: Some(amount("1234,56")),
        ..IncomeDraft::default()
    };
    records.ledger.incomes.push(entry(income.check(None, today).unwrap()));
    records.people.push(person("Ana <b>Souza</b>", Some("1986-12-03"), Some("2026-11-25")));
    records.people.push(person("Fazenda 3 Irmãos", None, Some("2026-11-26")));
    records.decisions.push(decision("Comprar o silo de 500 t", "2026-11-30"));
    let mut done = reminder("Visitar a Ana", "2026-11-24T14:30");
    done.done_at = Some("2026-11-24T20:00:00Z".parse().unwrap());
    done.next_at = None;
    done.state = crate::personal::reminder::ReminderState::Done;
    records.reminders.push(done);
    weekly_figures(&records, today)
}

const RIGHT: &[(Lang, &str)] = &[
    (PtBr, "O peso médio foi de 82,46 kg."),
    (PtBr, "O peso médio foi de 82,5 kg."),
    (PtBr, "Seu peso ficou em 82 quilos."),
    (PtBr, "O peso caiu 0,4 kg em relação à semana anterior."),
    (PtBr, "Peso: −0,4 kg."),
    (PtBr, "Peso e sono: 82,5 kg e 7,2 h."),
    (PtBr, "Água: média de 2,1 L em 5 dias."),
    (PtBr, "Água: média de 2,1 litros em cinco dias."),
    (PtBr, "Foram 2100 ml de água por dia."),
    (PtBr, "A água somou 10,5 L na semana."),
    (PtBr, "O sono ficou em 7,2 horas por noite."),
    (PtBr, "Você dormiu 7h12 em média."),
    (PtBr, "Foram **12** visitas."),
    (PtBr, "Foram doze visitas nesta semana."),
    (PtBr, "Entraram R$ 1.234,56 no mês."),
    (PtBr, "Entraram R$ 1.235 no mês."),
    (PtBr, "Entrou R$ 1,2 mil no mês."),
    (PtBr, "Receita de 1.234,56 reais."),
    (PtBr, "Gastos de R$ 420,00 no mês."),
    (PtBr, "| Gastos | R$ 420 |"),
    (PtBr, "O saldo é de R$ 814,56."),
    (PtBr, "A conta de luz, de R$ 99,90, vence em 01/12."),
    (PtBr, "Luz: R$ 99,90 em 1º de dezembro."),
    (PtBr, "Ana Souza faz aniversário em 3 de dezembro."),
    (PtBr, "Ana Souza faz aniversário no dia 3 e completa 40 anos."),
    (PtBr, "A semana foi de 22/11 a 28/11/2026."),
    (PtBr, "De 22 de novembro de 2026 a 28 de novembro de 2026."),
    (PtBr, "Você falou com duas pessoas, entre elas a Fazenda 3 Irmãos."),
    (PtBr, "A decisão sobre o silo de 500 t volta em 30/11."),
    (PtBr, "Nestes 7 dias houve avanço."),
    (PtBr, "1. Um começo de lista sem número."),
    (PtBr, "1️⃣ Uma lista com teclas."),
    (PtBr, "Um bom fim de semana!"),
    (PtBr, "Houve 1 lembrete concluído."),
    (PtBr, "Houve 2 conversas e 1 tarefa feita."),
    (En, "The mean weight was 82.46 kg."),
    (En, "Weight is down 0.4 kg."),
    (En, "Water: 2.1 litres over five days."),
    (En, "R$1,234.56 came in."),
    (En, "The balance is R$814.56."),
    (En, "Ana Souza's birthday is on December 3."),
    (En, "Ana Souza's birthday is on the 3rd of December, 2026."),
    (En, "You slept 7.2 hours a night."),
];

const WRONG: &[(Lang, &str)] = &[
    (PtBr, "O peso médio foi de 82,4 kg."),
    (PtBr, "O peso médio foi de 84 kg."),
    (PtBr, "O peso subiu 0,4 kg na semana."),
    (PtBr, "O peso médio foi de 82,5 L."),
    (PtBr, "O sono ficou em 2,1 horas."),
    (PtBr, "A água ficou em 7,2."),
    (PtBr, "O peso ficou em 2,1 e a água em 82,5."),
    (PtBr, "Água: média de 3 L."),
    (PtBr, "Água: média de 2,1 L em três dias."),
    (PtBr, "Água: média de 2,1 L em seis dias."),
    (PtBr, "Foram 13 visitas."),
    (PtBr, "Foram treze visitas."),
    (PtBr, "Entraram R$ 1.234,50 no mês."),
    (PtBr, "Entraram R$ 420 no mês."),
    (PtBr, "Gastos de R$ 1.234,56 no mês."),
    (PtBr, "O saldo é de -R$ 814,56."),
    (PtBr, "O saldo é de R$ 12 mil."),
    (PtBr, "A conta de luz é de US$ 99,90."),
    (PtBr, "A luz vence em 02/12."),
    (PtBr, "Ana Souza faz aniversário em 4 de dezembro."),
    (PtBr, "Ana Souza completa 41 anos."),
    (PtBr, "A água subiu 15%."),
    (PtBr, "A água subiu quinze por cento."),
    (PtBr, "Você bebeu o dobro de água."),
    (PtBr, "Caminhe meia hora por dia."),
    (PtBr, "Durma 8 horas por noite."),
    (PtBr, "Às 14h45 há uma visita."),
    (PtBr, "Tome vitamina B12."),
    (PtBr, "A pontuação foi de 97."),
    (PtBr, "Peso: ٨٢ kg."),
    (PtBr, "Em 2024 foi melhor."),
    (PtBr, "O peso foi de 8.2.5 kg."),
    (PtBr, "Você não registrou água na quarta."),
    (PtBr, "Desta vez foram 82,46."),
    (PtBr, "A nota da semana foi 2,1."),
    (PtBr, "Foram 12 novos clientes."),
    (En, "It came to 82.46 this time."),
    (En, "The mean weight was 82.4 kg."),
    (En, "Weight is up 0.4 kg."),
    (En, "R$1.234,50 came in."),
    (En, "You slept twice as long."),
    (En, "Ana Souza turns forty-one."),
    (En, "You forgot to log your sleep."),
];

#[test]
fn right_numbers_stay() {
    let week = week();
    let lost: Vec<_> =
        RIGHT.iter().filter(|(lang, text)| check_text(text, &week, *lang).left_out > 0).collect();
    assert!(lost.is_empty(), "{lost:#?}\n{:#?}", week.figures);
    assert!(RIGHT.len() + WRONG.len() >= 60);
}

#[test]
fn wrong_numbers_go() {
    let week = week();
    let stays = |(lang, text): &&(Lang, &str)| check_text(text, &week, *lang).left_out == 0;
    let stayed: Vec<_> = WRONG.iter().filter(stays).collect();
    assert!(stayed.is_empty(), "{stayed:#?}");
}

#[test]
fn a_sentence_goes_and_its_neighbours_stay() {
    let text = "# Semana\n\nO peso médio foi de 82,5 kg. Você correu 30 km! Boa semana.\n\n## Corrida\n\n- 30 km\n- 40 km\n\n## Água\n\n1. Água: 2,1 L.\n2. Água: 9 L.";
    let checked = check_text(text, &week(), PtBr);
    assert_eq!((checked.kept, checked.left_out), (3, 4));
    let left = "# Semana\n\nO peso médio foi de 82,5 kg. Boa semana.\n\n## Água\n\n1. Água: 2,1 L.";
    assert_eq!(checked.text, left);
}

/// The check off, and every wrong number is there; the figures changed, and what was wrong is right.
#[test]
fn it_is_the_figures_that_decide() {
    let all: String =
        WRONG.iter().filter(|(lang, _)| *lang == PtBr).map(|(_, text)| format!("{text}\n")).collect();
    let checked = check_text(&all, &week(), PtBr);
    assert!(all.contains("84 kg") && !checked.text.contains("84 kg"), "{checked:?}");
    assert_eq!(checked.kept, 0, "{checked:?}");
    let ana = person("Ana", Some("1985-12-04"), None);
    let wish =
        GiftWish { budget: Some(Money::of_cents(15_000)), occasion: Some("aniversário de 41 anos".into()) };
    let gift = gift_figures(&ana, &wish, super::day("2026-11-28"));
    for (text, left_out) in [
        ("Ana completa 41 anos em 4 de dezembro.", 0),
        ("Até R$ 150 cabe no orçamento.", 0),
        ("Um livro de R$ 60.", 1),
        ("Ana completa 40 anos.", 1),
    ] {
        assert_eq!(check_text(text, &gift, PtBr).left_out, left_out, "{text}");
    }
}

#[test]
fn no_text_breaks_the_check() {
    let week = week();
    let long = "9".repeat(50_000);
    for text in [
        "",
        "#",
        "\n\n",
        "|",
        "1.",
        "- - - 3",
        "R$",
        "R$ ,",
        "12/",
        "7h",
        "dez",
        "½ kg",
        "3/4/5/6",
        "１２ visitas",
        &long,
    ] {
        check_text(text, &week, PtBr);
        check_text(text, &week, En);
    }
    assert_eq!(check_text("Foram １２ visitas.", &week, PtBr).left_out, 0, "wide digits are digits");
    assert_eq!(check_text("Foram ½ visitas.", &week, PtBr).left_out, 1);
}

proptest::proptest! {
    #[test]
    fn any_text_is_checked(text in "\\PC{0,200}") {
        let week = week();
        let once = check_text(&text, &week, PtBr);
        let again = check_text(&once.text, &week, PtBr);
        proptest::prop_assert_eq!(again.left_out, 0, "what is left is right: {:?}", once);
    }

    #[test]
    fn a_number_far_from_all_figures_goes(value in 3_000_u32..900_000) {
        let text = format!("O peso foi de {value} kg.");
        proptest::prop_assert_eq!(check_text(&text, &week(), PtBr).left_out, 1);
    }
}
