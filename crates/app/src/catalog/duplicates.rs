//! Duplicate products: candidates, preview of a merge, and merge. A merge is undone by the undo of its operation
//! ([`super::history::undo_operation`]).

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::{AppError, Code, Missing};
use crate::runtime::crunch::crunch;
use celeiro_domain::catalog::duplicates::{
    DuplicateEvidence, JoinChoices, JoinedField, JoinedPackage, MAX_MEMBERS, find_duplicates, plan_join,
};
use celeiro_domain::catalog::{Item, Package, Price, Status};
use celeiro_domain::search::Kind;
use celeiro_store::{ItemJoin, JoinMember};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Groups of a page at most.
const MAX_PAGE: u32 = 100;
/// Groups of a page where no number is asked for.
const USUAL_PAGE: u32 = 20;
/// Pairs that one request tells apart at most: all of the largest group.
const MAX_PAIRS: usize = MAX_MEMBERS * (MAX_MEMBERS - 1) / 2;

/// Which groups.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListDuplicates {
    /// Groups to pass over.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Groups wanted, 1..100; 20 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// A product of a group, with what tells it from the others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateProduct {
    /// The item.
    pub id: Uuid,
    /// Its version, which a join names.
    pub version: i32,
    /// Id in the system that it came from.
    pub external_id: Option<String>,
    /// Trade name.
    pub name: String,
    /// Manufacturer.
    pub manufacturer: Option<String>,
    /// Price in `currency`; absent if unknown.
    pub price: Option<Price>,
    /// ISO 4217 currency code.
    pub currency: String,
    /// Sale status.
    pub status: Status,
    /// What it is sold in already.
    pub packages: Vec<Package>,
}

/// Products that may be one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateProducts {
    /// The products, 2 to 20.
    pub products: Vec<DuplicateProduct>,
    /// What speaks for it.
    pub evidence: Vec<DuplicateEvidence>,
}

/// A page of groups, those first for which most speaks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicatePage {
    /// The groups.
    pub rows: Vec<DuplicateProducts>,
    /// How many there are in all.
    pub total: u32,
}

/// A join to be looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewJoin {
    /// The product that stays.
    pub stays: Uuid,
    /// The products that become packages of it, 1 to 19.
    pub others: Vec<Uuid>,
    /// What was chosen.
    #[serde(default)]
    pub choices: JoinChoices,
}

/// What a join would make of its products.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinPreview {
    /// The name that the product gets.
    pub name: String,
    /// The products as they are, that which stays first.
    pub products: Vec<DuplicateProduct>,
    /// What each becomes, that which stays first.
    pub packages: Vec<JoinedPackage>,
    /// The fields in which they differ, with the product whose value stays.
    pub fields: Vec<JoinedField>,
}

/// A product of a join, as the person saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JoinedItem {
    /// The item.
    pub id: Uuid,
    /// Its version.
    pub version: i32,
}

/// A join to be made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JoinItems {
    /// The product that stays.
    pub stays: JoinedItem,
    /// The products that become packages of it, 1 to 19.
    pub others: Vec<JoinedItem>,
    /// What was chosen.
    #[serde(default)]
    pub choices: JoinChoices,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What was joined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinOutcome {
    /// The operation, to be looked at and undone.
    pub operation_id: Uuid,
    /// The product that stayed. The ids of the others lead to it.
    pub id: Uuid,
    /// How many others there were.
    pub joined: u32,
}

/// Two products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ItemPair {
    /// The one.
    pub one: Uuid,
    /// The other.
    pub other: Uuid,
}

/// Products to be told apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TellItemsApart {
    /// The pairs, 1 to 190.
    pub pairs: Vec<ItemPair>,
    /// Whether they are different products; `false` forgets that they were. They are where absent.
    #[serde(default)]
    pub different: Option<bool>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Products that were told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToldApart {
    /// How many pairs.
    pub pairs: u32,
}

/// Products that may be one, with what speaks for it; those that a person told apart stand in no group together.
pub async fn list_duplicates(
    app: &App,
    _: &Caller,
    request: ListDuplicates,
) -> Result<DuplicatePage, AppError> {
    let products = app.store().catalog_products().await?;
    let apart = app.store().different_items().await?;
    let groups = crunch(move |_| find_duplicates(&products, &apart)).await?;
    let total = u32::try_from(groups.len()).unwrap_or(u32::MAX);
    let offset = usize::try_from(request.offset.unwrap_or(0)).unwrap_or(usize::MAX);
    let limit = request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE) as usize;
    let page: Vec<_> = groups.into_iter().skip(offset).take(limit).collect();
    let ids: Vec<Uuid> = page.iter().flat_map(|group| group.products.iter().copied()).collect();
    let items = app.store().items(&ids).await?;
    let mut items: HashMap<Uuid, Item> = items.into_iter().map(|item| (item.id, item)).collect();
    let rows = page.into_iter().map(|group| {
        let products =
            group.products.iter().filter_map(|id| items.remove(id)).map(|item| describe_product(&item));
        DuplicateProducts { products: products.collect(), evidence: group.evidence }
    });
    // One that was deleted meanwhile leaves its group.
    let rows = rows.filter(|group| group.products.len() > 1).collect();
    Ok(DuplicatePage { rows, total })
}

