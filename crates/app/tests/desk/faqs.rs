//! Which FAQ is quoted as the answer where no model reads them.

use crate::support::World;

/// Questions, and the FAQ that answers them; none where the demo shop has no answer.
const QUESTIONS: [(&str, Option<&str>); 37] = [
    ("qual o horário de vocês?", Some("0071")),
    ("que horas a loja abre?", Some("0071")),
    ("aceita pix?", Some("0072")),
    ("quais as formas de pagamento?", Some("0072")),
    ("vocês entregam na fazenda?", Some("0076")),
    ("quanto custa o frete?", Some("0076")),
    ("o prazo de entrega é de quantos dias?", Some("0077")),
    ("o que é barter?", Some("0075")),
    ("como faço o cadastro na loja?", Some("0080")),
    ("posso trocar um produto?", Some("0078")),
    ("vocês fazem visita técnica?", Some("0081")),
    ("como devolver embalagem vazia?", Some("0019")),
    ("o que é carência?", Some("0001")),
    ("preciso de receita para comprar agrotóxico?", Some("0003")),
    ("o que é vazio sanitário?", Some("0041")),
    ("gesso substitui calcário?", Some("0060")),
    ("como calibrar o pulverizador costal?", Some("0031")),
    ("posso dar ureia pro gado?", Some("0067")),
    ("qual a garantia das ferramentas?", Some("0079")),
    ("vocês vendem ingresso de show?", None),
    ("aceitam criptomoeda?", None),
    ("tem estacionamento na loja?", None),
    ("vocês contratam vendedor?", None),
    ("qual o telefone do gerente?", None),
    ("posso levar meu cachorro na loja?", None),
    ("qual o horário do ônibus?", None),
    ("a loja tem banheiro?", None),
    ("vocês alugam trator?", None),
    ("como pintar o galpão?", None),
    ("posso pagar com vale-alimentação?", None),
    ("como trocar o óleo do trator?", None),
    ("qual a garantia do fungicida?", None),
    ("posso misturar cerveja com remédio?", None),
    ("o que é bitcoin?", None),
    ("como funciona o consórcio de máquinas?", None),
    ("fungicida para ferrugem da soja", None),
    // The demo shop has an answer that is not published.
    ("posso pagar com cheque?", None),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_faq_is_quoted_where_it_answers_and_nowhere_else() {
    let world = World::new(&[]).await;
    let mut wrong = Vec::new();
    for (question, expected) in QUESTIONS {
        let response = world.ask(question).await;
        let first = response.answer.lines().next().unwrap_or_default();
        let quoted = response.sources.iter().find(|source| first == format!("**{}**", source.title));
        let quoted = quoted.and_then(|source| source.external_id.clone());
        if quoted.as_deref().map(|id| id.trim_start_matches("DEMO-FAQ-")) != expected {
            wrong.push(format!("{question}: {quoted:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    world.close().await;
}
