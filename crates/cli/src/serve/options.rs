//! What can be typed behind the serve command.

use clap::{ArgAction, Args};

#[derive(Debug, Args)]
pub struct Serve {
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub host: String,
    #[arg(long, value_name = "PORT", default_value_t = 4180)]
    pub port: u16,
    #[arg(long = "allow-host", value_name = "NAME", action = ArgAction::Append)]
    pub allow_host: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub rate: u32,
}
