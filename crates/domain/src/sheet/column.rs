//! The columns of a grid: fields of a record, what is counted of it, and its attributes.

use crate::catalog::RecordField;
use crate::search::Kind;

/// A column, by its name on the wire.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Column {
    /// `externalId`.
    ExternalId,
    /// `name` of an item.
    Name,
    /// `description` of an item.
    Description,
    /// `notes` of an item.
    Notes,
    /// `category` of an item.
    Category,
    /// `manufacturer` of an item.
    Manufacturer,
    /// `price` of an item.
    Price,
    /// `currency` of an item.
    Currency,
    /// `packages` of an item: shown and exported, and neither compared nor written in a cell.
    Packages,
    /// `stock` of an item: what its levels say together, compared, shown and exported, and not written in a cell.
    Stock,
    /// `question` of a FAQ.
    Question,
    /// `answer` of a FAQ.
    Answer,
    /// `approvedAt` of a FAQ.
    ApprovedAt,
    /// `approval` of a FAQ: `none`, `approved`, `changed`.
    Approval,
    /// `tags`.
    Tags,
    /// `status`.
    Status,
    /// `updatedAt`.
    UpdatedAt,
    /// `createdAt`.
    CreatedAt,
    /// `version`.
    Version,
    /// `completeness`, 0 to 1.
    Completeness,
    /// `deleted`: whether the record is hidden from everything but undo.
    Deleted,
    /// `attributes.KEY` of an item.
    Attribute(String),
}

/// How a column is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Folded text.
    Text,
    /// A set of folded texts.
    Tags,
    /// One of three states.
    Status,
    /// One of the states of an approval.
    Approval,
    /// A number.
    Number,
    /// A moment.
    Time,
    /// Yes or no.
    YesNo,
    /// What is known of the stock: one of three states, and a number where there is a sum.
    Stock,
    /// Whatever the attribute holds: folded text, or a number where a number is asked for.
    Attribute,
}

/// The column of items that a grid shows, and that it is asked nothing of: their main pictures.
const PICTURES: &str = "images";

const BOTH: [Column; 7] = [
    Column::ExternalId,
    Column::Tags,
    Column::Status,
    Column::UpdatedAt,
    Column::CreatedAt,
    Column::Version,
    Column::Deleted,
];
const OF_ITEMS: [Column; 9] = [
    Column::Name,
    Column::Description,
    Column::Notes,
    Column::Category,
    Column::Manufacturer,
    Column::Price,
    Column::Currency,
    Column::Stock,
    Column::Completeness,
];
const OF_FAQS: [Column; 4] = [Column::Question, Column::Answer, Column::ApprovedAt, Column::Approval];

impl Column {
    /// Parses the name of a grid's column. `None` where records of `kind` have no such column; any attribute of an
    /// item is one, whether an item has it or not.
    pub fn parse(kind: Kind, name: &str) -> Option<Self> {
        if let (Kind::Items, Some(key)) = (kind, name.strip_prefix("attributes.")) {
            let key: String = key.chars().filter(|c| *c != '\0').collect();
            return (!key.trim().is_empty() && key.len() <= 500).then_some(Self::Attribute(key));
        }
        Self::fixed_columns(kind).find(|column| column.name() == name)
    }

    /// Reads a name of what a file can have: all that a grid is asked for, and the packages of items.
    pub fn parse_exported(kind: Kind, name: &str) -> Option<Self> {
        let packages =
            (kind == Kind::Items && name == RecordField::Packages.name()).then_some(Self::Packages);
        packages.or_else(|| Self::parse(kind, name))
    }

    /// Whether a view may have a column of this name: pictures of items are seen in a grid, and no file has them.
    pub fn is_in_views(kind: Kind, name: &str) -> bool {
        let is_picture = kind == Kind::Items && name == PICTURES;
        is_picture || Self::parse_exported(kind, name).is_some()
    }

    /// Lists the names of columns that saved views can have ([`Column::is_in_views`]), for messages.
    pub fn view_names(kind: Kind) -> String {
        let names = Self::exported_names(kind);
        if kind == Kind::Items { format!("{PICTURES}, {names}") } else { names }
    }

