//! `celeiro relations`: what replaces an item, what goes with it, and what has its active ingredient.

use crate::failure::Failure;
use crate::output;
use crate::render::cards::one_line;
use crate::session::Session;
use celeiro_app::catalog::duplicates::find_product;
use celeiro_app::catalog::relations::{
    ItemRelations, RelationOutcome, RemoveItemRelation, SetItemRelation, item_relations_by_name,
    remove_item_relation, set_item_relation,
};
use celeiro_app::messages::{name_of, translate, translate_with};
use celeiro_domain::catalog::relations::{ItemRelation, RelationDirection, RelationKind, RelationStatus};
use celeiro_domain::search::Lang;
use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub enum Relations {
    List {
        #[arg(value_name = "ITEM")]
        item: String,
    },
    Add {
        #[command(flatten)]
        pair: Pair,
        #[arg(long)]
        refuse: bool,
    },
    Remove {
        #[command(flatten)]
        pair: Pair,
    },
}

#[derive(Debug, Args)]
pub struct Pair {
    #[arg(value_name = "ITEM")]
    pub item: String,
    #[arg(value_name = "RELATION")]
    pub relation: Relation,
    #[arg(value_name = "OTHER")]
    pub other: String,
}

/// A relation as it is typed between two items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Relation {
    Replaces,
    ReplacedBy,
    GoesWith,
    SameIngredient,
}

impl Relation {
    fn parts(self) -> (RelationKind, RelationDirection) {
        match self {
            Relation::Replaces => (RelationKind::Replaces, RelationDirection::Outgoing),
            Relation::ReplacedBy => (RelationKind::Replaces, RelationDirection::Incoming),
            Relation::GoesWith => (RelationKind::GoesWith, RelationDirection::Both),
            Relation::SameIngredient => (RelationKind::SameIngredient, RelationDirection::Both),
        }
    }
}

/// Runs `celeiro relations`.
pub async fn run_relations(session: &Session, action: Relations) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Relations::List { item } => {
            let found = session
                .with_app(async |app, caller| Ok(item_relations_by_name(app, caller, &item).await?))
                .await?;
            session.print(&found, || render_relations(lang, &found))
        }
        Relations::Add { pair, refuse } => {
            let done = session
                .with_app(async |app, caller| {
                    let (kind, direction) = pair.relation.parts();
                    let request = SetItemRelation {
                        id: find_product(app, &pair.item).await?,
                        kind,
                        direction: Some(direction),
                        other_id: find_product(app, &pair.other).await?,
                        status: refuse.then_some(RelationStatus::Refused),
                        operation_id: None,
                    };
                    Ok(set_item_relation(app, caller, request).await?)
                })
                .await?;
            say_outcome(session, &done)
        }
        Relations::Remove { pair } => {
            let done = session
                .with_app(async |app, caller| {
                    let (kind, direction) = pair.relation.parts();
                    let request = RemoveItemRelation {
                        id: find_product(app, &pair.item).await?,
                        kind,
                        direction: Some(direction),
                        other_id: find_product(app, &pair.other).await?,
                        operation_id: None,
                    };
                    Ok(remove_item_relation(app, caller, request).await?)
                })
                .await?;
            say_outcome(session, &done)
        }
    }
}

fn say_outcome(session: &Session, done: &RelationOutcome) -> Result<(), Failure> {
    let lang = session.lang;
    match done.operation_id {
        Some(id) => output::print_translated(lang, "cli.relations.done", &[("id", id.to_string())]),
        None => output::print_translated(lang, "cli.relations.unchanged", &[]),
    }
    session.print_value(done)
}

/// The relations, then what is proposed, then what was refused.
fn render_relations(lang: Lang, found: &ItemRelations) -> String {
    let all = found.relations.iter().chain(&found.proposals).chain(&found.refused);
    let lines: String = all.map(|relation| render_relation(lang, relation)).collect();
    if lines.is_empty() { format!("{}\n", translate(lang, "cli.relations.none")) } else { lines }
}

fn render_relation(lang: Lang, relation: &ItemRelation) -> String {
    let kind = match relation.direction {
        RelationDirection::Incoming => "replaced_by".to_owned(),
        RelationDirection::Outgoing | RelationDirection::Both => name_of(&relation.kind),
    };
    let kind = translate(lang, &format!("cli.relations.kind.{kind}"));
    let code = relation.external_id.clone().unwrap_or_else(|| relation.item_id.to_string());
    let status = match relation.status {
        RelationStatus::Confirmed => String::new(),
        other => {
            let evidence = ("evidence", one_line(relation.evidence.as_deref().unwrap_or_default()));
            let key = format!("cli.relations.status.{}", name_of(&other));
            format!("  {}", translate_with(lang, &key, &[evidence]))
        }
    };
    format!("{kind:<24} {:<24} {}{status}\n", one_line(&code), one_line(&relation.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printed::{ID, answer, in_both};
    use serde_json::json;

    #[test]
    fn relations_and_proposals_are_printed_in_both_languages() {
        let relation = |kind: &str, direction: &str, status: &str| {
            json!({
                "kind": kind, "direction": direction, "itemId": ID, "name": "Glifosato", "externalId": "GLI-1",
                "manufacturer": null, "itemStatus": "ativo", "status": status, "evidence": "glifosato",
            })
        };
        let found: ItemRelations = answer(json!({
            "relations": [relation("replaces", "incoming", "confirmed")],
            "proposals": [relation("same_ingredient", "both", "proposed")],
            "refused": [relation("same_ingredient", "both", "refused")],
        }));
        let printed = in_both(|lang| render_relations(lang, &found));
        assert!(printed.contains("substituído por") && printed.contains("replaced by"), "{printed}");
        assert_eq!(printed.matches("GLI-1").count(), 6, "{printed}");
        assert!(!printed.contains("cli."), "{printed}");
    }
}
