//! The words that the rules know, as stems.

/// The verb "to be".
pub(super) const COPULA: &str = "ser";
/// The verb "to have".
pub(super) const HAVE: &str = "ter";

/// Words that deny. English "no" is left out: in Portuguese it is "in the".
pub(super) const NEGATIONS: &[&str] = &[
    "nao", "nunca", "jamais", "nem", "not", "never", "don", "doesn", "isn", "aren", "didn", "dont", "doesnt",
];

/// Words that leave one object.
pub(super) const ONLY: &[&str] = &["so", "apenas", "somente", "only", "just"];

/// Words that change nothing of what is said.
pub(super) const FILLERS: &[&str] = &[
    "a", "o", "as", "os", "um", "uma", "uns", "umas", "the", "an", "eu", "i", "ele", "ela", "he", "she",
    "it", "voce", "you", "de", "da", "do", "das", "dos", "em", "na", "no", "nas", "nos", "ao", "aos", "of",
    "in", "at", "to", "on", "for", "por", "pelo", "pela", "para", "pra", "pro", "se", "que", "e", "and",
    "agora", "now", "hoje", "today", "ja", "already", "mais", "anymore", "muito", "very", "meu", "minha",
    "meus", "minhas", "my", "seu", "sua", "your", "todo", "toda", "todos", "todas", "every", "sempre",
    "always", "usuario", "usuaria", "user", "dia", "mudei", "t", "s", "m", "also", "tambem", "mim", "me",
    "quase", "senhor", "dona", "seu", "was", "foi", "same", "called",
];

/// Forms of verbs that no ending tells.
pub(super) const VERB_FORMS: &[(&str, &str)] = &[
    ("sou", COPULA),
    ("somos", COPULA),
    ("sao", COPULA),
    ("am", COPULA),
    ("is", COPULA),
    ("are", COPULA),
    ("esta", COPULA),
    ("estou", COPULA),
    ("fica", COPULA),
    ("tenho", HAVE),
    ("tem", HAVE),
    ("temos", HAVE),
    ("have", HAVE),
    ("has", HAVE),
    ("possuo", HAVE),
    ("possui", HAVE),
    ("prefiro", "prefer"),
    ("durmo", "dorm"),
    ("faco", "faz"),
    ("faz", "faz"),
    ("fazemos", "faz"),
    ("vou", "ir"),
    ("vai", "ir"),
    ("quero", "quer"),
    ("dou", "dar"),
    ("saio", "sai"),
    ("sai", "sai"),
    ("live", "mor"),
    ("lives", "mor"),
    ("work", "trabalh"),
    ("works", "trabalh"),
    ("prefer", "prefer"),
    ("prefers", "prefer"),
    ("weigh", "pes"),
    ("earn", "ganh"),
    ("opens", "abr"),
    ("open", "abr"),
    ("closes", "fech"),
    ("close", "fech"),
    ("chama", "cham"),
    ("chamo", "cham"),
    ("like", "gost"),
    ("likes", "gost"),
    ("vivo", "viv"),
    ("nasci", "nasc"),
    ("nasceu", "nasc"),
    ("starts", "comec"),
    ("start", "comec"),
    ("study", "estud"),
    ("owe", "dev"),
];

/// Stems of verbs, by which the subject ends.
pub(super) const VERBS: &[&str] = &[
    "mor", "trabalh", "prefer", "gost", "beb", "fum", "com", "tom", "us", "plant", "pag", "compr", "vend",
    "abr", "abrim", "fech", "entreg", "entregam", "comec", "termin", "dorm", "acord", "corr", "nad", "almoc",
    "jant", "viaj", "estud", "torc", "ganh", "dev", "pes", "cham", "nasc", "faz", "ir", "quer", "dar", "sai",
    "receb", "ret", "atend", "produz", "cri", "jog", "fal", "toc", "le", "assin", "drink", "eat", "smok",
    "us", "play", "read",
];

/// Verbs that have one object at a time.
pub(super) const EXCLUSIVE_VERBS: &[&str] = &[
    "mor", "trabalh", "prefer", "cham", "nasc", "pes", "dorm", "acord", "ganh", "torc", "estud", "abr",
    "fech", "sai", "comec", "termin",
];

/// Times of the day, which count as values as the names of months and weekdays do.
pub(super) const TIMES_OF_DAY: &[&str] = &[
    "manha",
    "tarde",
    "noite",
    "madrugada",
    "morning",
    "mornings",
    "afternoon",
    "afternoons",
    "evening",
    "evenings",
    "night",
    "nights",
];

/// Groups of stems of which one can hold at a time.
pub(super) const ALTERNATIVES: &[&[&str]] = &[
    &[
        "casad",
        "solteir",
        "divorciad",
        "viuv",
        "viuva",
        "noiv",
        "separad",
        "married",
        "singl",
        "single",
        "divorced",
        "divorc",
        "widowed",
        "engaged",
    ],
    &[
        "catolic",
        "evangelic",
        "espirit",
        "ateu",
        "budist",
        "judeu",
        "muculman",
        "crente",
        "crent",
        "catholic",
        "protestant",
        "jewish",
        "muslim",
        "atheist",
    ],
    &[
        "vendedor",
        "gerent",
        "diretor",
        "agronom",
        "proprietari",
        "dono",
        "supervisor",
        "motorist",
        "contador",
        "aposentad",
        "estagiari",
        "autonom",
        "clt",
        "manager",
        "salesman",
        "owner",
        "driver",
        "retired",
    ],
    &["vist", "praz", "parcelad", "fiad"],
    &["boleto", "boleto", "pix", "dinheir", "cartao", "chequ", "cash", "card"],
    &["com", "sem", "with", "without"],
    &["ativ", "inativ", "activ", "inactiv", "active", "inactive"],
    &["gratis", "gratuit", "cobrad", "pag"],
    &["propri", "arrendad", "alugad", "emprestad", "owned", "rented", "leased"],
    &["atacad", "varej", "wholesale", "retail"],
    &["viv", "vivo", "falec", "faleceu", "morreu", "morr", "mort", "alive", "dead"],
    &["abert", "fechad"],
    &["mor", "alug"],
    &["nort", "sul", "lest", "oest", "north", "south", "east", "west"],
    &["sozinh", "acompanhad", "alone"],
    &["vegetarian", "vegan", "carnivor"],
    &["pequen", "grand", "medi", "small", "large", "big"],
    &["aprovad", "reprovad", "pendent"],
];
