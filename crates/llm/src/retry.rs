//! The one layer that sends a failed request again.
//!
//! At most four requests, waiting 1 s, 2 s and 4 s (with jitter, so that many clients do not come
//! back in step) or as long as the server asked, and never beyond the caller's deadline. Which
//! failures are worth another try is the caller's knowledge; that nothing above repeats what was
//! repeated here is a rule of the project.

use std::time::{Duration, SystemTime};

use rand::Rng;
use reqwest::header::{HeaderMap, RETRY_AFTER};

/// Requests sent for one call, the first included.
pub const MAX_REQUESTS: u32 = 4;
/// Wait before the second request; doubled for each further one.
const FIRST_WAIT: Duration = Duration::from_secs(1);
/// Share by which a wait is lengthened or shortened at random.
const JITTER: f64 = 0.25;

/// True for the status codes after which the same request may succeed: 408, 409, 429 and 5xx.
pub fn is_retryable_status(status: u16) -> bool {
    matches!(status, 408 | 409 | 429 | 500..=599)
}

/// Waiting time after the failure of request number `sent` (from 1). `None` where no further request is due: all are
/// used up, or the wait would not end within `remaining`.
///
/// A server's own wish (`retry_after`) replaces the plan, so it is honoured or the call fails.
pub fn wait_before_next(sent: u32, retry_after: Option<Duration>, remaining: Duration) -> Option<Duration> {
    if sent == 0 || sent >= MAX_REQUESTS {
        return None;
    }
    let planned = FIRST_WAIT * 2u32.pow(sent - 1);
    let jittered = planned.mul_f64(rand::rng().random_range(1.0 - JITTER..=1.0 + JITTER));
    let wait = retry_after.filter(|asked| !asked.is_zero()).unwrap_or(jittered);
    (wait < remaining).then_some(wait)
}

/// The wait that a server asks for in `retry-after-ms` (milliseconds) or `Retry-After`
/// (seconds, or a date as of RFC 9110 §10.2.3).
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    if let Some(millis) = text("retry-after-ms").and_then(|value| value.parse::<f64>().ok()) {
        return wait_from_seconds(millis / 1000.0);
    }
    let value = text(RETRY_AFTER.as_str())?;
    if let Ok(number) = value.parse::<f64>() {
        return wait_from_seconds(number);
    }
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

/// A number of seconds as a duration, if it is one that can be waited for (0 s to a day).
pub(crate) fn wait_from_seconds(number: f64) -> Option<Duration> {
    (0.0..=86_400.0).contains(&number).then(|| Duration::from_secs_f64(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn three_times_again_and_no_more() {
        for sent in 1..=3 {
            assert!(wait_before_next(sent, None, LONG).is_some(), "{sent}");
        }
        assert!(wait_before_next(4, None, LONG).is_none());
    }

    #[test]
    fn a_server_is_waited_for_or_left() {
        let asked = Some(Duration::from_secs(7));
        assert_eq!(wait_before_next(1, asked, LONG), asked);
        assert_eq!(wait_before_next(1, asked, Duration::from_secs(5)), None);
    }

    #[test]
    fn retry_after_is_read_in_every_form() {
        let read = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            retry_after(&headers)
        };
        assert_eq!(read("retry-after", "3"), Some(Duration::from_secs(3)));
        assert_eq!(read("retry-after-ms", "250"), Some(Duration::from_millis(250)));
        assert_eq!(read("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
        for odd in ["-1", "NaN", "inf", "1e300", "soon", ""] {
            assert_eq!(read("retry-after", odd), None, "{odd}");
        }
    }

    proptest! {
        #[test]
        fn waits_stay_near_the_plan(sent in 1u32..4) {
            let plan = FIRST_WAIT * 2u32.pow(sent - 1);
            let wait = wait_before_next(sent, None, LONG).unwrap();
            prop_assert!(wait >= plan.mul_f64(0.74) && wait <= plan.mul_f64(1.26));
        }
    }
}
