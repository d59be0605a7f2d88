//! The server that the conformance package of the protocol is held against: that of the catalog, and beside its tools
//! those tools, prompts and resources that scenarios ask for by names of their own, and that a product has not. Messages
//! go the way of every other one: route, layers, transport and library are those of `/mcp`. It is in no program that
//! is given away: the feature `mcp-fixture` alone builds it, for `tests/proofs/mcp.mjs`.
//!
//! Without a session a server can ask its client for nothing: what asks, and streams that are resumed, have a route of
//! their own ([`sessions`]).

#![allow(
    deprecated,
    reason = "scenarios of 2025-11-25 ask for what later versions of the protocol leave out"
)]

mod sessions;

use super::{CatalogTools, Program};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, LoggingLevel,
    LoggingMessageNotificationParam, PaginatedRequestParams, ProgressNotificationParam, Prompt,
    PromptArgument, PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    Resource, ResourceContents, Role, ServerCapabilities, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, Tool, UnsubscribeRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Map, Value, json};
use sessions::{SESSION_TOOLS, answer_call, to_internal};
use std::sync::Arc;
use std::time::Duration;

/// A pixel, and two samples of silence.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const WAV: &str = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAACAgA==";

/// Between two notifications of one call.
const TICK: Duration = Duration::from_millis(50);

/// The tool whose schema is to arrive as it is.
const SCHEMA_TOOL: &str = "json_schema_2020_12_tool";

/// Tools without arguments.
const TOOLS: [&str; 8] = [
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_error_handling",
    "test_tool_with_logging",
    "test_tool_with_progress",
];

/// The catalog's server with what scenarios ask for.
pub struct ConformanceFixture<P> {
    inner: CatalogTools<P>,
    /// The sessions of the route that has some.
    sessions: Option<Arc<LocalSessionManager>>,
}

impl<P: Program> ConformanceFixture<P> {
    /// The fixture over `program`.
    pub fn new(program: P) -> Self {
        Self { inner: CatalogTools::new(program), sessions: None }
    }

    /// The fixture over `program`, with the tools that need one of `sessions`.
    fn with_sessions(program: P, sessions: Arc<LocalSessionManager>) -> Self {
        Self { sessions: Some(sessions), ..Self::new(program) }
    }
}

/// The fixture's tools over streams and sessions, as the library keeps these.
pub fn serve_sessions<P: Program>(
    program: fn() -> P,
    body_bytes: usize,
) -> StreamableHttpService<ConformanceFixture<P>, LocalSessionManager> {
    let sessions = Arc::new(LocalSessionManager::default());
    let config =
        StreamableHttpServerConfig::default().with_max_request_body_bytes(body_bytes).disable_allowed_hosts();
    let known = sessions.clone();
    let begin = move || Ok(ConformanceFixture::with_sessions(program(), known.clone()));
    StreamableHttpService::new(begin, sessions, config)
}

impl<P: Program> ServerHandler for ConformanceFixture<P> {
    fn get_info(&self) -> ServerConfig {
        let mut config = self.inner.get_info();
        config.capabilities = ServerCapabilities::builder()
            .enable_logging()
            .enable_completions()
            .enable_prompts()
            .enable_resources()
            .enable_tools()
            .enable_resources_subscribe()
            .build();
        config
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        self.inner.on_custom_request(request, context).await
    }

