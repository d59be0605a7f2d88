//! `GET /api/openapi.json`: the description of the API, made from the list of operations and the
//! types of their requests and answers, so that it cannot tell anything else than what is there.

use super::accounts::company::{COMPANY, RETURN};
use super::accounts::description::{describe_cookie, describe_schemes, list_entrance};
use super::accounts::entrance::{INVITATION, SESSION};
use super::messages::arguments::{RAW, RAW_TYPE};
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use celeiro_app::accounts::{
    AcceptInvitation, BeginCompanySignIn, CompanyAddress, CompanyOffer, FinishCompanySignIn, Me, SignIn,
};
use celeiro_app::api::Empty;
use celeiro_app::commands::{Access, CommandMeta, list_commands};
use celeiro_app::{Code, ErrorBody, with_commands, with_streams};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// Where the description is.
pub const PATH: &str = "/api/openapi.json";

/// The description as it is sent; clients that do not read it share these bytes.
static DESCRIPTION: LazyLock<Bytes> = LazyLock::new(|| describe_api().to_string().into());

/// Answers with the description.
pub async fn serve_openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], DESCRIPTION.clone())
}

macro_rules! describe_operations {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        /// Adds each operation with its types.
        fn operations(generator: &mut SchemaGenerator) -> Vec<Value> {
            vec![$(describe_operation::<$request, $response>(generator, $path),)*]
        }
    };
}
with_commands!(describe_operations);

macro_rules! describe_streams {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $event:ty | $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        fn streams(generator: &mut SchemaGenerator) -> Vec<Value> {
            vec![$({
                let mut described = describe_operation::<$request, $response>(generator, $path);
                described["events"] = generator.subschema_for::<$event>().to_value();
                described
            },)*]
        }
    };
}
with_streams!(describe_streams);

/// The description of all operations, from the types of their requests and responses.
fn describe_api() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let error = generator.subschema_for::<ErrorBody>().to_value();
    let mut paths: Map<String, Value> = Map::new();
    let mut described = operations(&mut generator);
    described.extend(streams(&mut generator));
    for (meta, mut operation) in list_commands().into_iter().zip(described) {
        finish_operation(&meta, &mut operation, &error);
        paths.entry(meta.path).or_insert_with(|| json!({}))[meta.method.to_lowercase()] = operation;
    }
    let entrance = [
        describe_operation::<SignIn, Me>(&mut generator, SESSION),
        describe_operation::<Empty, Empty>(&mut generator, SESSION),
        describe_operation::<AcceptInvitation, Me>(&mut generator, INVITATION),
        describe_operation::<Empty, CompanyOffer>(&mut generator, COMPANY),
        describe_operation::<BeginCompanySignIn, CompanyAddress>(&mut generator, COMPANY),
        describe_operation::<FinishCompanySignIn, Me>(&mut generator, RETURN),
    ];
    for (meta, mut operation) in list_entrance().into_iter().zip(entrance) {
        finish_operation(&meta, &mut operation, &error);
        if meta.method != "GET" {
            describe_cookie(&meta, &mut operation);
        }
        paths.entry(meta.path).or_insert_with(|| json!({}))[meta.method.to_lowercase()] = operation;
    }
    paths.insert(PATH.to_owned(), json!({ "get": own_operation(&error) }));
    let mut schemas = generator.take_definitions(true);
    name_codes(&mut schemas);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Celeiro",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Explained hybrid search over a catalog and its FAQs. Every error has the form \
                of ErrorBody; its message is in the language of Accept-Language (pt-BR or en).",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": describe_schemes(),
        },
    })
}

/// What the types say: parameters, body, answer.
fn describe_operation<Q: JsonSchema, R: JsonSchema>(generator: &mut SchemaGenerator, path: &str) -> Value {
    let mut request = Q::json_schema(generator).to_value();
    let response = generator.subschema_for::<R>().to_value();
    let mut parameters = Vec::new();
    for name in path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
        if let Some(schema) = take_property(&mut request, name) {
            parameters.push(json!({ "name": name, "in": "path", "required": true, "schema": schema }));
        }
    }
    json!({ "parameters": parameters, "request": request, "response": response })
}

/// Takes a property out of an object's schema.
fn take_property(schema: &mut Value, name: &str) -> Option<Value> {
    if let Some(required) = schema["required"].as_array_mut() {
        required.retain(|field| field != name);
    }
    schema["properties"].as_object_mut()?.shift_remove(name)
}

