//! What a question to the shop comes to, told by words that stand together in it: `se eu quiser pagar só na colheita`
//! asks for the credit until harvest, whatever stands between paying and harvest.
//!
//! A turn of speech (`data/desk_colloquial.json`) is known only as it is written there. A gist
//! (`data/desk_gists.json`) is known by one word or phrase of each of its groups, anywhere and in any order. It is
//! compared with frequent questions beside the message's own words, never in their place.

use super::words::{Phrases, stems_of};
use serde::Deserialize;
use std::sync::LazyLock;

const DATA: &str = include_str!("../../../../data/desk_gists.json");

/// Groups of words that say together what a frequent question asks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Gist {
    /// A message has a word or phrase of each group.
    says: Vec<Phrases>,
    /// Words with which it asks something else.
    #[serde(default)]
    unless: Phrases,
    /// The words of the question.
    means: String,
}

static GISTS: LazyLock<Vec<Gist>> = LazyLock::new(|| {
    // The file is compiled in and a test reads it, so a broken one never ships.
    serde_json::from_str(DATA).unwrap_or_default()
});

/// The words of the question that a message asks in others; none where no gist is known, the first of several.
pub fn find_gist(message: &str) -> Option<&'static str> {
    let stems = stems_of(message);
    let is_said =
        |gist: &&Gist| gist.says.iter().all(|group| group.are_in(&stems)) && !gist.unless.are_in(&stems);
    GISTS.iter().find(is_said).map(|gist| gist.means.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_stand_together_tell_what_is_asked_whatever_is_between_them() {
        serde_json::from_str::<Vec<Gist>>(DATA).expect("desk_gists.json");
        for (message, means) in [
            ("e se eu quiser pagar só na colheita?", "loja prazo safra"),
            ("existe a possibilidade de pagamento na colheita?", "loja prazo safra"),
            ("pegar agora e pagamento prazo safra?", "loja prazo safra"),
            ("posso acertar uma parte em soja?", "barter troca grãos"),
            ("cliente tá cheio de bombona vazia, leva onde?", "embalagens vazias"),
            ("ele quer por água pro gado no galão, pode?", "reutilizar galão defensivo"),
            ("minha sogra quer um galão desse lavado pra por água das galinha", "reutilizar galão defensivo"),
            ("dá pra guardar ração na bombona vazia?", "reutilizar galão defensivo"),
            ("onde devolvo a bombona vazia de água sanitária?", "embalagens vazias"),
            ("a cooperativa faz mais barato, vocês cobrem?", "cobrem preço concorrência"),
            ("com quantos km de vento pode aplicar?", "condições clima vento pulverizar"),
            ("can I bring it back if I don't open it?", "trocar devolver produto"),
            ("qual tira primeiro na hora de tirar tudo", "ordem vestir tirar EPI"),
            ("quanto tempo antes de plantar eu jogo?", "calagem calcário"),
            ("ponho dentro do buraco da formiga mesmo?", "usar isca formicida"),
            ("comprei semente e não germinou, e agora?", "trocar devolver produto"),
            ("semente que não nasceu vocês trocam?", "trocar devolver produto"),
            ("as mudas não vingaram? não, a muda não pegou", "trocar devolver produto"),
            ("comprei uma bomba e veio com defeito, como faço?", "trocar devolver produto"),
            ("preciso de receita pra comprar glifosato?", "receita comprar agrotóxico"),
            ("vocês vendem veneno sem receita?", "receita comprar agrotóxico"),
            ("sobrou semente tratada, posso dar para as galinhas?", "semente tratada animais"),
        ] {
            assert_eq!(find_gist(message), Some(means), "{message}");
        }
    }

    #[test]
    fn one_of_the_words_alone_says_nothing_of_the_kind() {
        for message in [
            "quanto vou pagar no saco de soja?",
            "semente de soja para colher cedo",
            "galão de 20 litros de água oxigenada, quanto?",
            "quantos litros de água por galão posso usar?",
            "quero um balde pra por água",
            "sou da cooperativa, quero um orçamento",
            "aparelho pra medir o vento antes de aplicar, qual vocês têm?",
            "tira o primeiro da lista",
            "quanto tempo antes de plantar eu jogo o herbicida?",
            "isca pra formiga, qual tem?",
            "quantas gramas de isca por metro de formigueiro",
            "o vendedor da outra loja passou este, os dois são iguais?",
            "tem semente tratada de soja?",
            "semente que nasce bem no seco",
            "por que a semente não germinou?",
            "herbicida que não deixa nascer semente",
            "preciso de receita pra comprar adubo?",
            "o que vem escrito na receita?",
            "qual produto não precisa de receita?",
        ] {
            assert_eq!(find_gist(message), None, "{message}");
        }
    }
}
