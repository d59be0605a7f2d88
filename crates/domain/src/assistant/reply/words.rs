//! The words, folded, by which it is read whether a reply is about a write at all, and what it corrects. Whether it
//! is a yes or a no is read by whole turns of speech.

pub(super) const YES: [&str; 46] = [
    "sim",
    "s",
    "ss",
    "ok",
    "okay",
    "okey",
    "pode",
    "podes",
    "manda",
    "mandar",
    "mande",
    "confirma",
    "confirmo",
    "confirmado",
    "confirmar",
    "confirme",
    "beleza",
    "blz",
    "isso",
    "claro",
    "certo",
    "certeza",
    "perfeito",
    "fechado",
    "fecha",
    "bora",
    "aplica",
    "aplicar",
    "aplique",
    "executa",
    "executar",
    "execute",
    "prossiga",
    "positivo",
    "combinado",
    "aprovado",
    "aprovo",
    "yes",
    "y",
    "yep",
    "yeah",
    "sure",
    "confirm",
    "confirmed",
    "approve",
    "approved",
];
pub(super) const NO: [&str; 29] = [
    "nao",
    "n",
    "nn",
    "cancela",
    "cancelar",
    "cancele",
    "cancelado",
    "deixa",
    "esquece",
    "esqueca",
    "pare",
    "negativo",
    "rejeita",
    "rejeitar",
    "rejeito",
    "desisto",
    "desiste",
    "desistir",
    "nem",
    "nunca",
    "jamais",
    "no",
    "nope",
    "cancel",
    "stop",
    "reject",
    "never",
    "dont",
    "forget",
];
/// Words that add nothing to a yes or a no.
pub(super) const FILLER: [&str; 68] = [
    "na", "para", "a", "o", "e", "ai", "ah", "agora", "ja", "la", "pra", "de", "com", "em", "que", "ta",
    "esta", "tudo", "todos", "bem", "bom", "boa", "muito", "mesmo", "mais", "entao", "por", "favor", "pf",
    "pfv", "pfvr", "obrigado", "obrigada", "obg", "valeu", "vlw", "vai", "ver", "fazer", "faz", "faca",
    "fazendo", "ir", "frente", "adiante", "quero", "it", "go", "ahead", "do", "that", "s", "right", "please",
    "thanks", "thank", "you", "now", "mind", "is", "fine", "good", "all", "the", "this", "never", "me", "eu",
];
/// Words of a correction.
pub(super) const CUE: [&str; 44] = [
    "verdade", "melhor", "mas", "so", "apenas", "somente", "corrige", "corrigir", "corrija", "muda", "mudar",
    "mude", "altera", "alterar", "altere", "troca", "trocar", "troque", "coloca", "coloque", "bota", "bote",
    "poe", "ponha", "usa", "use", "vez", "inves", "ao", "quis", "dizer", "seja", "sejam", "fica", "fique",
    "actually", "make", "change", "only", "just", "but", "instead", "to", "at",
];
pub(super) const UP: [&str; 12] = [
    "sobe",
    "subir",
    "suba",
    "aumenta",
    "aumentar",
    "aumente",
    "aumento",
    "raise",
    "up",
    "reajusta",
    "reajuste",
    "acrescimo",
];
pub(super) const DOWN: [&str; 14] = [
    "baixa", "baixar", "baixe", "desce", "descer", "diminui", "diminuir", "diminua", "reduz", "reduzir",
    "reduza", "desconto", "lower", "down",
];
pub(super) const HUNDREDTHS: [&str; 5] = ["por", "cento", "percent", "porcento", "pct"];
pub(super) const MONEY: [&str; 8] = ["r", "rs", "reais", "real", "brl", "preco", "price", "valor"];
/// Words that a person may have meant for a yes or a no; they decide nothing.
pub(super) const NEAR: [&str; 5] = ["sin", "sm", "smi", "talvez", "naum"];
/// Words that ask for the amount beside them, where there are no others.
pub(super) const WANT: [&str; 2] = ["eu", "quero"];
/// Words of a wish for something besides the write.
pub(super) const WISH: [&str; 44] = [
    "quero", "queria", "gostaria", "mostra", "mostrar", "mostre", "lista", "listar", "liste", "busca",
    "buscar", "busque", "procura", "procurar", "procure", "diz", "dizer", "diga", "fala", "fale", "explica",
    "explique", "compara", "compare", "qual", "quais", "quanto", "quanta", "quantos", "quantas", "como",
    "onde", "tem", "show", "list", "want", "tell", "find", "search", "what", "which", "how", "where",
    "explain",
];