    async fn set_level(
        &self,
        _: SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn subscribe(
        &self,
        _: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut listed = self.inner.list_tools(request, context).await?;
        let schema = to_object(json!({ "type": "object" }));
        let plain =
            |name: &'static str| Tool::new(name, "A tool of the scenarios.", Arc::new(schema.clone()));
        listed.tools.extend(TOOLS.map(plain));
        if self.sessions.is_some() {
            listed.tools.extend(SESSION_TOOLS.map(plain));
        }
        let described = Arc::new(to_object(schema_of_2020()));
        listed.tools.push(Tool::new(SCHEMA_TOOL, "Tool with JSON Schema 2020-12 features", described));
        Ok(listed)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(sessions) = &self.sessions
            && SESSION_TOOLS.contains(&request.name.as_ref())
        {
            return answer_call(sessions, &request, &context).await.map(Into::into);
        }
        let text = |text: &str| CallToolResult::success(vec![ContentBlock::text(text)]);
        let result = match request.name.as_ref() {
            "test_simple_text" => text("This is a simple text response for testing."),
            "test_image_content" => CallToolResult::success(vec![ContentBlock::image(PNG, "image/png")]),
            "test_audio_content" => CallToolResult::success(vec![ContentBlock::audio(WAV, "audio/wav")]),
            "test_embedded_resource" => CallToolResult::success(vec![ContentBlock::embedded_text(
                "test://embedded-resource",
                "This is an embedded resource content.",
            )]),
            "test_multiple_content_types" => {
                let data = json!({ "test": "data", "value": 123 }).to_string();
                let data = ResourceContents::text(data, "test://mixed-content-resource");
                CallToolResult::success(vec![
                    ContentBlock::text("Multiple content types test:"),
                    ContentBlock::image(PNG, "image/png"),
                    ContentBlock::resource(data.with_mime_type("application/json")),
                ])
            }
            "test_error_handling" => CallToolResult::error(vec![ContentBlock::text(
                "This tool intentionally returns an error for testing",
            )]),
            "test_tool_with_logging" => {
                tell_steps(&context).await?;
                text("Tool with logging executed")
            }
            "test_tool_with_progress" => {
                tell_progress(&context).await?;
                text("Tool with progress executed")
            }
            SCHEMA_TOOL => text("JSON Schema 2020-12"),
            _ => return self.inner.call_tool(request, context).await,
        };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = |uri: &str, mime_type: &str| {
            Resource::new(uri, uri).with_description("A resource of the scenarios.").with_mime_type(mime_type)
        };
        Ok(ListResourcesResult::with_all_items(vec![
            resource("test://static-text", "text/plain"),
            resource("test://static-binary", "image/png"),
            resource("test://watched-resource", "text/plain"),
        ]))
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        self.inner.list_resource_templates(request, context).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        let id = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data"));
        let contents = match (uri.as_str(), id) {
            ("test://static-text", _) => {
                ResourceContents::text("This is the content of the static text resource.", uri.as_str())
            }
            ("test://watched-resource", _) => ResourceContents::text("Watched.", uri.as_str()),
            ("test://static-binary", _) => {
                ResourceContents::blob(PNG, uri.as_str()).with_mime_type("image/png")
            }
            (_, Some(id)) => {
                let data = json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
                ResourceContents::text(data.to_string(), uri.as_str()).with_mime_type("application/json")
            }
            (_, None) => return self.inner.read_resource(request, context).await,
        };
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompt = |name: &str, arguments: &[&str]| {
            let require = |name: &&str| PromptArgument::new(*name).with_required(true);
            let arguments: Vec<PromptArgument> = arguments.iter().map(require).collect();
            Prompt::new(name, Some("A prompt of the scenarios."), Some(arguments))
        };
        Ok(ListPromptsResult::with_all_items(vec![
            prompt("test_simple_prompt", &[]),
            prompt("test_prompt_with_arguments", &["arg1", "arg2"]),
            prompt("test_prompt_with_embedded_resource", &["resourceUri"]),
            prompt("test_prompt_with_image", &[]),
        ]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let given = request.arguments.unwrap_or_default();
        let argument = |name: &str| given.get(name).and_then(Value::as_str).unwrap_or_default();
        let of_user = |content: ContentBlock| PromptMessage::new(Role::User, content);
        let messages = match request.name.as_str() {
            "test_simple_prompt" => vec![of_user(ContentBlock::text("This is a simple prompt for testing."))],
            "test_prompt_with_arguments" => {
                let (first, second) = (argument("arg1"), argument("arg2"));
                let said = format!("Prompt with arguments: arg1='{first}', arg2='{second}'");
                vec![of_user(ContentBlock::text(said))]
            }
            "test_prompt_with_embedded_resource" => vec![
                of_user(ContentBlock::embedded_text(
                    argument("resourceUri"),
                    "Embedded resource content for testing.",
                )),
                of_user(ContentBlock::text("Please process the embedded resource above.")),
            ],
            "test_prompt_with_image" => vec![
                of_user(ContentBlock::image(PNG, "image/png")),
                of_user(ContentBlock::text("Please analyze the image above.")),
            ],
            _ => return Err(ErrorData::invalid_params("there is no such prompt", None)),
        };
        Ok(GetPromptResult::new(messages).into())
    }
}

/// Three messages of a log while a tool runs.
async fn tell_steps(context: &RequestContext<RoleServer>) -> Result<(), ErrorData> {
    for step in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        let told = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(step));
        context.peer.notify_logging_message(told).await.map_err(to_internal)?;
        tokio::time::sleep(TICK).await;
    }
    Ok(())
}

/// How far a tool is, three times, where the client asks for it.
async fn tell_progress(context: &RequestContext<RoleServer>) -> Result<(), ErrorData> {
    let token = context.meta.get_progress_token();
    for progress in [0.0, 50.0, 100.0] {
        if let Some(token) = &token {
            let told = ProgressNotificationParam::new(token.clone(), progress).with_total(100.0);
            context.peer.notify_progress(told).await.map_err(to_internal)?;
        }
        tokio::time::sleep(TICK).await;
    }
    Ok(())
}

/// The schema of [`SCHEMA_TOOL`].
fn schema_of_2020() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": { "address": { "type": "object", "properties": { "street": text, "city": text } } },
        "properties": { "name": text, "address": { "$ref": "#/$defs/address" } },
        "additionalProperties": false
    })
}

fn to_object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}
