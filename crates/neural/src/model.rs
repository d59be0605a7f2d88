//! A loaded model.

use crate::encoder::{Encoder, Scratch};
use crate::error::ModelError;
use crate::folder::Description;
use crate::identity::Identity;
use crate::run::{Run, Turns};
use crate::text::{self, Cutter};
use crate::weights::Weights;
use std::path::Path;

/// What a text is embedded for; each has a prefix of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A person's question: one thread, at once, before any passage.
    Query,
    /// What questions are answered with: all threads, and a pause wherever a query comes.
    Passage,
}

/// A loaded model, for any number of threads at once.
pub struct Model {
    description: Description,
    cutter: Cutter,
    encoder: Encoder,
    identity: Identity,
    turns: Turns,
}

impl Model {
    /// Loads the model in `folder`. Waits for the disk; keeps in memory about a byte for each number of
    /// its layers and half or one for each of its vocabulary.
    ///
    /// # Errors
    /// [`ModelError`] for a folder that is none, for a file that is missing, damaged, of another model
    /// or with numbers that are not finite, for an architecture that is not run here, and where there is
    /// not enough memory.
    pub fn load(folder: &Path) -> Result<Self, ModelError> {
        let description = Description::read(folder)?;
        let mut weights = Weights::open(folder)?;
        let rules = text::read_tokenizer_file(folder)?;
        let cutter = Cutter::parse(&rules, description.max_tokens, description.architecture.vocabulary)?;
        let encoder = Encoder::load(description.architecture, &mut weights)?;
        let identity = Identity::of(folder, &description)?;
        let model = Self { description, cutter, encoder, identity, turns: Turns::default() };
        // Numbers that are finite each may still be too great to be multiplied.
        model.embed(&["1"], Purpose::Query, &Run::default())?;
        Ok(model)
    }

    /// Embeds `texts`: one vector of length 1 for each, in order. Of a text the first 512 tokens count, or as many as
    /// the model reads where these are fewer.
    ///
    /// # Errors
    /// [`ModelError::Stopped`] when `run` was stopped; [`ModelError::NotFinite`] for numbers that no
    /// model should give; [`ModelError::Text`] where the rules of cutting fail.
    pub fn embed<T: AsRef<str> + Sync>(
        &self,
        texts: &[T],
        purpose: Purpose,
        run: &Run<'_>,
    ) -> Result<Vec<Vec<f32>>, ModelError> {
        let cut = |text: &T| self.cutter.cut(self.prefix(purpose), text.as_ref());
        match purpose {
            Purpose::Query => {
                let _turn = self.turns.take();
                let mut scratch = Scratch::default();
                let embed =
                    |text: &T| self.embed_batch(&[&cut(text)?], &mut scratch, &mut || run.may_go_on());
                let vectors: Result<Vec<Vec<Vec<f32>>>, ModelError> = texts.iter().map(embed).collect();
                Ok(vectors?.into_iter().flatten().collect())
            }
            Purpose::Passage => run.over(texts, cut, |tokens, scratch| {
                self.embed_batch(tokens, scratch, &mut || self.turns.wait_for_queries(run))
            }),
        }
    }

    /// What the network makes of `text`, a query, on the way to its vector: the means of its tokens' numbers
    /// after each of `depths` layers (from 1, ascending), one behind the other, not of length 1. The layers
    /// in the middle hold more of a text's tone than the last, which was trained for what texts are about.
    ///
    /// # Errors
    /// As [`embed`](Self::embed).
    pub fn embed_depths(&self, text: &str, depths: &[usize], run: &Run<'_>) -> Result<Vec<f32>, ModelError> {
        let _turn = self.turns.take();
        let tokens = self.tokens(text, Purpose::Query)?;
        let means =
            self.encoder.run_to_depths(&tokens, depths, &mut Scratch::default(), &mut || run.may_go_on());
        let means = means.ok_or(ModelError::Stopped)?;
        means.iter().all(|x| x.is_finite()).then_some(means).ok_or(ModelError::NotFinite)
    }

    /// Counts the tokens of `text` with its prefix, at most those that the model reads.
    ///
    /// # Errors
    /// [`ModelError::Text`] as in [`embed`](Self::embed).
    pub fn count_tokens(&self, text: &str, purpose: Purpose) -> Result<usize, ModelError> {
        self.tokens(text, purpose).map(|tokens| tokens.len())
    }

    /// Cuts a text into the numbers of the tokens that the model reads, those of its prefix and around it included.
    ///
    /// # Errors
    /// [`ModelError::Text`] as in [`embed`](Self::embed).
    pub fn tokens(&self, text: &str, purpose: Purpose) -> Result<Vec<u32>, ModelError> {
        self.cutter.cut(self.prefix(purpose), text)
    }

    /// Identity that distinguishes the model from any other.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Name of the instruction set that the model runs with: `avx2` or `portable`.
    pub fn processor(&self) -> &'static str {
        self.encoder.processor().as_str()
    }

    fn prefix(&self, purpose: Purpose) -> &str {
        match purpose {
            Purpose::Query => &self.description.query_prefix,
            Purpose::Passage => &self.description.passage_prefix,
        }
    }

    fn embed_batch(
        &self,
        tokens: &[&[u32]],
        scratch: &mut Scratch,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Vec<f32>>, ModelError> {
        let vectors = self.encoder.run(tokens, self.description.pooling, scratch, go_on);
        vectors.ok_or(ModelError::Stopped)?.into_iter().map(to_unit).collect()
    }
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Model").field(&self.identity).finish()
    }
}

fn to_unit(mut vector: Vec<f32>) -> Result<Vec<f32>, ModelError> {
    let norm = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
    if !norm.is_finite() || norm < 1e-12 {
        return Err(ModelError::NotFinite);
    }
    vector.iter_mut().for_each(|x| *x = (f64::from(*x) / norm) as f32);
    Ok(vector)
}
