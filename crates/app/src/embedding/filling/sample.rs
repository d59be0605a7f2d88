//! Bounded sample of records' texts, spread evenly over all candidates.

/// Keeps every record, or, where their texts would be too many, every second, every fourth and so on.
pub(crate) struct Sample {
    /// Most bytes.
    most: usize,
    bytes: usize,
    /// The texts of each kept record.
    kept: Vec<Vec<String>>,
    offered: usize,
    step: usize,
}

impl Sample {
    /// One of at most `most` bytes; the texts of a single record are kept whatever their length.
    pub fn new(most: usize) -> Self {
        Self { most, bytes: 0, kept: Vec::new(), offered: 0, step: 1 }
    }

    /// Offers the texts of the next record to the sample that a fitted model learns from.
    pub fn add(&mut self, texts: Vec<String>) {
        let is_due = self.offered.is_multiple_of(self.step);
        self.offered += 1;
        if !is_due {
            return;
        }
        self.bytes += size(&texts);
        self.kept.push(texts);
        while self.bytes > self.most && self.kept.len() > 1 {
            let mut at = 0;
            self.kept.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.bytes = self.kept.iter().map(|texts| size(texts)).sum();
            self.step *= 2;
        }
    }

    /// The texts of the sample, in order.
    pub fn into_texts(self) -> Vec<String> {
        self.kept.into_iter().flatten().collect()
    }
}

fn size(texts: &[String]) -> usize {
    texts.iter().map(String::len).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(most: usize, records: usize) -> Vec<String> {
        let mut sample = Sample::new(most);
        (0..records).for_each(|n| sample.add(vec![format!("{n:04}"), format!("{n:04}")]));
        sample.into_texts()
    }

    #[test]
    fn what_fits_is_kept_in_order() {
        assert_eq!(sample(24, 3), ["0000", "0000", "0001", "0001", "0002", "0002"]);
    }

    #[test]
    fn of_more_than_fits_an_even_part_is_kept() {
        let kept = sample(800, 1_000);
        assert!(kept.concat().len() <= 800);
        let records: Vec<usize> = kept.iter().step_by(2).map(|text| text.parse().unwrap()).collect();
        assert_eq!(records, (0..1_000).step_by(16).collect::<Vec<_>>());
    }

    #[test]
    fn one_record_is_kept_however_long() {
        assert_eq!(sample(1, 50).len(), 2);
    }
}