fn describe_product(item: &Item) -> DuplicateProduct {
    DuplicateProduct {
        id: item.id,
        version: item.version,
        external_id: item.external_id.clone(),
        name: item.name.clone(),
        manufacturer: item.manufacturer.clone(),
        price: item.price,
        currency: item.currency.clone(),
        status: item.status,
        packages: item.packages.clone(),
    }
}

/// Previews the merge of duplicate products; changes nothing.
///
/// # Errors
/// `not_found`, `invalid_request` for a wrong number of products, `invalid_fields` where they cannot be joined so.
pub async fn preview_join(app: &App, _: &Caller, request: PreviewJoin) -> Result<JoinPreview, AppError> {
    let ids: Vec<Uuid> = std::iter::once(request.stays).chain(request.others.iter().copied()).collect();
    check_members(&ids)?;
    let items = app.store().items(&ids).await?;
    let Some((stays, others)) = items.split_first().filter(|_| items.len() == ids.len()) else {
        return Err(AppError::new(Code::NotFound));
    };
    let joined = plan_join(stays, others, &request.choices).map_err(AppError::fields)?;
    Ok(JoinPreview {
        name: joined.draft.name,
        products: items.iter().map(describe_product).collect(),
        packages: joined.packages,
        fields: joined.fields,
    })
}

/// Joins products: the one that stays gets the packages that the others are, and these are deleted; their own prices
/// of lists, files and judgments are those of its packages and of itself, and their ids lead to it.
///
/// # Errors
/// What [`preview_join`] refuses; `conflict` with the first product that was changed since it was seen.
pub async fn join_items(app: &App, caller: &Caller, request: JoinItems) -> Result<JoinOutcome, AppError> {
    let ids: Vec<Uuid> =
        std::iter::once(request.stays.id).chain(request.others.iter().map(|other| other.id)).collect();
    check_members(&ids)?;
    let member = |item: &JoinedItem| JoinMember { id: item.id, version: item.version };
    let others: Vec<JoinMember> = request.others.iter().map(member).collect();
    let join = ItemJoin { stays: member(&request.stays), others: &others, choices: &request.choices };
    let write = new_write(caller, request.operation_id);
    let joined = app.store().join_items(&join, &write).await?.map_err(AppError::fields)?;
    app.forget_values();
    Ok(JoinOutcome { operation_id: write.operation_id, id: joined.id, joined: joined.joined })
}

/// Two to twenty products, each once.
fn check_members(ids: &[Uuid]) -> Result<(), AppError> {
    let different: HashSet<&Uuid> = ids.iter().collect();
    if ids.len() < 2 || ids.len() > MAX_MEMBERS || different.len() < ids.len() {
        let reason = format!("others: 1..{} different items", MAX_MEMBERS - 1);
        return Err(AppError::invalid_request(reason).detail("path", "others"));
    }
    Ok(())
}

/// Remembers that products are different ones, so that no group holds both; or forgets it.
///
/// # Errors
/// `invalid_request` where there are none, too many, or a product beside itself; `not_found`.
pub async fn tell_items_apart(
    app: &App,
    caller: &Caller,
    request: TellItemsApart,
) -> Result<ToldApart, AppError> {
    let count = request.pairs.len();
    if count == 0 || count > MAX_PAIRS || request.pairs.iter().any(|pair| pair.one == pair.other) {
        let reason = format!("pairs: 1..{MAX_PAIRS} of different items");
        return Err(AppError::invalid_request(reason).detail("path", "pairs"));
    }
    let pairs: Vec<(Uuid, Uuid)> = request.pairs.iter().map(|pair| (pair.one, pair.other)).collect();
    let mut ids: Vec<Uuid> = pairs.iter().flat_map(|(one, other)| [*one, *other]).collect();
    ids.sort_unstable();
    ids.dedup();
    if app.store().items(&ids).await?.len() < ids.len() {
        return Err(AppError::new(Code::NotFound));
    }
    let write = new_write(caller, request.operation_id);
    app.store().tell_items_apart(&pairs, request.different.unwrap_or(true), &write).await?;
    Ok(ToldApart { pairs: u32::try_from(count).unwrap_or(u32::MAX) })
}

/// The product that people know by `reference`: its external id, or else our own.
///
/// # Errors
/// `not_found`.
pub async fn find_product(app: &App, reference: &str) -> Result<Uuid, AppError> {
    let found = app.store().find_record(Kind::Items, reference).await?;
    found.ok_or_else(|| Missing::Item.refuse(reference))
}
