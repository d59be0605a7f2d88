//! Suggestions for the fields of an item: what the tests of them share.

mod answers;
mod decisions;
mod hostile;
mod runs;

use crate::provider::Reply;
use crate::support::World;
use celeiro_app::assist::api::{AssistRequest, assist};
use celeiro_domain::assist::{AssistResponse, AssistWarningCode};
use serde_json::{Value, json};

fn draft() -> AssistRequest {
    AssistRequest {
        name: "Ferrugil 200 SC fungicida galão 5 L".into(),
        attributes: json!({ "ingrediente_ativo": ["azoxistrobina"], "culturas": ["soja"] })
            .as_object()
            .cloned(),
        ..AssistRequest::default()
    }
}

async fn ask_assist(world: &World, request: AssistRequest) -> AssistResponse {
    assist(&world.app, &world.caller, request).await.unwrap()
}

fn codes(response: &AssistResponse) -> Vec<AssistWarningCode> {
    response.warnings.iter().map(|warning| warning.code).collect()
}

fn reply_with(value: &Value) -> Reply {
    Reply::in_pieces(&[&value.to_string()])
}

/// The answer of a model that does as it is told.
fn good() -> Value {
    json!({
        "description": { "value": "Fungicida à base de azoxistrobina para soja.", "reason": "Do cadastro", "evidence": ["1"] },
        "category": { "value": "fungicidas", "reason": "Como os parecidos", "evidence": ["1", "2"] },
        "price": { "value": null, "reason": "", "evidence": [] },
        "tags": { "value": ["Fungicida", "soja"], "reason": "Como os parecidos", "evidence": ["1"] }
    })
}