/// Turns what the types say into an operation of the description.
fn finish_operation(meta: &CommandMeta, operation: &mut Value, error: &Value) {
    let request = operation["request"].take();
    let response = operation["response"].take();
    let events = operation["events"].take();
    let mut parameters = operation["parameters"].take().as_array().cloned().unwrap_or_default();
    let bodyless = matches!(meta.method, "GET" | "DELETE");
    let takes_bytes = (meta.method, meta.path) == (RAW.0.as_str(), RAW.1);
    if bodyless {
        parameters.extend(query_parameters(&request));
    }
    if takes_bytes {
        parameters.extend(beside_bytes(&request));
    }
    *operation = json!({
        "operationId": meta.name,
        "summary": meta.summary.trim(),
        "parameters": parameters,
        "responses": describe_responses(&response, error, meta.access),
        "security": describe_security(meta.access),
    });
    if !events.is_null() {
        operation["responses"]["200"]["content"]["text/event-stream"] = json!({ "schema": events });
    }
    let has_fields = request["properties"].as_object().is_some_and(|p| !p.is_empty());
    if !bodyless && has_fields {
        let required = request["required"].as_array().is_some_and(|r| !r.is_empty());
        operation["requestBody"] =
            json!({ "required": required, "content": { "application/json": { "schema": request } } });
    }
    if takes_bytes {
        // Raw bytes are no value of JSON, so there is no type to name.
        let bytes = json!({ "schema": { "contentMediaType": RAW_TYPE } });
        operation["requestBody"]["content"][RAW_TYPE] = bytes;
    }
}

/// What stands in the address where the body is the bytes of a file. In a body of JSON it stands there.
fn beside_bytes(request: &Value) -> Vec<Value> {
    let mut parameters = query_parameters(request);
    parameters.retain(|parameter| parameter["name"] != RAW.2);
    for parameter in &mut parameters {
        parameter["required"] = false.into();
        parameter["description"] = format!("Where the body is {RAW_TYPE}.").into();
    }
    parameters
}

/// The fields of a request that are written into the address.
fn query_parameters(request: &Value) -> Vec<Value> {
    let required = request["required"].as_array().cloned().unwrap_or_default();
    let properties = request["properties"].as_object().cloned().unwrap_or_default();
    let parameter = |(name, schema): (String, Value)| {
        let needed = required.contains(&Value::String(name.clone()));
        json!({ "name": name, "in": "query", "required": needed, "schema": schema })
    };
    properties.into_iter().map(parameter).collect()
}

/// The answer of an operation, the refusals of its access and the error that any operation can have.
fn describe_responses(response: &Value, error: &Value, access: Access) -> Value {
    let content = json!({ "application/json": { "schema": error } });
    let mut responses = json!({
        "200": { "description": "Done", "content": { "application/json": { "schema": response } } },
    });
    if access != Access::Open {
        let roles = access.roles().iter().map(|role| role.as_str()).collect::<Vec<_>>().join(", ");
        let needed = format!("The role, or the token, may not. Access: {access}. Roles: {roles}");
        responses["401"] = json!({ "description": "Nothing says who asks", "content": content });
        responses["403"] = json!({ "description": needed, "content": content });
    }
    responses["default"] = json!({ "description": "An error", "content": content });
    responses
}

/// A token or a session is needed only where the server has either: an empty choice stands beside them.
fn describe_security(access: Access) -> Value {
    match access {
        Access::Open => json!([]),
        _ => json!([{}, { "token": [] }, { "session": [] }]),
    }
}

/// The description describes its own route too.
fn own_operation(error: &Value) -> Value {
    json!({
        "operationId": "openapi",
        "summary": "This description.",
        "parameters": [],
        "responses": describe_responses(&json!({ "type": "object" }), error, Access::Read),
        "security": describe_security(Access::Read),
    })
}

