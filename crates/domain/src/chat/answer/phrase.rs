//! The fixed phrases that an answer is composed of.

use super::fallback_text::FallbackText;

/// The texts that a composed answer is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phrase {
    /// A greeting back, and what the desk can do.
    Greeting,
    /// The desk is for other things.
    OffTopic,
    /// Stands before items.
    Items,
    /// Stands before FAQs that may help.
    Questions,
    /// Stands before one FAQ that may help beside the items.
    Maybe,
    /// Nothing was found.
    NotFound,
    /// Where was looked, and how to ask differently.
    Nothing,
    /// The message holds no word.
    Unclear,
    /// There are more items than are listed.
    More,
    /// In the place of a price.
    NoPrice,
    /// Stands before the name of the price list that the prices are of.
    PriceList,
    /// Nothing is left of an item.
    OutOfStock,
    /// Nothing was left of an item when it was counted, long ago.
    OutOfStockBefore,
    /// Stands before the day of a count.
    StockCount,
    /// Stands before the quantity that was counted.
    InStock,
    /// The stock was never counted.
    NotCounted,
    /// Dose and use are on the label.
    Label,
    /// Stands before the name of a leaflet.
    ByLeaflet,
    /// Stands before the name of a label.
    ByLabel,
    /// Stands before the number of a page.
    Page,
    /// What a document is the source of.
    DosesAndPeriods,
    /// No model wrote this.
    Note,
    /// A person is poisoned: 192, CIATox.
    Poisoning,
    /// A person may harm themselves: 188.
    SelfHarm,
    /// A person is being hurt: 180, 190.
    Abuse,
    /// No help with hurting a person or an animal: 190, 192.
    Harm,
    /// A person is in distress: an open ear, and where to find a professional.
    Distress,
    /// No diagnosis and no medicine: a doctor.
    Diagnosis,
    /// No help with breaking the law.
    Illegal,
    /// Nothing about products in a conversation that spoke of self-harm: 188, 192.
    SelfHarmBefore,
    /// Stands below the help where it may be that the message was misread.
    Misread,
    /// Thanks are returned.
    Thanks,
    /// A farewell is returned.
    Farewell,
    /// A scolding is taken in good part.
    Scolded,
    /// Stands before words that no item holds.
    Missing,
    /// What was found is not sold in the package that was asked for.
    NotPacked,
    /// The record does not say what was asked.
    NotStated,
    /// Stands before the sum of several things.
    Total,
    /// Stands before what one costs more than another.
    Difference,
    /// There is no sum: a price is missing, or there are two currencies.
    NoTotal,
    /// Stands before the share of a discount and what it leaves of a sum.
    Discount,
    /// Stands before a pest that the record of an item names among its targets.
    Target,
    /// Stands before a pest that it does not name.
    NoTarget,
    /// Stands behind money that each piece costs less.
    Each,
    /// Stands before a discount that was asked for and is taken off nothing.
    NotDiscounted,
    /// Stands before the equal parts of a sum.
    Installments,
    /// Stands before items of which nothing is left.
    AllOut,
    /// Nothing that was counted is out of stock.
    NoneOut,
    /// The count is that of all places together.
    AllPlaces,
    /// What the person may say anew, where they did not understand or something changed.
    AskAgain,
    /// Stands before money that a sum is held against.
    Limit,
    /// Stands before what is left of money.
    Left,
    /// Stands before what a sum exceeds its limit by.
    Over,
    /// Stands before items that are compared.
    SideBySide,
    /// Names the row of prices of a comparison.
    PriceLabel,
    /// Names its row of categories.
    CategoryLabel,
    /// Names its row of manufacturers.
    MakerLabel,
    /// A sick or poisoned animal needs a veterinarian.
    Veterinarian,
    /// Stands before words that were to be taken out of a sum and are in none of its lines.
    NotInSum,
    /// Stands before words that none of the items holds which are shown.
    Unmentioned,
    /// Stands before crops or pests for which label and leaflet do not state what was asked.
    NotInDocuments,
}

