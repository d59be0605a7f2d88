//! Reads the package's own file of a model: measures, vocabulary, and numbers of 4 bits.
//!
//! All numbers are little-endian. Every read is checked: a file that is cut short or not of this form is
//! refused with the place at which that shows.

use std::collections::BTreeMap;

use anyhow::{Context, bail, ensure};

/// Numbers that share a scale.
pub const BLOCK: usize = 32;
/// Bytes of a block: a scale of 16 bits, then 32 numbers of 4.
const BLOCK_BYTES: usize = 18;

/// A file, taken apart.
pub struct PackedModel<'a> {
    pub hidden: usize,
    pub layers: usize,
    pub heads: usize,
    pub intermediate: usize,
    pub vocabulary: usize,
    pub positions: usize,
    pub types: usize,
    pub epsilon: f32,
    /// Pieces of words with their scores, in the order of their numbers.
    pub pieces: Vec<(String, f32)>,
    /// Numbers of the tokens: begin, end, padding, unknown.
    pub special: [u32; 4],
    tensors: BTreeMap<String, Tensor<'a>>,
}

/// A tensor's bytes.
enum Tensor<'a> {
    Fractions(&'a [u8]),
    FourBits(&'a [u8]),
}

/// A table of 4 bits a number, codes and scales apart.
pub struct FourBits {
    /// Two numbers a byte; of each block the first 16 in the low halves.
    pub codes: Vec<u8>,
    /// 16-bit fractions, one a block.
    pub scales: Vec<u8>,
}

impl<'a> PackedModel<'a> {
    /// Takes `bytes` apart.
    ///
    /// # Errors
    /// They are not of this form, or cut short.
    pub fn parse(bytes: &'a [u8]) -> anyhow::Result<Self> {
        let mut at = Reader { bytes, place: 0 };
        ensure!(at.take(4)? == b"E5S1" && at.number()? == 1, "the weights have another form than expected");
        let [hidden, layers, heads, intermediate, vocabulary, positions, types] = at.sizes()?;
        let epsilon = f32::from_le_bytes(at.array()?);
        ensure!(at.size()? == BLOCK, "the weights have blocks of another length than expected");
        let [count, begin, end, padding, unknown] = at.sizes()?;
        let pieces = read_pieces(&mut at, count)?;
        // A table of what letters become: that of `nmt_nfkc`, which the program's rules name instead.
        at.number()?;
        let length = at.size()?;
        at.take(length)?;
        let mut tensors = BTreeMap::new();
        for _ in 0..at.size()? {
            let length = u16::from_le_bytes(at.array()?);
            let name = String::from_utf8(at.take(length.into())?.to_vec()).context("a tensor's name")?;
            let kind = at.take(1)?[0];
            at.number()?;
            let (from, length) = (u64::from_le_bytes(at.array()?), u64::from_le_bytes(at.array()?));
            let data = usize::try_from(from).ok().zip(usize::try_from(length).ok());
            let data = data.and_then(|(from, length)| bytes.get(from..from.checked_add(length)?));
            let data = data.with_context(|| format!("the weights are cut short at `{name}`"))?;
            let tensor = match kind {
                0 => Tensor::Fractions(data),
                1 => Tensor::FourBits(data),
                other => bail!("`{name}` has numbers of the unknown kind {other}"),
            };
            tensors.insert(name, tensor);
        }
        Ok(Self {
            hidden,
            layers,
            heads,
            intermediate,
            vocabulary,
            positions,
            types,
            epsilon,
            pieces,
            special: [begin, end, padding, unknown].map(|id| id as u32),
            tensors,
        })
    }

    /// The bytes of `count` 32-bit fractions.
    ///
    /// # Errors
    /// There are none of that name, or another number of them.
    pub fn fractions(&self, name: &str, count: usize) -> anyhow::Result<&'a [u8]> {
        match self.tensors.get(name) {
            Some(Tensor::Fractions(bytes)) if bytes.len() == count * 4 => Ok(bytes),
            Some(_) => bail!("`{name}` does not hold {count} fractions"),
            None => bail!("the weights lack `{name}`"),
        }
    }

    /// `count` numbers of 4 bits.
    ///
    /// # Errors
    /// There are none of that name, or another number of them.
    pub fn four_bits(&self, name: &str, count: usize) -> anyhow::Result<FourBits> {
        match self.tensors.get(name) {
            Some(Tensor::FourBits(bytes)) if bytes.len() == count / BLOCK * BLOCK_BYTES => {
                let blocks = bytes.as_chunks::<BLOCK_BYTES>().0;
                let mut table = FourBits {
                    codes: Vec::with_capacity(count / 2),
                    scales: Vec::with_capacity(count / BLOCK * 2),
                };
                for block in blocks {
                    table.scales.extend_from_slice(&block[..2]);
                    table.codes.extend_from_slice(&block[2..]);
                }
                Ok(table)
            }
            Some(_) => bail!("`{name}` does not hold {count} numbers of 4 bits"),
            None => bail!("the weights lack `{name}`"),
        }
    }
}

fn read_pieces(at: &mut Reader<'_>, count: usize) -> anyhow::Result<Vec<(String, f32)>> {
    let length = usize::try_from(u64::from_le_bytes(at.array()?))?;
    let ends: Vec<u32> = at.numbers(count + 1)?.map(u32::from_le_bytes).collect();
    let scores: Vec<f32> = at.numbers(count)?.map(f32::from_le_bytes).collect();
    let text = at.take(length)?;
    let piece = |(ends, score): (&[u32], f32)| {
        let piece =
            text.get(ends[0] as usize..ends[1] as usize).context("a piece lies outside of the text")?;
        ensure!(score.is_finite(), "a piece has no score");
        Ok((std::str::from_utf8(piece).context("a piece is not UTF-8")?.to_owned(), score))
    };
    ends.windows(2).zip(scores).map(piece).collect()
}

struct Reader<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> anyhow::Result<&'a [u8]> {
        let end = self.place.checked_add(count).filter(|end| *end <= self.bytes.len());
        let end = end.with_context(|| format!("the weights are cut short at byte {}", self.place))?;
        let taken = &self.bytes[self.place..end];
        self.place = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> anyhow::Result<[u8; N]> {
        Ok(self.take(N)?.try_into()?)
    }

    fn number(&mut self) -> anyhow::Result<i32> {
        Ok(i32::from_le_bytes(self.array()?))
    }

    /// A number that counts something.
    fn size(&mut self) -> anyhow::Result<usize> {
        let place = self.place;
        usize::try_from(self.number()?).with_context(|| format!("a negative size at byte {place}"))
    }

    fn sizes<const N: usize>(&mut self) -> anyhow::Result<[usize; N]> {
        let mut sizes = [0; N];
        for size in &mut sizes {
            *size = self.size()?;
        }
        Ok(sizes)
    }

    fn numbers(&mut self, count: usize) -> anyhow::Result<impl Iterator<Item = [u8; 4]> + use<'a>> {
        let bytes = self.take(count.checked_mul(4).context("a list is too long")?)?;
        Ok(bytes.as_chunks::<4>().0.iter().copied())
    }
}