/// The codes that there are.
fn name_codes(schemas: &mut Map<String, Value>) {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    if let Some(code) = schemas.get_mut("ErrorBody").and_then(|e| e.pointer_mut("/properties/code")) {
        code["enum"] = json!(codes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::assert_snapshot;

    static DESCRIBED: LazyLock<Value> = LazyLock::new(describe_api);

    /// Every `$ref` below `value`.
    fn references(value: &Value, out: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                out.extend(map.get("$ref").and_then(Value::as_str).map(str::to_owned));
                map.values().for_each(|inner| references(inner, out));
            }
            Value::Array(list) => list.iter().for_each(|inner| references(inner, out)),
            _ => {}
        }
    }

    #[test]
    fn every_operation_is_described() {
        for meta in list_commands() {
            let operation = &DESCRIBED["paths"][meta.path][meta.method.to_lowercase()];
            assert_eq!(operation["operationId"], meta.name);
            let parameters = operation["parameters"].as_array().unwrap();
            for name in meta.path.split('/').filter_map(|p| p.strip_prefix('{')?.strip_suffix('}')) {
                assert!(parameters.iter().any(|p| p["name"] == name && p["in"] == "path"), "{}", meta.name);
            }
        }
    }

    /// The type that a schema names: `Item`, `[Item]`, `string?`.
    fn type_of(schema: &Value) -> String {
        let first = |key: &str| schema[key].as_array().filter(|list| !list.is_empty());
        if let Some(reference) = schema["$ref"].as_str() {
            return reference.rsplit('/').next().unwrap_or_default().to_owned();
        }
        if let Some(all) = first("allOf") {
            return all.iter().map(type_of).collect::<Vec<_>>().join(" & ");
        }
        if let Some(any) = first("anyOf").or_else(|| first("oneOf")) {
            let known: Vec<String> = any.iter().map(type_of).filter(|name| name != "null").collect();
            let optional = if known.len() < any.len() { "?" } else { "" };
            return format!("{}{optional}", known.join(" | "));
        }
        if let Some(names) = first("enum") {
            return names.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
        }
        if let Some(constant) = schema.get("const") {
            return constant.to_string();
        }
        let name = |name: &Value| match name.as_str().unwrap_or("any") {
            "array" => format!("[{}]", type_of(&schema["items"])),
            "object" if schema["additionalProperties"].is_object() => {
                format!("{{{}}}", type_of(&schema["additionalProperties"]))
            }
            "object" if schema["properties"].is_object() => format!("{{ {} }}", fields(schema).join(", ")),
            other => schema["format"].as_str().unwrap_or(other).to_owned(),
        };
        match &schema["type"] {
            Value::Array(list) => {
                let known: Vec<String> = list.iter().filter(|one| *one != "null").map(name).collect();
                format!("{}{}", known.join(" | "), if known.len() < list.len() { "?" } else { "" })
            }
            one => name(one),
        }
    }

    /// `name: type` of each field; one that may be left out has `~` before it.
    fn fields(schema: &Value) -> Vec<String> {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let field = |(name, of): (&String, &Value)| {
            let optional = if required.contains(&json!(name)) { "" } else { "~" };
            format!("{optional}{name}: {}", type_of(of))
        };
        schema["properties"].as_object().into_iter().flatten().map(field).collect()
    }

    /// `GET /api/x/{id} getX (id: uuid) -> Item`, sorted by address.
    fn operation_lines() -> String {
        let mut lines = Vec::new();
        for (path, methods) in DESCRIBED["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let parameter = |one: &Value| {
                    let optional = if one["required"] == true { "" } else { "~" };
                    format!("{optional}{}: {}", one["name"].as_str().unwrap(), type_of(&one["schema"]))
                };
                let parameters: Vec<String> =
                    operation["parameters"].as_array().unwrap().iter().map(parameter).collect();
                let mut line = format!("{} {path}", method.to_uppercase());
                line +=
                    &format!(" {}({})", operation["operationId"].as_str().unwrap(), parameters.join(", "));
                for (media, body) in operation["requestBody"]["content"].as_object().into_iter().flatten() {
                    let schema = &body["schema"];
                    let form =
                        if media == "application/json" { fields(schema).join(", ") } else { media.clone() };
                    line += &format!("\n    < {form}");
                }
                for (media, body) in
                    operation["responses"]["200"]["content"].as_object().into_iter().flatten()
                {
                    let stream = if media == "application/json" { "" } else { "stream of " };
                    line += &format!("\n    > {stream}{}", type_of(&body["schema"]));
                }
                if operation["security"] == json!([]) {
                    line += "\n    open to all";
                }
                lines.push(line);
            }
        }
        lines.sort_by_key(|line| line.split_once(' ').map(|(_, rest)| rest.to_owned()));
        lines.join("\n") + "\n"
    }

    /// Each named type: its fields, one a line, or what it may be.
    fn type_lines() -> String {
        let schemas = DESCRIBED["components"]["schemas"].as_object().unwrap();
        let mut texts: Vec<String> = schemas
            .iter()
            .map(|(name, schema)| match fields(schema).as_slice() {
                [] => format!("{name} = {}", type_of(schema)),
                fields => format!("{name}\n    {}", fields.join("\n    ")),
            })
            .collect();
        texts.sort();
        texts.join("\n") + "\n"
    }

    #[test]
    fn the_operations_are_those_that_were_reviewed() {
        assert_snapshot!("operations", operation_lines(), renewed_by: "-p celeiro-cli openapi");
    }

    #[test]
    fn the_types_are_those_that_were_reviewed() {
        assert_snapshot!("types", type_lines(), renewed_by: "-p celeiro-cli openapi");
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let mut found = Vec::new();
        references(&DESCRIBED, &mut found);
        assert!(found.len() > 20);
        for reference in found {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(DESCRIBED.pointer(pointer).is_some(), "{reference}");
        }
    }

    #[test]
    fn a_body_lacks_what_the_path_says() {
        let put = &DESCRIBED["paths"]["/api/catalog/items/{id}"]["put"];
        let schema = &put["requestBody"]["content"]["application/json"]["schema"];
        assert!(schema["properties"].get("id").is_none());
        assert!(schema["properties"].get("version").is_some());
        assert!(schema["properties"].get("name").is_some());
    }
}
