//! Commands that speak with a model or for one: the sales desk, the assistant's actions, the personal assistant, MCP.

mod desk;
mod llm;
mod mcp;
mod personal;
mod seller;
