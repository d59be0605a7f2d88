//! Words that the rules over two statements of one person know, folded. Made after `contradictions-dev.tsv` and
//! `pairs.tsv` were read.

/// People by what they are to another: where one statement names one and the other does not, they speak of two people.
pub(super) const KIN: &[&str] = &[
    "caseiro", "compadre", "cunhada", "cunhado", "esposa", "filha", "filhas", "filho", "filhos", "genro",
    "gerente", "irma", "irmao", "irmaos", "mae", "marido", "mulher", "neta", "neto", "nora", "padrinho",
    "pai", "patrao", "prima", "primo", "sobrinha", "sobrinho", "socio", "sogra", "sogro", "tia", "tio",
    "vizinha", "vizinho",
];

/// Words by which a statement may speak of another time, or of what is wished or supposed.
pub(super) const OTHER_TIMES: &[&str] = &[
    "achava",
    "acho",
    "amanha",
    "antes",
    "antigamente",
    "ate",
    "chegou",
    "daquela",
    "desta",
    "era",
    "eram",
    "essa",
    "foi",
    "ia",
    "ja",
    "media",
    "meta",
    "nessa",
    "nesse",
    "nesta",
    "neste",
    "ontem",
    "passada",
    "passado",
    "pretende",
    "proxima",
    "proximo",
    "quando",
    "quase",
    "quer",
    "queria",
    "seria",
    "talvez",
    "tinha",
    "vem",
    "vez",
    "vezes",
];

/// Words of those who speak of themselves.
pub(super) const SELF: &[&str] = &[
    "acordo", "bebo", "como", "durmo", "estou", "eu", "fumo", "ganho", "gosto", "i", "meu", "meus", "minha",
    "minhas", "moro", "my", "pago", "prefiro", "sou", "tenho", "to", "trabalho", "uso",
];

/// Words behind the name with which a statement begins.
pub(super) const THIRD: &[&str] = &[
    "compra", "cria", "e", "esta", "gosta", "mora", "nao", "paga", "planta", "prefere", "so", "ta", "tem",
    "trabalha", "usa", "vende",
];

/// Words with a capital that name no person by themselves.
pub(super) const TITLES: &[&str] = &["dona", "fazenda", "seu", "sitio"];

/// Words that deny.
pub(super) const NEGATIONS: &[&str] = &["jamais", "nao", "naum", "nem", "num", "nunca"];

/// Words that may stand between a denial and its verb.
pub(super) const BEFORE_VERBS: &[&str] =
    &["a", "as", "ela", "ele", "eu", "la", "lhe", "mais", "me", "nos", "o", "os", "se", "te"];

/// Words that carry no content.
pub(super) const FILLERS: &[&str] = &[
    "a", "agora", "ai", "ali", "ao", "aos", "aqui", "as", "bem", "cada", "com", "da", "das", "de", "dela",
    "dele", "dia", "do", "dona", "dos", "e", "ela", "ele", "em", "esta", "eu", "foi", "hoje", "ja", "la",
    "mais", "mas", "me", "meu", "meus", "mim", "minha", "minhas", "muito", "na", "nada", "nas", "nem", "no",
    "nos", "o", "os", "para", "pela", "pelo", "por", "pra", "pro", "quase", "que", "se", "sem", "sempre",
    "senhor", "seu", "so", "sua", "ta", "tambem", "tava", "toda", "todas", "todo", "todos", "um", "uma",
    "umas", "uns", "voce",
];

/// Words between an amount and what it counts.
pub(super) const UNIT_FILLERS: &[&str] = &[
    "a", "as", "boas", "bons", "da", "de", "do", "e", "em", "mais", "na", "no", "o", "os", "para", "por",
    "pra", "que", "so",
];

/// Verbs that say enough without an object.
pub(super) const HABITS: &[&str] = &["beb", "confi", "dirig", "fum", "mor", "trabalh"];

