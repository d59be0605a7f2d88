//! How long a model may go on asking: rounds, time, and tools that fail.

use super::tools::Tool;
use std::collections::BTreeSet;
use std::time::Duration;

/// Most rounds of a turn: answers of the model that ask for tools.
pub const MAX_ROUNDS: u32 = 5;
/// Most time of a turn. A person who is waited for costs none of it: the turn is over by then.
pub const MAX_TIME: Duration = Duration::from_secs(60);
/// Most calls of one round; what is beyond is refused unread.
pub const MAX_CALLS: usize = 24;

/// Why the asking ends without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoopEnd {
    /// [`MAX_ROUNDS`] are over, and the model still asks.
    Rounds,
    /// [`MAX_TIME`] is over.
    Time,
}

/// What is left of a turn's rounds and time.
#[derive(Debug, Clone)]
pub struct Rounds {
    begun: u32,
    spent: Duration,
    tools: Vec<Tool>,
    left_out: BTreeSet<Tool>,
}

impl Default for Rounds {
    fn default() -> Self {
        Self::with_tools(Tool::CATALOG.to_vec())
    }
}

impl Rounds {
    /// Begins the budget of rounds for a turn that offers these tools.
    pub fn with_tools(tools: Vec<Tool>) -> Self {
        Self { begun: 0, spent: Duration::ZERO, tools, left_out: BTreeSet::new() }
    }

    /// Whether the rounds and the time of the turn let the model be asked again.
    ///
    /// # Errors
    /// [`LoopEnd`].
    pub fn may_ask(&self) -> Result<(), LoopEnd> {
        if self.begun >= MAX_ROUNDS {
            Err(LoopEnd::Rounds)
        } else if self.time_left().is_zero() {
            Err(LoopEnd::Time)
        } else {
            Ok(())
        }
    }

    /// Begins a round of the model and answers its number, from 1.
    pub fn begin_round(&mut self) -> u32 {
        self.begun += 1;
        self.begun
    }

    /// Takes time of a model or a tool off the turn's budget.
    pub fn spend(&mut self, time: Duration) {
        self.spent = self.spent.saturating_add(time);
    }

    /// Time that the turn's rounds have left.
    pub fn time_left(&self) -> Duration {
        MAX_TIME.saturating_sub(self.spent)
    }

    /// Leaves out a tool that has failed twice in a row.
    pub fn leave_out(&mut self, tool: Tool) {
        self.left_out.insert(tool);
    }

    /// Whether a tool is left out of the turn's further rounds.
    pub fn is_left_out(&self, tool: Tool) -> bool {
        self.left_out.contains(&tool)
    }

    /// Lists the tools that the model may still call in this turn.
    pub fn list_tools(&self) -> Vec<Tool> {
        self.tools.iter().copied().filter(|tool| !self.is_left_out(*tool)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_rounds_and_no_more() {
        let mut rounds = Rounds::default();
        let numbers: Vec<u32> =
            std::iter::from_fn(|| rounds.may_ask().is_ok().then(|| rounds.begin_round())).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5]);
        assert_eq!(rounds.may_ask(), Err(LoopEnd::Rounds));
    }

    #[test]
    fn a_minute_and_no_more() {
        let mut rounds = Rounds::default();
        rounds.spend(Duration::from_millis(59_999));
        assert_eq!((rounds.may_ask(), rounds.time_left()), (Ok(()), Duration::from_millis(1)));
        rounds.spend(Duration::from_millis(1));
        assert_eq!(rounds.may_ask(), Err(LoopEnd::Time));
        rounds.spend(Duration::MAX);
        assert_eq!(rounds.time_left(), Duration::ZERO);
    }

    #[test]
    fn a_tool_that_is_left_out_is_not_offered() {
        let mut rounds = Rounds::default();
        assert_eq!(rounds.list_tools(), Tool::CATALOG);
        rounds.leave_out(Tool::SearchFaqs);
        assert!(rounds.is_left_out(Tool::SearchFaqs) && !rounds.list_tools().contains(&Tool::SearchFaqs));
        assert!(rounds.list_tools().len() <= 12, "at most twelve tools in a turn");
    }
}