    /// Every column of `kind` but the attributes, in the order shown to people.
    pub fn fixed_columns(kind: Kind) -> impl Iterator<Item = Self> {
        let own: &'static [Column] = match kind {
            Kind::Items => &OF_ITEMS,
            Kind::Faqs => &OF_FAQS,
        };
        own.iter().chain(&BOTH).cloned()
    }

    /// Lists the names of the grid's columns that [`Column::parse`] takes, for messages.
    pub fn allowed_names(kind: Kind) -> String {
        list_names(kind, Self::fixed_columns(kind))
    }

    /// Lists the names of columns that exports can have ([`Column::parse_exported`]), for messages.
    pub fn exported_names(kind: Kind) -> String {
        let names = Self::allowed_names(kind);
        if kind == Kind::Items { format!("{}, {names}", RecordField::Packages.name()) } else { names }
    }

    /// Record field that the grid's column shows; `None` where it shows what is counted, or one attribute.
    pub fn field(&self) -> Option<RecordField> {
        Some(match self {
            Self::ExternalId => RecordField::ExternalId,
            Self::Name => RecordField::Name,
            Self::Description => RecordField::Description,
            Self::Notes => RecordField::Notes,
            Self::Category => RecordField::Category,
            Self::Manufacturer => RecordField::Manufacturer,
            Self::Price => RecordField::Price,
            Self::Currency => RecordField::Currency,
            Self::Packages => RecordField::Packages,
            Self::Question => RecordField::Question,
            Self::Answer => RecordField::Answer,
            Self::ApprovedAt => RecordField::ApprovedAt,
            Self::Tags => RecordField::Tags,
            Self::Status => RecordField::Status,
            Self::Approval
            | Self::Stock
            | Self::UpdatedAt
            | Self::CreatedAt
            | Self::Version
            | Self::Completeness
            | Self::Deleted
            | Self::Attribute(_) => return None,
        })
    }

    /// Name of the grid's column on the wire.
    pub fn name(&self) -> String {
        let name = match self {
            Self::Approval => "approval",
            Self::Stock => "stock",
            Self::UpdatedAt => "updatedAt",
            Self::CreatedAt => "createdAt",
            Self::Version => "version",
            Self::Completeness => "completeness",
            Self::Deleted => "deleted",
            Self::Attribute(key) => return format!("attributes.{key}"),
            column => column.field().map_or("", RecordField::name),
        };
        name.to_owned()
    }

    /// How values of the grid's column are compared.
    pub fn kind(&self) -> ColumnKind {
        match self {
            Self::ExternalId
            | Self::Name
            | Self::Description
            | Self::Notes
            | Self::Category
            | Self::Manufacturer
            | Self::Currency
            | Self::Question
            | Self::Answer => ColumnKind::Text,
            Self::Tags => ColumnKind::Tags,
            Self::Status => ColumnKind::Status,
            Self::Approval => ColumnKind::Approval,
            Self::Price | Self::Version | Self::Completeness => ColumnKind::Number,
            Self::UpdatedAt | Self::CreatedAt | Self::ApprovedAt => ColumnKind::Time,
            Self::Deleted => ColumnKind::YesNo,
            Self::Stock => ColumnKind::Stock,
            // No plan asks for packages.
            Self::Attribute(_) | Self::Packages => ColumnKind::Attribute,
        }
    }

    /// Whether people write it in its cell; the rest is counted, or edited in the form.
    pub fn is_written(&self) -> bool {
        !matches!(
            self,
            Self::UpdatedAt
                | Self::CreatedAt
                | Self::Version
                | Self::Completeness
                | Self::Approval
                | Self::Packages
                | Self::Stock
        )
    }

    /// The column of the table that holds it; one holds all attributes.
    pub fn column_name(&self) -> &'static str {
        match self {
            Self::Approval => "approval",
            Self::Stock => "stock",
            Self::UpdatedAt => "updated_at",
            Self::CreatedAt => "created_at",
            Self::Version => "version",
            Self::Completeness => "completeness",
            Self::Deleted => "deleted_at",
            Self::Attribute(_) => RecordField::Attributes.column(),
            column => column.field().map_or("", RecordField::column),
        }
    }

    /// The column that a field of the history is about: `deleted_at` is `deleted`, `external_id` is
    /// `externalId`; what the history holds and no grid shows keeps its name.
    pub fn wire_name(stored: &str) -> String {
        let columns = BOTH.iter().chain(&OF_ITEMS).chain(&OF_FAQS);
        let found = columns.clone().find(|column| column.column_name() == stored);
        found.map_or_else(|| stored.to_owned(), Column::name)
    }
}

/// These columns of `kind` and its attributes by their names, for messages.
fn list_names(kind: Kind, columns: impl Iterator<Item = Column>) -> String {
    let mut names: Vec<String> = columns.map(|column| column.name()).collect();
    if kind == Kind::Items {
        names.push("attributes.*".into());
    }
    names.join(", ")
}
