//! Commands of the personal assistant: people, reminders, decisions.

mod finance;
mod memory;
mod reports;
mod tracking;
mod vault;

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! personal_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// Whether the personal assistant is on, and in which time zone it lives.
            get_personal_state: $crate::personal::switch::get_personal_state, $crate::api::Empty => $crate::personal::switch::PersonalState,
                GET "/api/assistant/state", Read, [Config], [];
            /// Lists people: the nearest to a text first, else by name.
            list_people: $crate::personal::people::list_people, $crate::personal::people::ListPeople => $crate::personal::people::PeoplePage,
                GET "/api/assistant/people", Read, [Personal], [];
            /// Enters a person.
            create_person: $crate::personal::people::create_person, $crate::personal::people::CreatePerson => celeiro_domain::personal::person::Person,
                POST "/api/assistant/people", Read, [], [Personal];
            /// Reads a person.
            get_person: $crate::personal::people::get_person, $crate::api::ById => celeiro_domain::personal::person::Person,
                GET "/api/assistant/people/{id}", Read, [Personal], [];
            /// Replaces a person; 409 with both states where they were changed meanwhile.
            update_person: $crate::personal::people::update_person, $crate::personal::people::UpdatePerson => celeiro_domain::personal::person::Person,
                PUT "/api/assistant/people/{id}", Read, [], [Personal];
            /// Deletes a person; they can be brought back.
            delete_person: $crate::personal::people::delete_person, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/people/{id}", Read, [], [Personal];
            /// Brings a deleted person back.
            restore_person: $crate::personal::people::restore_person, $crate::api::WriteById => celeiro_domain::personal::person::Person,
                POST "/api/assistant/people/{id}/restore", Read, [], [Personal];
            /// Birthdays of the next days, the next first.
            list_birthdays: $crate::personal::people::list_birthdays, $crate::personal::people::ListBirthdays => Vec<$crate::personal::people::NextBirthday>,
                GET "/api/assistant/birthdays", Read, [Personal], [];
            /// The conversations about a person, the latest first.
            list_person_conversations: $crate::personal::conversations::list_person_conversations, $crate::api::ById => Vec<$crate::personal::conversations::PersonConversation>,
                GET "/api/assistant/people/{id}/conversations", Read, [Personal, Conversations], [];
            /// The person whom a conversation is about.
            get_conversation_person: $crate::personal::conversations::get_conversation_person, $crate::api::ById => $crate::personal::conversations::ConversationPerson,
                GET "/api/assistant/conversations/{id}/person", Read, [Personal, Conversations], [];
            /// Says about which person a conversation is, or about none.
            set_conversation_person: $crate::personal::conversations::set_conversation_person, $crate::personal::conversations::SetConversationPerson => $crate::personal::conversations::ConversationPerson,
                PUT "/api/assistant/conversations/{id}/person", Read, [], [Personal, Conversations];
            /// How the assistant speaks in a conversation, and which personas can be chosen.
            get_conversation_persona: $crate::personal::personas::get_conversation_persona, $crate::api::ById => $crate::personal::personas::ConversationPersona,
                GET "/api/assistant/conversations/{id}/persona", Read, [Config, Conversations], [];
            /// Says how the assistant speaks in a conversation, or leaves it to the settings.
            set_conversation_persona: $crate::personal::personas::set_conversation_persona, $crate::personal::personas::SetConversationPersona => $crate::personal::personas::ConversationPersona,
                PUT "/api/assistant/conversations/{id}/persona", Read, [], [Conversations];
            /// Lists reminders, the next due first.
            list_reminders: $crate::personal::reminders::list_reminders, $crate::personal::reminders::ListReminders => Vec<celeiro_domain::personal::reminder::Reminder>,
                GET "/api/assistant/reminders", Read, [Personal], [];
            /// Open reminders whose time has come, the longest due first.
            list_due_reminders: $crate::personal::reminders::list_due_reminders, $crate::api::Empty => Vec<celeiro_domain::personal::reminder::Reminder>,
                GET "/api/assistant/due-reminders", Read, [Personal], [];
            /// Enters a reminder.
            create_reminder: $crate::personal::reminders::create_reminder, $crate::personal::reminders::CreateReminder => celeiro_domain::personal::reminder::Reminder,
                POST "/api/assistant/reminders", Read, [], [Personal];
            /// Reads a reminder.
            get_reminder: $crate::personal::reminders::get_reminder, $crate::api::ById => celeiro_domain::personal::reminder::Reminder,
                GET "/api/assistant/reminders/{id}", Read, [Personal], [];
            /// Replaces a reminder; 409 with both states where it was changed meanwhile.
            update_reminder: $crate::personal::reminders::update_reminder, $crate::personal::reminders::UpdateReminder => celeiro_domain::personal::reminder::Reminder,
                PUT "/api/assistant/reminders/{id}", Read, [], [Personal];
            /// Marks a reminder as done; one that repeats is open again for its next time.
            complete_reminder: $crate::personal::reminders::complete_reminder, $crate::personal::reminders::ReminderCompletion => celeiro_domain::personal::reminder::Reminder,
                POST "/api/assistant/reminders/{id}/complete", Read, [], [Personal];
            /// Deletes a reminder; it can be brought back.
            delete_reminder: $crate::personal::reminders::delete_reminder, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/reminders/{id}", Read, [], [Personal];
            /// Brings a deleted reminder back.
            restore_reminder: $crate::personal::reminders::restore_reminder, $crate::api::WriteById => celeiro_domain::personal::reminder::Reminder,
                POST "/api/assistant/reminders/{id}/restore", Read, [], [Personal];
            /// Lists decisions, the next to be reviewed first.
            list_decisions: $crate::personal::decisions::list_decisions, $crate::personal::decisions::ListDecisions => Vec<celeiro_domain::personal::decision::Decision>,
                GET "/api/assistant/decisions", Personal, [Personal], [];
            /// Decisions whose day of review has come and that have no outcome yet.
            list_decisions_to_review: $crate::personal::decisions::list_decisions_to_review, $crate::api::Empty => Vec<celeiro_domain::personal::decision::Decision>,
                GET "/api/assistant/decisions-to-review", Personal, [Personal], [];
            /// Enters a decision.
            create_decision: $crate::personal::decisions::create_decision, $crate::personal::decisions::CreateDecision => celeiro_domain::personal::decision::Decision,
                POST "/api/assistant/decisions", Personal, [], [Personal];
            /// Reads a decision.
            get_decision: $crate::personal::decisions::get_decision, $crate::api::ById => celeiro_domain::personal::decision::Decision,
                GET "/api/assistant/decisions/{id}", Personal, [Personal], [];
            /// Replaces a decision; with an outcome it is reviewed. 409 with both states where it was changed meanwhile.
            update_decision: $crate::personal::decisions::update_decision, $crate::personal::decisions::UpdateDecision => celeiro_domain::personal::decision::Decision,
                PUT "/api/assistant/decisions/{id}", Personal, [], [Personal];
            /// Deletes a decision; it can be brought back.
            delete_decision: $crate::personal::decisions::delete_decision, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/decisions/{id}", Personal, [], [Personal];
            /// Brings a deleted decision back.
            restore_decision: $crate::personal::decisions::restore_decision, $crate::api::WriteById => celeiro_domain::personal::decision::Decision,
                POST "/api/assistant/decisions/{id}/restore", Personal, [], [Personal];
            /// All people, reminders, decisions and metrics that are not deleted.
            export_personal: $crate::personal::whole::export_personal, $crate::api::Empty => $crate::personal::whole::PersonalExport,
                GET "/api/assistant/export", Personal, [Personal], [];
            /// Deletes people, reminders, decisions or metrics for good: one, all of a kind, or all of it.
            forget_personal: $crate::personal::whole::forget_personal, $crate::personal::whole::ForgetPersonal => $crate::personal::whole::ForgottenCounts,
                POST "/api/assistant/forget", Personal, [], [Personal, Actions];
            /// Takes back what a write of people, reminders, decisions or metrics did, by its operation id.
            undo_personal: $crate::personal::whole::undo_personal, $crate::api::WriteById => $crate::personal::whole::UndonePersonal,
                POST "/api/assistant/changes/{id}/undo", Read, [], [Personal];
        }
    };
}
