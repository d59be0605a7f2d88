//! Commands of the personal assistant's reports.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! reports_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// Lists reports, the latest day first.
            list_reports: $crate::personal::reports::kept::list_reports, $crate::personal::reports::kept::ListReports => Vec<celeiro_domain::personal::report::Report>,
                GET "/api/assistant/reports", Personal, [Personal], [];
            /// Makes a report, in the place of the one of the same kind, day and subject; every number of a model's text is compared with the figures.
            make_report: $crate::personal::reports::making::make_report, $crate::personal::reports::making::MakeReport => celeiro_domain::personal::report::Report,
                POST "/api/assistant/reports", Personal, [], [Personal, Status];
            /// Reads a report with its figures and where they come from.
            get_report: $crate::personal::reports::kept::get_report, $crate::api::ById => celeiro_domain::personal::report::Report,
                GET "/api/assistant/reports/{id}", Personal, [Personal], [];
            /// Deletes a report; it can be brought back, and is not made again by itself.
            delete_report: $crate::personal::reports::kept::delete_report, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/reports/{id}", Personal, [], [Personal];
            /// Brings a deleted report back.
            restore_report: $crate::personal::reports::kept::restore_report, $crate::api::WriteById => celeiro_domain::personal::report::Report,
                POST "/api/assistant/reports/{id}/restore", Personal, [], [Personal];
            /// When reports are made by themselves.
            get_report_plan: $crate::personal::reports::plan::get_report_plan, $crate::api::Empty => $crate::personal::reports::plan::ReportPlan,
                GET "/api/assistant/report-settings", Personal, [Config], [];
            /// Saves when reports are made by themselves; none is unless its hour is given.
            save_report_plan: $crate::personal::reports::plan::save_report_plan, $crate::personal::reports::plan::ReportPlan => $crate::personal::reports::plan::ReportPlan,
                PUT "/api/assistant/report-settings", Personal, [], [Config];
        }
    };
}
