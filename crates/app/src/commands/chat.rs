//! Commands of conversations, their files, and the assistant's proposals.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! chat_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// Rates an answer down and makes a test of it.
            report_answer: $crate::bench::bad_answers::report_answer, $crate::bench::bad_answers::ReportAnswer => $crate::bench::bad_answers::AnswerReport,
                POST "/api/messages/{id}/report", Read, [], [Conversations, QuerySets];
            /// Lists conversations, pinned ones first, then the newest; found by title or by what was said.
            list_conversations: $crate::chat::conversations::list_conversations, $crate::chat::conversations::ListConversations => $crate::chat::conversations::ConversationPage,
                GET "/api/conversations", Read, [Conversations], [];
            /// Reads a conversation with every message of every branch.
            get_conversation: $crate::chat::conversations::get_conversation, $crate::api::ById => celeiro_domain::chat::ConversationDetail,
                GET "/api/conversations/{id}", Read, [Conversations], [];
            /// Renames or pins a conversation, or opens one of its branches.
            update_conversation: $crate::chat::conversations::update_conversation, $crate::chat::conversations::UpdateConversation => celeiro_domain::chat::Conversation,
                PUT "/api/conversations/{id}", Read, [], [Conversations];
            /// Deletes a conversation; it can be restored.
            delete_conversation: $crate::chat::conversations::delete_conversation, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/conversations/{id}", Read, [], [Conversations];
            /// Brings a deleted conversation back.
            restore_conversation: $crate::chat::conversations::restore_conversation, $crate::api::WriteById => celeiro_domain::chat::Conversation,
                POST "/api/conversations/{id}/restore", Read, [], [Conversations];
            /// Says what a person thinks of an answer, or takes it back.
            set_feedback: $crate::chat::conversations::set_feedback, $crate::chat::conversations::SetFeedback => celeiro_domain::chat::Message,
                PUT "/api/messages/{id}/feedback", Read, [], [Conversations];
            /// Stops a turn under way; what was said so far is kept.
            stop_turn: $crate::chat::conversations::stop_turn, $crate::chat::conversations::StopTurn => $crate::chat::conversations::StopOutcome,
                POST "/api/turns/{operationId}/stop", Read, [], [Conversations];
            /// Keeps a picture or file that was sent for the next message of the chat.
            add_message_attachment: $crate::chat::attachments::api::add_message_attachment, $crate::chat::attachments::api::AddMessageAttachment => celeiro_domain::chat::MessageAttachment,
                POST "/api/chat/attachments", Read, [], [Transfers];
            /// What is known of a picture or file of a message, or of one that waits for its message.
            get_message_attachment: $crate::chat::attachments::api::get_message_attachment, $crate::api::ById => celeiro_domain::chat::MessageAttachment,
                GET "/api/chat/attachments/{id}", Read, [], [];
            /// A picture of a message, to be shown.
            get_message_picture: $crate::chat::attachments::api::get_message_picture, $crate::api::ById => $crate::catalog::attachments::pictures::Picture,
                GET "/api/chat/attachments/{id}/picture", Read, [], [];
            /// Makes a picture or file of a message ready to be fetched.
            save_message_attachment: $crate::chat::attachments::api::save_message_attachment, $crate::api::ById => $crate::export::api::DownloadReady,
                POST "/api/chat/attachments/{id}/download", Read, [], [Transfers];
            /// Leaves out a picture or file that waits for its message.
            drop_message_attachment: $crate::chat::attachments::api::drop_message_attachment, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/chat/attachments/{id}", Read, [], [Transfers];
            /// Writes down what was dictated, for the person to read; nothing is sent.
            transcribe_audio: $crate::chat::dictation::transcribe_audio, $crate::chat::dictation::TranscribeAudio => $crate::chat::dictation::Transcript,
                POST "/api/chat/transcriptions", Read, [], [Transfers];
            /// The tools that a model may ask for in assistant mode.
            list_tools: $crate::assistant::actions::list_tools, $crate::api::Empty => Vec<celeiro_domain::assistant::ToolDefinition>,
                GET "/api/tools", Read, [], [];
            /// Lists writes that the assistant proposed, the newest first; with `state=pending` those that wait.
            list_actions: $crate::assistant::actions::list_actions, $crate::assistant::actions::ListActions => Vec<celeiro_domain::assistant::Action>,
                GET "/api/actions", Read, [Actions], [];
            /// Reads a write that the assistant proposed.
            get_action: $crate::assistant::actions::get_action, $crate::api::ById => celeiro_domain::assistant::Action,
                GET "/api/actions/{id}", Read, [Actions], [];
            /// Confirms a write that waits: what its card shows is done, once.
            confirm_action: $crate::assistant::actions::confirm_action, $crate::assistant::actions::ConfirmAction => celeiro_domain::assistant::Action,
                POST "/api/actions/{id}/confirm", Read, [], [Actions, Catalog, Faqs, Status, Personal];
            /// Rejects a write that waits.
            reject_action: $crate::assistant::actions::reject_action, $crate::api::ById => celeiro_domain::assistant::Action,
                POST "/api/actions/{id}/reject", Read, [], [Actions];
            /// Puts a write with other arguments in the place of one that waits; it waits in turn.
            correct_action: $crate::assistant::actions::correct_action, $crate::assistant::actions::CorrectAction => celeiro_domain::assistant::Action,
                POST "/api/actions/{id}/correct", Read, [], [Actions];
            /// Whether a write of the assistant can be taken back, and how many others with it.
            get_undoable: $crate::assistant::undo::get_undoable, $crate::assistant::undo::GetUndoable => $crate::assistant::undo::UndoableAction,
                GET "/api/actions/{id}/undoable", Read, [Actions, Catalog, Faqs], [];
            /// Takes confirmed writes of the assistant back where the same was not changed since, or has them again.
            undo_actions: $crate::assistant::undo::undo_actions, $crate::assistant::undo::UndoActions => $crate::assistant::undo::UndoneActions,
                POST "/api/actions/undo", Read, [], [Actions, Catalog, Faqs, Status, Personal];
        }
    };
}