/// Words by which something is no longer as it was, or was wrong.
pub(super) const CHANGES: &[&str] = &[
    "abandonou",
    "adiaram",
    "adiou",
    "aposentou",
    "cancelaram",
    "cancelei",
    "cancelou",
    "confundi",
    "converteu",
    "corrigindo",
    "corrigiu",
    "demitiram",
    "demitiu",
    "desfez",
    "desfiz",
    "desisti",
    "desistiu",
    "desligou",
    "encerraram",
    "encerrou",
    "enganei",
    "engano",
    "faliu",
    "largou",
    "larguei",
    "livrou",
    "mudamos",
    "mudaram",
    "mudei",
    "mudou",
    "parou",
    "rescindiram",
    "rescindiu",
    "saiu",
    "substituiram",
    "substituiu",
    "suspenderam",
    "suspendeu",
    "trocaram",
    "trocou",
    "virou",
];

/// Words of those who move.
pub(super) const MOVES: &[&str] = &["mudanca", "mudaram", "mudei", "mudou", "mudou-se"];

/// Verbs of those who live somewhere.
pub(super) const DWELLS: &[&str] = &["mora", "moro", "vive"];

/// Words of liking.
pub(super) const LIKES: &[&str] = &[
    "adora",
    "adoro",
    "ama",
    "amo",
    "curte",
    "curto",
    "gosta",
    "gosto",
    "like",
    "likes",
    "love",
    "loves",
    "prefere",
    "preferida",
    "preferido",
    "prefiro",
];

/// Words of disliking.
pub(super) const DISLIKES: &[&str] =
    &["agonia", "detesta", "detesto", "dispensa", "hate", "hates", "odeia", "odeio", "suporta", "suporto"];

/// Words by which a statement denies without a word that denies.
pub(super) const DISINCLINED: &[&str] = &["contra", "detesta", "medo", "odeia", "sem"];

/// The days of the week.
pub(super) const DAYS: &[&str] = &["domingo", "quarta", "quinta", "sabado", "segunda", "sexta", "terca"];

/// The months.
pub(super) const MONTHS: &[&str] = &[
    "abril",
    "agosto",
    "dezembro",
    "fevereiro",
    "janeiro",
    "julho",
    "junho",
    "maio",
    "marco",
    "novembro",
    "outubro",
    "setembro",
];

/// Of these one holds at a time, until it changes.
pub(super) const MARITAL: &[&[&str]] = &[
    &["casada", "casado", "casei", "casou"],
    &["solteira", "solteiro"],
    &["viuva", "viuvo"],
    &["divorciada", "divorciado", "divorciou", "separada", "separado", "separei", "separou"],
    &["noiva", "noivo"],
];

/// Of these one holds.
pub(super) const FAITHS: &[&[&str]] = &[
    &["crente", "evangelica", "evangelico"],
    &["catolica", "catolico"],
    &["espirita"],
    &["ateu"],
    &["budista"],
];

