//! The numbers of a model, read tensor by tensor from `model.safetensors`.
//!
//! Besides fractions (`F32`, `F16`, `BF16`) a table may have 4 bits a number: `name` of type `U8` with
//! two numbers a byte, of each block of 32 the first 16 in the low halves, and `name.scales` (`F16`)
//! with a scale a block. Whatever a file holds, each number is checked to be finite, and no more than one
//! tensor is in memory as it stands in the file.

use crate::error::ModelError;
use crate::kernel::{BLOCK, Codes, Linear};
use half::{bf16, f16};
use safetensors::Dtype;
use safetensors::tensor::Metadata;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// Name of the file with the numbers.
pub const WEIGHTS_FILE: &str = "model.safetensors";
/// Longest header of a file, in bytes.
const MAX_HEADER: u64 = 16 << 20;
/// Longest file, in bytes.
const MAX_FILE: u64 = 8 << 30;

/// An open file of weights.
pub(crate) struct Weights {
    file: File,
    header: Metadata,
    /// Offset of the first tensor, in bytes.
    start: u64,
    /// Prefix of the tensor names in the file, such as `roberta.`.
    prefix: String,
}

/// Rows of numbers in the encoding of the file.
pub(crate) enum Table {
    /// Codes of 4 bits, two a byte, and a scale a block.
    Four { codes: Vec<u8>, scales: Vec<f32> },
    /// Fractions.
    Fractions(Vec<f32>),
}

impl Weights {
    /// Opens the model's file of weights and checks that its list of tensors covers all of it.
    pub fn open(folder: &Path) -> Result<Self, ModelError> {
        let fault = |reason: String| ModelError::of(WEIGHTS_FILE, reason);
        let path = folder.join(WEIGHTS_FILE);
        let mut file = File::open(path).map_err(|e| fault(e.to_string()))?;
        let size = file.metadata().map_err(|e| fault(e.to_string()))?.len();
        let mut length = [0; 8];
        file.read_exact(&mut length).map_err(|_| fault(format!("it is cut short ({size} bytes)")))?;
        let length = u64::from_le_bytes(length);
        if size > MAX_FILE {
            return Err(fault(format!("{size} bytes are more than the {MAX_FILE} that are read")));
        }
        if length > MAX_HEADER || length > size - 8 {
            return Err(fault("it is no file of tensors, or cut short".to_owned()));
        }
        let header = read_bytes(&mut file, length as usize)?;
        let header: Metadata = serde_json::from_slice(&header)
            .map_err(|e| fault(format!("its list of tensors cannot be read: {e}")))?;
        let wanted = 8 + length + header.data_len() as u64;
        if wanted != size {
            return Err(fault(format!("it has {size} bytes where its list of tensors says {wanted}")));
        }
        let word = "embeddings.word_embeddings.weight";
        let names = header.offset_keys();
        let prefix = names.iter().filter_map(|name| name.strip_suffix(word)).min_by_key(|name| name.len());
        let prefix = prefix.ok_or_else(|| fault(format!("there is no tensor `{word}` in it")))?.to_owned();
        Ok(Self { file, header, start: 8 + length, prefix })
    }

