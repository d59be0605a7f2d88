//! Paging of histories and of the log of operations.

/// Most entries of a page.
pub(super) const MAX_PAGE: u32 = 500;

/// Offset and length of a page as the store takes them: at least 1 entry, at most [`MAX_PAGE`], `usual` where the
/// request says none.
pub(super) fn clamp_page(offset: Option<u32>, limit: Option<u32>, usual: u32) -> (i64, i64) {
    (i64::from(offset.unwrap_or(0)), i64::from(limit.unwrap_or(usual).clamp(1, MAX_PAGE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_its_usual_length_and_never_more_than_the_most() {
        assert_eq!(clamp_page(None, None, 50), (0, 50));
        assert_eq!(clamp_page(Some(7), Some(0), 50), (7, 1));
        assert_eq!(
            clamp_page(Some(u32::MAX), Some(u32::MAX), 50),
            (i64::from(u32::MAX), i64::from(MAX_PAGE))
        );
    }
}