/// Forms of verbs with their verb.
pub(super) const VERBS: &[(&str, &str)] = &[
    ("aceita", "aceit"),
    ("aceitam", "aceit"),
    ("aceito", "aceit"),
    ("anda", "and"),
    ("ando", "and"),
    ("aplica", "aplic"),
    ("aplico", "aplic"),
    ("assina", "assin"),
    ("assino", "assin"),
    ("assinou", "assin"),
    ("atende", "atend"),
    ("atendo", "atend"),
    ("bebe", "beb"),
    ("bebia", "beb"),
    ("bebo", "beb"),
    ("toma", "beb"),
    ("tomo", "beb"),
    ("come", "com"),
    ("comia", "com"),
    ("como", "com"),
    ("compra", "compr"),
    ("compram", "compr"),
    ("compro", "compr"),
    ("confia", "confi"),
    ("confio", "confi"),
    ("cria", "cri"),
    ("crio", "cri"),
    ("decide", "decid"),
    ("deixa", "deix"),
    ("deixo", "deix"),
    ("dirige", "dirig"),
    ("dirijo", "dirig"),
    ("entrega", "entreg"),
    ("entrego", "entreg"),
    ("estuda", "estud"),
    ("estudo", "estud"),
    ("fala", "fal"),
    ("falo", "fal"),
    ("faco", "faz"),
    ("faz", "faz"),
    ("fuma", "fum"),
    ("fumo", "fum"),
    ("gerencia", "gerenci"),
    ("adora", "gost"),
    ("adoro", "gost"),
    ("curte", "gost"),
    ("gosta", "gost"),
    ("gosto", "gost"),
    ("irriga", "irrig"),
    ("joga", "joga"),
    ("jogo", "joga"),
    ("le", "le"),
    ("leio", "le"),
    ("live", "mor"),
    ("lives", "mor"),
    ("mora", "mor"),
    ("moram", "mor"),
    ("morava", "mor"),
    ("moro", "mor"),
    ("vive", "mor"),
    ("vivo", "mor"),
    ("paga", "pag"),
    ("pagam", "pag"),
    ("pago", "pag"),
    ("pagou", "pag"),
    ("cultiva", "plant"),
    ("planta", "plant"),
    ("plantam", "plant"),
    ("planto", "plant"),
    ("precisa", "precis"),
    ("preciso", "precis"),
    ("prefere", "prefer"),
    ("prefiro", "prefer"),
    ("recebe", "receb"),
    ("recebo", "receb"),
    ("responde", "respond"),
    ("respondeu", "respond"),
    ("respondo", "respond"),
    ("sabe", "sab"),
    ("sei", "sab"),
    ("has", "ter"),
    ("have", "ter"),
    ("possui", "ter"),
    ("possuo", "ter"),
    ("tem", "ter"),
    ("temos", "ter"),
    ("ten", "ter"),
    ("tenho", "ter"),
    ("teve", "ter"),
    ("tinha", "ter"),
    ("tive", "ter"),
    ("torce", "torc"),
    ("torco", "torc"),
    ("trabalha", "trabalh"),
    ("trabalho", "trabalh"),
    ("usa", "us"),
    ("usam", "us"),
    ("uso", "us"),
    ("usou", "us"),
    ("vende", "vend"),
    ("vendem", "vend"),
    ("vendo", "vend"),
];

/// Units that have several names, as stems.
pub(super) const UNITS: &[(&str, &str)] = &[
    ("cent", "%"),
    ("cento", "%"),
    ("porcent", "%"),
    ("alqueir", "alq"),
    ("cabec", "cab"),
    ("caval", "cav"),
    ("cv", "cav"),
    ("hectar", "ha"),
    ("hectare", "ha"),
    ("quil", "kg"),
    ("quilometr", "km"),
    ("reai", "r"),
    ("real", "r"),
    ("sac", "sc"),
    ("saca", "sc"),
];

/// Numbers in words.
pub(super) const NUMBER_VALUES: &[(&str, u32)] = &[
    ("um", 1),
    ("uma", 1),
    ("dois", 2),
    ("duas", 2),
    ("tres", 3),
    ("quatro", 4),
    ("cinco", 5),
    ("seis", 6),
    ("sete", 7),
    ("oito", 8),
    ("nove", 9),
    ("dez", 10),
    ("onze", 11),
    ("doze", 12),
    ("treze", 13),
    ("quatorze", 14),
    ("catorze", 14),
    ("quinze", 15),
    ("dezesseis", 16),
    ("dezessete", 17),
    ("dezoito", 18),
    ("dezenove", 19),
    ("vinte", 20),
    ("trinta", 30),
    ("quarenta", 40),
    ("cinquenta", 50),
    ("sessenta", 60),
    ("setenta", 70),
    ("oitenta", 80),
    ("noventa", 90),
    ("cem", 100),
    ("cento", 100),
    ("duzentos", 200),
    ("duzentas", 200),
    ("trezentos", 300),
    ("trezentas", 300),
    ("quatrocentos", 400),
    ("quatrocentas", 400),
    ("quinhentos", 500),
    ("quinhentas", 500),
    ("seiscentos", 600),
    ("setecentos", 700),
    ("oitocentos", 800),
    ("novecentos", 900),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

/// Words of an amount that is a bound.
pub(super) const BOUNDS: &[&str] =
    &["acima", "abaixo", "minimo", "maximo", "menos", "partir", "cerca", "least", "most", "over", "under"];