    /// Computes the SHA-256 of the file of weights in hexadecimal.
    pub fn digest(&mut self) -> Result<String, ModelError> {
        let mut hasher = Sha256::new();
        let fault = |e: std::io::Error| ModelError::of(WEIGHTS_FILE, e);
        self.file.seek(SeekFrom::Start(0)).map_err(fault)?;
        std::io::copy(&mut std::io::BufReader::with_capacity(1 << 20, &self.file), &mut hasher)
            .map_err(fault)?;
        Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Reads a tensor of the weights as a list of `length` fractions.
    pub fn vector(&mut self, name: &str, length: usize) -> Result<Vec<f32>, ModelError> {
        self.fractions(name, &[length])
    }

    /// Reads a tensor of the weights as a table of `rows` × `columns` numbers.
    pub fn table(&mut self, name: &str, rows: usize, columns: usize) -> Result<Table, ModelError> {
        if self.dtype(name)? != Dtype::U8 {
            return Ok(Table::Fractions(self.fractions(name, &[rows, columns])?));
        }
        if !columns.is_multiple_of(BLOCK) {
            let reason = format!("`{name}` has 4 bits a number, but {columns} columns are no whole blocks");
            return Err(ModelError::of(WEIGHTS_FILE, reason));
        }
        let codes = self.bytes(name, &[rows, columns / 2])?;
        let scales = self.fractions(&format!("{name}.scales"), &[rows, columns / BLOCK])?;
        Ok(Table::Four { codes, scales })
    }

    /// Reads a linear layer's weights with their biases. The rows of all `names` stand one below the other, each of
    /// `columns` numbers.
    pub fn linear(&mut self, names: &[String], rows: usize, columns: usize) -> Result<Linear, ModelError> {
        let mut linear: Option<Linear> = None;
        for name in names {
            let bias = self.vector(&format!("{name}.bias"), rows)?;
            let table = self.table(&format!("{name}.weight"), rows, columns)?;
            let kind = table.kind();
            let linear = linear.get_or_insert_with(|| Linear::new(kind, columns));
            if linear.kind() != kind {
                let reason = format!("`{name}` has another number of bits than the tensors beside it");
                return Err(ModelError::of(WEIGHTS_FILE, reason));
            }
            for (row, bias) in bias.into_iter().enumerate() {
                match &table {
                    Table::Four { codes, scales } => {
                        let (codes, scales) =
                            (row_of(codes, row, columns / 2), row_of(scales, row, columns / BLOCK));
                        linear.push_row(&widen_codes(codes), scales, bias);
                    }
                    Table::Fractions(numbers) => {
                        let (codes, scales) = encode_row(kind, row_of(numbers, row, columns));
                        linear.push_row(&codes, &scales, bias);
                    }
                }
            }
        }
        linear.ok_or_else(|| ModelError::of(WEIGHTS_FILE, "no layer was asked for"))
    }

    fn dtype(&self, name: &str) -> Result<Dtype, ModelError> {
        let name = format!("{}{name}", self.prefix);
        let info = self.header.info(&name).ok_or_else(|| missing_tensor_error(&name))?;
        Ok(info.dtype)
    }

    fn fractions(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ModelError> {
        let dtype = self.dtype(name)?;
        let bytes = self.bytes(name, shape)?;
        let numbers: Vec<f32> = match dtype {
            Dtype::F32 => bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect(),
            Dtype::F16 => bytes.as_chunks().0.iter().map(|b| f16::from_le_bytes(*b).to_f32()).collect(),
            Dtype::BF16 => bytes.as_chunks().0.iter().map(|b| bf16::from_le_bytes(*b).to_f32()).collect(),
            other => {
                let reason = format!("`{name}` has numbers of type {other:?}");
                return Err(ModelError::of(WEIGHTS_FILE, reason));
            }
        };
        if numbers.iter().all(|number| number.is_finite()) {
            return Ok(numbers);
        }
        let reason = format!("`{name}` holds numbers that are not finite");
        Err(ModelError::of(WEIGHTS_FILE, reason))
    }

    fn bytes(&mut self, name: &str, shape: &[usize]) -> Result<Vec<u8>, ModelError> {
        let name = format!("{}{name}", self.prefix);
        let info = self.header.info(&name).ok_or_else(|| missing_tensor_error(&name))?;
        if info.shape != shape {
            let reason = format!("`{name}` is of shape {:?}, where the model has {shape:?}", info.shape);
            return Err(ModelError::of(WEIGHTS_FILE, reason));
        }
        let (from, to) = info.data_offsets;
        self.file
            .seek(SeekFrom::Start(self.start + from as u64))
            .map_err(|e| ModelError::of(WEIGHTS_FILE, e))?;
        read_bytes(&mut self.file, to - from)
    }
}

impl Table {
    /// The codes of the rows, in the layout of the kernel.
    fn kind(&self) -> Codes {
        match self {
            Self::Four { .. } => Codes::Four,
            Self::Fractions(_) => Codes::Seven,
        }
    }
}

/// The error of a tensor that the file lacks.
fn missing_tensor_error(name: &str) -> ModelError {
    ModelError::of(WEIGHTS_FILE, format!("there is no tensor `{name}` in it"))
}

/// Reads `length` bytes of `file`; a failed allocation is an error and aborts nothing.
fn read_bytes(file: &mut File, length: usize) -> Result<Vec<u8>, ModelError> {
    let mut bytes = reserve_bytes(length)?;
    bytes.resize(length, 0);
    file.read_exact(&mut bytes).map_err(|e| ModelError::of(WEIGHTS_FILE, e))?;
    Ok(bytes)
}

/// Allocates a buffer; a failed allocation is an error.
pub(crate) fn reserve_bytes(length: usize) -> Result<Vec<u8>, ModelError> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| ModelError::NoMemory { bytes: length })?;
    Ok(bytes)
}

/// A row of a table.
pub(crate) fn row_of<T>(table: &[T], row: usize, width: usize) -> &[T] {
    &table[row * width..(row + 1) * width]
}

/// Unpacks two numbers a byte to one number a byte, in their order.
fn widen_codes(codes: &[u8]) -> Vec<u8> {
    let halves = codes.as_chunks::<{ BLOCK / 2 }>().0.iter();
    halves.flat_map(|block| block.iter().map(|b| b & 15).chain(block.iter().map(|b| b >> 4))).collect()
}

/// Adds the numbers of a row of 4 bits to `sum`.
pub(crate) fn add_row(codes: &[u8], scales: &[f32], sum: &mut [f32]) {
    let blocks = codes.as_chunks::<{ BLOCK / 2 }>().0.iter().zip(scales);
    for ((codes, scale), sum) in blocks.zip(sum.as_chunks_mut::<BLOCK>().0) {
        let (low, high) = sum.split_at_mut(BLOCK / 2);
        for ((code, low), high) in codes.iter().zip(low).zip(high) {
            *low += f32::from((code & 15) as i8 - 8) * scale;
            *high += f32::from((code >> 4) as i8 - 8) * scale;
        }
    }
}

/// A row rounded to codes with a scale a block, both filled up to whole blocks.
pub(crate) fn encode_row(kind: Codes, row: &[f32]) -> (Vec<u8>, Vec<f32>) {
    let offset = kind.offset();
    let greatest = match kind {
        Codes::Four => 7,
        Codes::Seven => 63,
    };
    let blocks = row.len().div_ceil(BLOCK);
    let mut codes = vec![offset as u8; blocks * BLOCK];
    let mut scales = Vec::with_capacity(blocks);
    for (numbers, codes) in row.chunks(BLOCK).zip(codes.chunks_mut(BLOCK)) {
        let most = numbers.iter().fold(0f32, |most, x| most.max(x.abs()));
        let scale = most / greatest as f32;
        let inverse = if scale > 0.0 { 1.0 / scale } else { 0.0 };
        for (code, number) in codes.iter_mut().zip(numbers) {
            *code = ((number * inverse).round() as i32 + offset) as u8;
        }
        scales.push(scale);
    }
    (codes, scales)
}