impl Phrase {
    /// All phrases.
    pub const ALL: [Phrase; 61] = [
        Phrase::Greeting,
        Phrase::OffTopic,
        Phrase::Items,
        Phrase::Questions,
        Phrase::Maybe,
        Phrase::NotFound,
        Phrase::Nothing,
        Phrase::Unclear,
        Phrase::More,
        Phrase::NoPrice,
        Phrase::PriceList,
        Phrase::OutOfStock,
        Phrase::OutOfStockBefore,
        Phrase::StockCount,
        Phrase::InStock,
        Phrase::NotCounted,
        Phrase::Label,
        Phrase::ByLeaflet,
        Phrase::ByLabel,
        Phrase::Page,
        Phrase::DosesAndPeriods,
        Phrase::Note,
        Phrase::Poisoning,
        Phrase::SelfHarm,
        Phrase::Abuse,
        Phrase::Harm,
        Phrase::Distress,
        Phrase::Diagnosis,
        Phrase::Illegal,
        Phrase::SelfHarmBefore,
        Phrase::Misread,
        Phrase::Thanks,
        Phrase::Farewell,
        Phrase::Scolded,
        Phrase::Missing,
        Phrase::NotPacked,
        Phrase::NotStated,
        Phrase::Total,
        Phrase::Difference,
        Phrase::NoTotal,
        Phrase::Discount,
        Phrase::Target,
        Phrase::NoTarget,
        Phrase::Each,
        Phrase::NotDiscounted,
        Phrase::Installments,
        Phrase::AllOut,
        Phrase::NoneOut,
        Phrase::AllPlaces,
        Phrase::AskAgain,
        Phrase::Limit,
        Phrase::Left,
        Phrase::Over,
        Phrase::SideBySide,
        Phrase::PriceLabel,
        Phrase::CategoryLabel,
        Phrase::MakerLabel,
        Phrase::Veterinarian,
        Phrase::NotInSum,
        Phrase::Unmentioned,
        Phrase::NotInDocuments,
    ];

    /// Key of the answer's phrase in translations. None of them has places to fill.
    pub fn key(self) -> &'static str {
        match self {
            Phrase::Greeting => "chat.composed.greeting",
            Phrase::OffTopic => "chat.composed.offTopic",
            Phrase::Items => "chat.composed.items",
            Phrase::Questions => "chat.composed.questions",
            Phrase::Maybe => "chat.composed.maybe",
            Phrase::NotFound => FallbackText::NotFound.key(),
            Phrase::Nothing => "chat.composed.nothing",
            Phrase::Unclear => FallbackText::ParseError.key(),
            Phrase::More => "chat.composed.more",
            Phrase::NoPrice => "chat.composed.noPrice",
            Phrase::PriceList => "chat.composed.priceList",
            Phrase::OutOfStock => "chat.composed.outOfStock",
            Phrase::OutOfStockBefore => "chat.composed.outOfStockBefore",
            Phrase::StockCount => "chat.composed.stockCount",
            Phrase::InStock => "chat.composed.inStock",
            Phrase::NotCounted => "chat.composed.notCounted",
            Phrase::Label => "chat.composed.label",
            Phrase::ByLeaflet => "chat.composed.byLeaflet",
            Phrase::ByLabel => "chat.composed.byLabel",
            Phrase::Page => "chat.composed.page",
            Phrase::DosesAndPeriods => "chat.composed.dosesAndPeriods",
            Phrase::Note => "chat.composed.note",
            Phrase::Poisoning => "chat.composed.poisoning",
            Phrase::SelfHarm => "chat.composed.selfHarm",
            Phrase::Abuse => "chat.composed.abuse",
            Phrase::Harm => "chat.composed.harm",
            Phrase::Distress => "chat.composed.distress",
            Phrase::Diagnosis => "chat.composed.diagnosis",
            Phrase::Illegal => "chat.composed.illegal",
            Phrase::SelfHarmBefore => "chat.composed.selfHarmBefore",
            Phrase::Misread => "chat.composed.misread",
            Phrase::Thanks => "chat.composed.thanks",
            Phrase::Farewell => "chat.composed.farewell",
            Phrase::Scolded => "chat.composed.scolded",
            Phrase::Missing => "chat.composed.missing",
            Phrase::NotPacked => "chat.composed.notPacked",
            Phrase::NotStated => "chat.composed.notStated",
            Phrase::Total => "chat.composed.total",
            Phrase::Difference => "chat.composed.difference",
            Phrase::NoTotal => "chat.composed.noTotal",
            Phrase::Discount => "chat.composed.discount",
            Phrase::Target => "chat.composed.target",
            Phrase::NoTarget => "chat.composed.noTarget",
            Phrase::Each => "chat.composed.each",
            Phrase::NotDiscounted => "chat.composed.notDiscounted",
            Phrase::Installments => "chat.composed.installments",
            Phrase::AllOut => "chat.composed.allOut",
            Phrase::NoneOut => "chat.composed.noneOut",
            Phrase::AllPlaces => "chat.composed.allPlaces",
            Phrase::AskAgain => "chat.composed.askAgain",
            Phrase::Limit => "chat.composed.limit",
            Phrase::Left => "chat.composed.left",
            Phrase::Over => "chat.composed.over",
            Phrase::SideBySide => "chat.composed.sideBySide",
            Phrase::PriceLabel => "chat.composed.priceLabel",
            Phrase::CategoryLabel => "chat.composed.categoryLabel",
            Phrase::MakerLabel => "chat.composed.makerLabel",
            Phrase::Veterinarian => "chat.composed.veterinarian",
            Phrase::NotInSum => "chat.composed.notInSum",
            Phrase::Unmentioned => "chat.composed.unmentioned",
            Phrase::NotInDocuments => "chat.composed.notInDocuments",
        }
    }
}
