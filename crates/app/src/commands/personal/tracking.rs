//! Commands of the personal assistant's metrics, and its notices for the person.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! tracking_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// What waits for the person, counted, and the reminders that came due.
            get_waiting: $crate::personal::firing::get_waiting, $crate::api::Empty => $crate::personal::firing::WaitingWork,
                GET "/api/assistant/waiting", Read, [Personal], [];
            /// Puts an open reminder off.
            snooze_reminder: $crate::personal::firing::snooze_reminder, $crate::personal::firing::SnoozeReminder => celeiro_domain::personal::reminder::Reminder,
                POST "/api/assistant/reminders/{id}/snooze", Read, [], [Personal];
            /// Lists entries of metrics, the newest day first.
            list_metrics: $crate::personal::tracking::entries::list_metrics, $crate::personal::tracking::entries::ListMetrics => Vec<celeiro_domain::personal::metric::Metric>,
                GET "/api/assistant/metrics", Personal, [Personal], [];
            /// Enters a value of a metric.
            create_metric: $crate::personal::tracking::entries::create_metric, $crate::personal::tracking::entries::CreateMetric => celeiro_domain::personal::metric::Metric,
                POST "/api/assistant/metrics", Personal, [], [Personal];
            /// The metrics that have entries, with their number.
            list_metric_types: $crate::personal::tracking::entries::list_metric_types, $crate::api::Empty => Vec<$crate::personal::tracking::entries::MetricType>,
                GET "/api/assistant/metrics/types", Personal, [Personal], [];
            /// A metric over the last days: its entries, and its value of each day.
            get_metric_history: $crate::personal::tracking::figures::get_metric_history, $crate::personal::tracking::figures::ReadHistory => celeiro_domain::personal::tracking::TrackingHistory,
                GET "/api/assistant/metrics/history", Personal, [Personal], [];
            /// Trends of metrics over the last days, and what connects them.
            get_metric_trends: $crate::personal::tracking::figures::get_metric_trends, $crate::personal::tracking::figures::AnalyzeMetrics => $crate::personal::tracking::figures::TrendReport,
                GET "/api/assistant/metrics/trends", Personal, [Personal], [];
            /// Metrics as CSV.
            export_metrics: $crate::personal::tracking::table::export_metrics, $crate::personal::tracking::table::ExportMetrics => $crate::personal::tracking::table::MetricsFile,
                GET "/api/assistant/metrics/export", Personal, [Personal], [];
            /// Enters the rows of a CSV that are not there yet: all of it, or nothing where a row is wrong.
            import_metrics: $crate::personal::tracking::table::import_metrics, $crate::personal::tracking::table::ImportMetrics => $crate::personal::tracking::table::ImportedMetrics,
                POST "/api/assistant/metrics/import", Personal, [], [Personal];
            /// Reads an entry of a metric.
            get_metric: $crate::personal::tracking::entries::get_metric, $crate::api::ById => celeiro_domain::personal::metric::Metric,
                GET "/api/assistant/metrics/{id}", Personal, [Personal], [];
            /// Replaces an entry of a metric; 409 with both states where it was changed meanwhile.
            update_metric: $crate::personal::tracking::entries::update_metric, $crate::personal::tracking::entries::UpdateMetric => celeiro_domain::personal::metric::Metric,
                PUT "/api/assistant/metrics/{id}", Personal, [], [Personal];
            /// Deletes an entry of a metric; it can be brought back.
            delete_metric: $crate::personal::tracking::entries::delete_metric, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/metrics/{id}", Personal, [], [Personal];
            /// Brings a deleted entry of a metric back.
            restore_metric: $crate::personal::tracking::entries::restore_metric, $crate::api::WriteById => celeiro_domain::personal::metric::Metric,
                POST "/api/assistant/metrics/{id}/restore", Personal, [], [Personal];
        }
    };
}
