//! `celeiro mcp`: the tools of [`crate::mcp`] over standard input and output, as assistants on this machine
//! start them.

use crate::failure::Failure;
use crate::mcp::{CatalogTools, Program};
use crate::session::Session;
use celeiro_app::{App, AppError, Caller};
use rmcp::RoleServer;
use rmcp::service::{RequestContext, ServerInitializeError, serve_server};
use rmcp::transport::io::stdio;

struct OpenedProgram {
    app: App,
    caller: Caller,
}

impl Program for OpenedProgram {
    fn find(&self, _: &RequestContext<RoleServer>) -> Result<(App, Caller), AppError> {
        Ok((self.app.clone(), self.caller.clone()))
    }

    fn name_client(&self, context: &RequestContext<RoleServer>) -> Option<String> {
        let client = context.peer.peer_info()?.client_info.clone();
        Some(client.title.unwrap_or(client.name))
    }
}

/// Runs `celeiro mcp`: serves tools over standard input until the client closes it.
pub async fn run_mcp(session: &Session) -> Result<(), Failure> {
    session
        .with_app(async |app, caller| {
            let tools = CatalogTools::new(OpenedProgram { app: app.clone(), caller: caller.clone() });
            match serve_server(tools, stdio()).await {
                Ok(running) => {
                    running.waiting().await.map_err(AppError::internal)?;
                    Ok(())
                }
                // The client went away before it had said anything.
                Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
                Err(error) => Err(AppError::invalid_request(error.to_string()).into()),
            }
        })
        .await
}
