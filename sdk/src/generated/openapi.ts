/** The operations and events of the API. Written by `npm run openapi` from openapi.json; do not edit. */
export interface paths {
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I
         * @description The person this key acts as, and the workspace.
         */
        get: operations["apps_developer_api_api_get_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change my wishes
         * @description `language` is that of the mails that you get. `notes_language` is the language in which a language model writes the AI notes of your meetings: those that you organize, and those that you upload whose organizer has no wish. Adds a row to the audit log.
         */
        patch: operations["apps_developer_api_api_change_me"];
        trace?: never;
    };
    "/api/v1/audit_log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Requests on behalf of others, permanent deletions, and changes to people, keys and settings, newest first. Super admin keys only.
         */
        get: operations["apps_developer_api_api_list_audit_log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people
         * @description The accounts of the workspace, newest first, deactivated ones included.
         */
        get: operations["apps_developer_api_api_list_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a person
         * @description Makes an account, which sees what its address was invited to. Super admin keys only.
         */
        post: operations["apps_developer_api_api_create_user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a person
         * @description Cannot be undone. Keys, sessions and webhooks end at once. A job deletes what belongs only to the person; everywhere else it replaces the name with "Deleted person" and removes the address. A second request starts no new erasure. The last active admin cannot be erased (409), nor a person who is under legal hold or was in a meeting under legal hold (409). Super admin keys only, and never on behalf of others.
         */
        delete: operations["apps_developer_api_api_erase_user"];
        options?: never;
        head?: never;
        /**
         * Change a person
         * @description Renames them, changes their addresses, makes them an admin, deactivates or reactivates them. With a new `email` they keep the one before as an other address, and so their meetings. No two accounts have the same address (409). The next request of a deactivated person is refused. The last active admin must stay (409). While `legal_hold` is set, the meetings of this person are not deleted. Super admin keys only.
         */
        patch: operations["apps_developer_api_api_change_user"];
        trace?: never;
    };
    "/api/v1/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the workspace
         * @description Its name, plan and switches, and how much you and the workspace use of what is limited.
         */
        get: operations["apps_developer_api_api_get_workspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the workspace
         * @description Its name and switches. `retention: zero_day` permanently deletes all transcripts and media; `updated_at` of the recordings stays the same. `retention_days` deletes once a day what is older. While a `legal_hold` is set, nothing that it covers is deleted, and zero_day is a 409. `webhook_mail` is a 422 if the service sends no mail. `voices` false deletes the voices of everybody. Super admin keys only.
         */
        patch: operations["apps_developer_api_api_change_workspace"];
        trace?: never;
    };
    "/api/v1/installation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the operator set up
         * @description Single sign-on, the directory, mail, calendars and where data is kept, without any secret. `GET /api/v1/engines` has what transcribes and writes. Super admin keys only.
         */
        get: operations["apps_developer_api_api_get_installation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import people
         * @description From JSON, or from CSV whose first row names the columns `email`, `new_email`, `full_name`, `admin`, `active`. Accounts are identified by any of their addresses; people who are absent are not changed. All or nothing: every error names its row and column. With `dry_run` nothing is written. One active admin must be left (409). Super admin keys only.
         */
        post: operations["apps_developer_api_api_import_users"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/{user_id}/erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the progress of an erasure
         * @description Also works after the erasure: the id of the person stays. Super admin keys only.
         */
        get: operations["apps_developer_api_api_get_erasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures
         * @description Newest first, without the names of the persons. Super admin keys only.
         */
        get: operations["apps_developer_api_api_list_erasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview retention
         * @description Counts what the next nightly run would delete if these were the `retention_days` of the workspace. Deletes and changes nothing. What is under legal hold is not counted. Super admin keys only.
         */
        get: operations["apps_developer_api_api_count_old"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/former_texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List former texts under legal hold
         * @description What was overwritten or removed while a legal hold covered it, newest first, without the texts. It stays when the hold is lifted, and goes with its note or recording. Super admin keys only.
         */
        get: operations["apps_developer_api_api_list_former_texts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/former_text/{former_text_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a former text under legal hold
         * @description The whole text as it was. Each reading adds a row to the audit log. Super admin keys only.
         */
        get: operations["apps_developer_api_api_get_former_text"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/{user_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a person
         * @description All data of the person as one streamed document, without secrets and hashes of secrets. Each export adds a row to the audit log. Super admin keys only, and never on behalf of others.
         */
        get: operations["apps_developer_api_api_export_user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description The caller’s own keys, newest first, without secrets; a super admin key with the scope `admin` lists all of the workspace.
         */
        get: operations["apps_developer_api_api_list_api_keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api_key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an API key
         * @description A key for the caller. `secret` is the key itself; it is shown this once, and only its hash is kept. It can do no more, and lives no longer, than the key of the request. Beyond MAX_KEYS_PER_PERSON active keys: 409.
         */
        post: operations["apps_developer_api_api_create_api_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api_key/{api_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description Callers delete their own keys, a super admin key any of the workspace. Workspace webhooks that the key made stop for good.
         */
        delete: operations["apps_developer_api_api_delete_api_key"];
        options?: never;
        head?: never;
        /**
         * Change an API key
         * @description Renames it, switches it off or on again, changes its scopes and expiry. Callers change their own keys, a super admin key changes any of the workspace. Only a super admin key may do more to a super admin key than switch it off, or switch on what an administrator switched off. No key can give another what it lacks itself.
         */
        patch: operations["apps_developer_api_api_change_api_key"];
        trace?: never;
    };
    "/api/v1/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels
         * @description The channels the caller is in, newest first; a super admin key lists all, or with `mine` those of its owner.
         */
        get: operations["apps_developer_api_api_list_channels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a channel
         * @description The caller is its first member.
         */
        post: operations["apps_developer_api_api_create_channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channel/{channel_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a channel
         * @description One that the caller is in, or a public one; a private one is not found by others.
         */
        get: operations["apps_developer_api_api_get_channel"];
        put?: never;
        post?: never;
        /**
         * Delete a channel
         * @description What was published there no longer is; nothing else is deleted. Only members may.
         */
        delete: operations["apps_developer_api_api_delete_channel"];
        options?: never;
        head?: never;
        /**
         * Change a channel
         * @description Renames it, hides it or lets everyone find it, and sets the chat to which recaps published in it are sent (`deliver_to`; null ends it, and a key needs the scope `webhooks` for it). Only members may.
         */
        patch: operations["apps_developer_api_api_change_channel"];
        trace?: never;
    };
    "/api/v1/channel/{channel_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Newest accounts first, deactivated ones included; `member_count` leaves those out. For everyone who may get the channel.
         */
        get: operations["apps_developer_api_api_list_channel_members"];
        put?: never;
        /**
         * Add a member
         * @description Members add others; anyone may join a public channel by naming themself.
         */
        post: operations["apps_developer_api_api_add_channel_member"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channel/{channel_id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Members may leave, or remove others.
         */
        delete: operations["apps_developer_api_api_remove_channel_member"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List notes
         * @description The notes that the caller may see, newest first. Contents and attendees are only returned if they are requested.
         */
        post: operations["apps_developer_api_api_list_notes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a note
         * @description One note with all its fields.
         */
        get: operations["apps_developer_api_api_get_note"];
        put?: never;
        post?: never;
        /**
         * Delete a note
         * @description Deletes the note and all its recordings, for good; 409 under legal hold. Super admin keys only.
         */
        delete: operations["apps_developer_api_api_delete_note"];
        options?: never;
        head?: never;
        /**
         * Rename a note, or change what is planned
         * @description Changes the title; a calendar import then no longer renames the note. `planned` changes what rules do with this meeting, for this once, within the caller’s rights; nobody’s `never` is overruled (409). A past meeting has no plan (409).
         */
        patch: operations["apps_developer_api_api_update_note"];
        trace?: never;
    };
    "/api/v1/note/{note_id}/agenda": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write the agenda
         * @description Replaces the agenda, the title, or both. Action items are created, changed and removed with their lines.
         */
        post: operations["apps_developer_api_api_write_agenda"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/agenda/append": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Append to the agenda
         * @description Adds blocks at the end of the agenda; all other blocks stay.
         */
        post: operations["apps_developer_api_api_append_to_agenda"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/agenda/prepend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepend to the agenda
         * @description Adds blocks at the start of the agenda; all other blocks stay.
         */
        post: operations["apps_developer_api_api_prepend_to_agenda"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/agenda/find-replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find and replace in the agenda
         * @description Replaces a text of the native markup, which must occur exactly once, by another.
         */
        post: operations["apps_developer_api_api_find_replace_in_agenda"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/agenda/take-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take over what is left of an earlier meeting
         * @description Adds the headings of another note’s agenda, and its open action items with their assignees and due dates. There the items are archived, in the same transaction. Headings that the agenda has already are not added again, and people who have left are not assigned. For those who may edit both notes. If nothing is left, nothing changes. 422 for a note and itself.
         */
        post: operations["apps_developer_api_api_take_over_agenda"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a note
         * @description A note for an event that the caller attends, or one of their own.
         */
        post: operations["apps_developer_api_api_create_note"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the next meeting would be
         * @description The meeting that `make_next_meeting` makes without further fields, or the one that there is already: when it is, what it takes over, and who may get a calendar file. Nothing is made. For those who may edit the note.
         */
        get: operations["apps_developer_api_api_get_next_meeting"];
        put?: never;
        /**
         * Make the next meeting
         * @description Makes the next meeting of the series, or begins a series: with the same people, the headings of the agenda, and the open action items, which are archived here. The caller organizes it. It is as many days later as this one is after the one before, else a week, at the same hour, and not in the past. The times of an all-day meeting are midnights in UTC. If there is a later meeting of the series that the caller sees, or one at `start`, that one is answered and gets what is left (200). A calendar file of what the caller organizes and was made here goes by mail to those who are chosen, in their language: as an invitation, and to who organizes it as a file. Who turned these mails off gets none, and the answer does not tell. Outsiders need `outside_links` of the workspace (409). An address without an account gets it once. At most 20 mailings an hour, and 100 mails a day to such addresses (429). 409 for a meeting that the caller made and that was called off; 422 for mails where the service cannot send them. For those who may edit the note.
         */
        post: operations["apps_developer_api_api_make_next_meeting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List recordings
         * @description The recordings that the caller may see, newest first. Transcripts and AI notes are only returned if they are requested.
         */
        post: operations["apps_developer_api_api_list_recordings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a recording
         * @description One recording with all its fields.
         */
        get: operations["apps_developer_api_api_get_recording"];
        put?: never;
        post?: never;
        /**
         * Delete a recording
         * @description Deletes the recording for good; its note stays. 409 under legal hold. Super admin keys only.
         */
        delete: operations["apps_developer_api_api_delete_recording"];
        options?: never;
        head?: never;
        /**
         * Put a recording right
         * @description Changes the title, speakers, segments or AI notes. New names follow through AI notes that contain the old one and action items that AI notes found and nobody is assigned to. For those who may edit its note.
         */
        patch: operations["apps_developer_api_api_correct_recording"];
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the history of a recording
         * @description What was corrected, and by whom, newest first.
         */
        get: operations["apps_developer_api_api_get_recording_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/ai_notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rewrite the AI notes
         * @description Writes the AI notes again from the present transcript, in the background; the history shows when they are written. A second request meanwhile has no effect. For people who may edit the note. With `notes_language` in that language, which stays that of the recap; without it the nearest of recap, rule, template, person (the organizer, else who uploaded it), workspace and service counts. A 422 for a language without a language model: notes without one quote the meeting.
         */
        post: operations["apps_developer_api_api_write_ai_notes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a recording
         * @description What is being done with a recording that is there already: it is transcribed again, or its AI notes are written. null if nothing is.
         */
        get: operations["apps_developer_api_api_get_recording_progress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/transcribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transcribe a recording again
         * @description Hears the media of a recording again, in the background, with another language, number of speakers or model; then its AI notes are written again. The history shows when the words are there, and keeps those of before. For people who may edit the note. A 404 without a transcript or media, a 422 without a transcription service; a 409 while it is transcribed again already, or if corrections by hand would be lost.
         */
        post: operations["apps_developer_api_api_transcribe_recording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/translations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the translations of AI notes
         * @description For who sees the recording. Notes that were written again or changed have none.
         */
        get: operations["apps_developer_api_api_list_ai_notes_translations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/translation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Translate AI notes
         * @description Has a language model write the AI notes in another language, beside the first, for all who see the recording; in the background. Quotations stay in the original. One that is there, or is being written, stays; one that failed is tried again. A 404 without notes.
         */
        post: operations["apps_developer_api_api_translate_ai_notes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/mark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a moment of a recording
         * @description Keeps a second of a recording, with a line of your own if you like, for who may edit its note. While an upload is being sent or processed its uploader marks it by the same id, and the recording has the marks. The AI notes that are written afterwards are led by them. The same person marks the same millisecond once: another request changes the text, if it has one.
         */
        post: operations["apps_developer_api_api_mark_recording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/mark/{mark_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a mark
         * @description For who may edit the note of the recording, or sends the upload. A legal hold keeps its text.
         */
        delete: operations["apps_developer_api_api_delete_mark"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/marks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the marks of a note
         * @description For who may edit the note: moments that were marked beside a bot. A recording of the note that is made afterwards takes those that lie between its start and its end, and has them as its `marks`; the others stay here.
         */
        get: operations["apps_developer_api_api_list_note_marks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/mark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a moment beside a bot
         * @description Keeps a moment of the call, with a line of your own if you like, while a bot records it or is on its way, for who may edit the note. The same person marks the same millisecond once: another request changes the text, if it has one.
         */
        post: operations["apps_developer_api_api_mark_note"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/mark/{mark_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a mark of a note
         * @description For who may edit the note. A legal hold keeps its text.
         */
        delete: operations["apps_developer_api_api_delete_note_mark"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transcript
         * @description What was said, by whom and when; 404 for a recording without a transcript.
         */
        get: operations["apps_developer_api_api_get_transcript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/talk_time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the talk time
         * @description How long each speaker spoke, the longest first; 404 for a recording without a transcript.
         */
        get: operations["apps_developer_api_api_get_talk_time"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/voice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say “this is me” of a speaker
         * @description Reads your voice from the media of the recording and keeps it, sealed, so that speakers of later recordings are named by it. If the speaker may be somebody else, the claim waits for the words of those who were there, and nothing is kept of the voice until then: each who is not told apart by a name that came with the transcript or by their own “this is me” must say yes, and where somebody cannot be asked, at least one. The others are told (`questions`). If the voice is like that of somebody else which nobody confirmed, that one is contested, and whoever is confirmed first has it. Again, from another recording, it makes the voice surer. Each person gives only their own (403 on behalf of others). It renames nobody. 409 if the speaker is named as somebody else, somebody said that it is not you, the workspace keeps no voices, the media are gone, this server has no model for voices, the speaker says less than five seconds, or the voice is unlike your own.
         */
        post: operations["apps_developer_api_api_give_voice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/voice_claim/{claim_id}/word": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say whether a claimed speaker is who says so
         * @description For those who were told of a claim (`questions` of get_voice). A no ends the claim; a voice that was given by it is contested, and recognises nobody until others confirm its person in a recording. The last yes that a claim waits for gives the voice, which is then confirmed. You may change your word. 403 on behalf of others, 404 for a claim that you were not told of or of a recording that you do not see, 409 if the voice cannot be read: your word is kept all the same.
         */
        post: operations["apps_developer_api_api_say_of_voice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/voice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your voice
         * @description `voice` is null if you have none. Nobody else can read it, administrators included. `claims` are yours that wait for others, `questions` those of others that wait for you.
         */
        get: operations["apps_developer_api_api_get_voice"];
        put?: never;
        post?: never;
        /**
         * Delete your voice
         * @description With your claims. Names in recordings stay as they are; later recordings do not recognise you. A legal hold does not prevent it. That it was contested stays known.
         */
        delete: operations["apps_developer_api_api_delete_voice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note_templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the note templates
         * @description How the AI notes of the workspace should be written. Everyone can read ids and names of the templates, for `template_id` of an upload; super admins can read everything.
         */
        get: operations["apps_developer_api_api_get_note_templates"];
        /**
         * Replace the note templates
         * @description Replaces the whole document. A language model follows instructions and sections, and transcription services get the terms of the glossary. Notes get the template that the upload names, else that of the series, else the first whose `title_contains` is in the title, else the default. Super admin keys only.
         */
        put: operations["apps_developer_api_api_replace_note_templates"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/glossary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the glossary
         * @description Names and words as the workspace spells them. Everyone may read them.
         */
        get: operations["apps_developer_api_api_get_glossary"];
        /**
         * Replace the glossary
         * @description Replaces all of the terms. Transcription services get them in advance, and they are put into the words of new recordings where something was heard that sounds like them and is no ordinary word. Super admin keys only.
         */
        put: operations["apps_developer_api_api_replace_glossary"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/glossary/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest terms for the glossary
         * @description What people wrote at least twice in place of other words when they corrected transcripts. Only corrections of recordings that the caller sees are read, the newest 2,000 of them.
         */
        get: operations["apps_developer_api_api_suggest_terms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rules
         * @description What happens with meetings like these: the caller’s own rules and those of the workspace.
         */
        get: operations["apps_developer_api_api_list_rules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a rule
         * @description For each field of `do` the first matching rule counts, a person’s before the workspace’s; `record: never` of anybody who attends always wins. A rule acts as its person, with the rights that they have then; the workspace’s as the organizer of the meeting, else as who brought it. Ids must be of what the caller sees (404). Adds a row to the audit log.
         */
        post: operations["apps_developer_api_api_create_rule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rule/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a rule
         * @description What it did stays. One’s own; super admins also those of the workspace. Adds a row to the audit log.
         */
        delete: operations["apps_developer_api_api_delete_rule"];
        options?: never;
        head?: never;
        /**
         * Change a rule
         * @description `match` and `do` are replaced whole. One’s own; super admins also those of the workspace. Adds a row to the audit log.
         */
        patch: operations["apps_developer_api_api_update_rule"];
        trace?: never;
    };
    "/api/v1/me/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the devices on which I am reminded
         * @description By web push (RFC 8030): a rule with `record: remind` sends a reminder to each of them. None until the person adds one. With the public key that a browser needs to subscribe.
         */
        get: operations["apps_developer_api_api_list_push_devices"];
        put?: never;
        /**
         * Be reminded on a device
         * @description Takes the subscription as a browser gives it, and keeps it sealed; requests go only to public addresses. The same `endpoint` again changes its keys and `titles`. It ends with the session or the key that added it. A push service that answers 404 or 410 withdraws it. Only for the person themself (403 on behalf of others). Adds a row to the audit log.
         */
        post: operations["apps_developer_api_api_add_push_device"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/push/{push_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw a device
         * @description It is not reminded any more. Adds a row to the audit log.
         */
        delete: operations["apps_developer_api_api_withdraw_push_device"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my reminders
         * @description Of meetings that are not over: each was made 120 seconds before the meeting by a rule with `record: remind`. A new one is a change of its note in `/api/v1/changes`, for its person alone.
         */
        get: operations["apps_developer_api_api_list_reminders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/reminders/{note_id}/shown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that I saw a reminder
         * @description For a page that showed it: it does not come by mail then. 404 without such a reminder.
         */
        post: operations["apps_developer_api_api_show_reminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What I hear of by mail
         * @description What I hear of by mail
         */
        get: operations["apps_developer_api_api_get_notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what I hear of by mail
         * @description A mail has what you may read at the moment when it is sent, and each recap comes once. 422 where the service cannot send mails.
         */
        patch: operations["apps_developer_api_api_change_notifications"];
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a recap to its attendees
         * @description To every active account that attended and may read it, but you, also if they never chose mails. No person gets it twice: `already` are those who had it, or get it with those of a day. Who stopped these mails gets none, and the answer does not tell. `left_out` are addresses without an account: those who attend may choose some of them as `outsiders`, where the workspace has `outside_links` (else 409); each gets it once, and their mail has no links. `to` chooses among those who would get it; `preview` sends nothing. Answers go to who sent it. For those who may edit the note, at most 20 times an hour, with 100 mails a day to outsiders (429). 422 where the service cannot send mails, or the recap has no AI notes yet.
         */
        post: operations["apps_developer_api_api_mail_recap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit an upload
         * @description Accepts a recording as the URL of its media or as a transcript; AI notes are written from it. With an `Idempotency-Key` the same request may be repeated within 24 hours: it gets the first answer again, with `Idempotency-Replayed: true`. A URL of media is a 422 if the operator has configured no transcription service (`STT_URL`, `STT_KIND`). To send a file, use the tus protocol at `/api/v1/recordings/upload/tus`.
         */
        post: operations["apps_developer_api_api_submit_upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/upload/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List uploads
         * @description The status of the recordings that the caller uploaded, newest first; a super admin key lists all.
         */
        post: operations["apps_developer_api_api_list_uploads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/upload/{recording_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an upload
         * @description Stops an upload that is PENDING: it is FAILED, the work on it ends within 2 s, and its media are deleted. By the person who sent it, and by super admin keys. A 409 for one that is SUCCESS or FAILED. A file that is still being sent is taken back by `DELETE` on its own address.
         */
        post: operations["apps_developer_api_api_cancel_upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/upload/{recording_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an upload
         * @description The status of one uploaded recording. With `wait` the answer comes as soon as the upload is no longer PENDING, or after this number of seconds.
         */
        get: operations["apps_developer_api_api_get_upload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/upload/tus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List unfinished resumable uploads
         * @description The caller's incomplete uploads, newest first. This request does not stop an upload that is being sent.
         */
        get: operations["apps_developer_api_api_list_resumable_uploads"];
        put?: never;
        /**
         * Create a resumable upload
         * @description The tus protocol ([tus.io](https://tus.io), version 1.0.0), which many clients support: create an upload, send the file in pieces to its `Location`, get the offset after a lost connection, continue there. After the last byte the file is submitted like any other upload.
         */
        post: operations["apps_developer_api_api_create_resumable_upload"];
        delete?: never;
        /**
         * Get the options of resumable uploads
         * @description Get the options of resumable uploads
         */
        options: operations["apps_developer_api_api_get_tus_options"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/upload/tus/{recording_id}/words": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the words of a recording while it is made
         * @description Of an upload whose length is not sent yet, where the service transcribes on its own machine: what was said from a second on, up to the last pause. Preliminary, without speakers, and never stored; the transcript replaces it. A recording that waits to be transcribed comes first. Ask every few seconds; this request does not stop an upload that is being sent.
         */
        get: operations["apps_developer_api_api_get_live_words"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/action_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List action items
         * @description The items of notes that the caller may see, their own, and those assigned to them.
         */
        post: operations["apps_developer_api_api_list_action_items"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/action_item/{item_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an action item
         * @description Get an action item
         */
        get: operations["apps_developer_api_api_get_action_item"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit an action item
         * @description For people who may edit its note; without a note, for its creator. Only the given fields change, never the status.
         */
        patch: operations["apps_developer_api_api_update_action_item"];
        trace?: never;
    };
    "/api/v1/action_item": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an action item
         * @description At the end of the agenda of a note that the caller may edit, or without a note.
         */
        post: operations["apps_developer_api_api_create_action_item"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/action_item/{item_id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete or reopen an action item
         * @description For its assignees and people who may edit it. An item of type `all` is done once every assignee has completed it, or as soon as an editor who is not assigned does. Reopening clears all marks.
         */
        post: operations["apps_developer_api_api_complete_action_item"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/action_item/{item_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive an action item
         * @description Sets `Archived` and `wont_do`: it will not be done. For its assignees and people who may edit it.
         */
        post: operations["apps_developer_api_api_archive_action_item"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List decisions
         * @description Those of recordings, and of notes alone, that the caller may see.
         */
        post: operations["apps_developer_api_api_list_decisions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/decision/{decision_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a decision
         * @description Get a decision
         */
        get: operations["apps_developer_api_api_get_decision"];
        put?: never;
        post?: never;
        /**
         * Delete a decision
         * @description For people who may edit its note. One that people made or changed must be withdrawn before (409 otherwise).
         */
        delete: operations["apps_developer_api_api_delete_decision"];
        options?: never;
        head?: never;
        /**
         * Change a decision
         * @description For people who may edit its note. Only the given fields change. What it supersedes stands again when it is withdrawn or deleted.
         */
        patch: operations["apps_developer_api_api_update_decision"];
        trace?: never;
    };
    "/api/v1/decision/{decision_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the history of a decision
         * @description What was changed and by whom, newest first. What names a decision that the caller may not see is left out; that such a one replaced this one is told without it.
         */
        get: operations["apps_developer_api_api_get_decision_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a decision
         * @description For people who may edit the note. With `recording_id` it is one of that recording, and seen by all who see it; without, it stands at the end of the agenda. A `quote` must stand in the transcript word for word.
         */
        post: operations["apps_developer_api_api_create_decision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/sharing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who a note is open to
         * @description The shares and publications that count, and what the caller may do. Attendees and super admins see all shares, others see only their own shares; private channels are shown only to their members and super admins.
         */
        get: operations["apps_developer_api_api_get_note_sharing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Share a note
         * @description Lets another person see it, but not its recordings; sharing again with another `can_edit` changes that. Only attendees may share it.
         */
        post: operations["apps_developer_api_api_share_note"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/share/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take back a share of a note
         * @description Attendees may take it back; the person who received it may give it up.
         */
        delete: operations["apps_developer_api_api_unshare_note"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/sharing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who a recording is open to
         * @description The shares and publications that count, and what the caller may do. Attendees and super admins see all shares, others see only their own shares; private channels are shown only to their members and super admins.
         */
        get: operations["apps_developer_api_api_get_recording_sharing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Share a recording
         * @description Lets another person see it, but not its note; sharing again with another `can_edit` changes that. Only attendees may share it.
         */
        post: operations["apps_developer_api_api_share_recording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/share/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take back a share of a recording
         * @description Attendees may take it back; the person who received it may give it up.
         */
        delete: operations["apps_developer_api_api_unshare_recording"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/series/{series_id}/sharing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who a series is open to
         * @description The shares that count, and what the caller may do. Attendees and super admins see all shares, others see only their own shares. A series cannot be published.
         */
        get: operations["apps_developer_api_api_get_series_sharing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/series/{series_id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Share a series
         * @description Lets another person see it, with those of its notes and recordings whose event the caller attends (without an event: whose note the caller made), later ones too; sharing again with another `can_edit` changes that. Only attendees may share it.
         */
        post: operations["apps_developer_api_api_share_series"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/series/{series_id}/share/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take back a share of a series
         * @description Attendees may take it back; the person who received it may give it up.
         */
        delete: operations["apps_developer_api_api_unshare_series"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a note
         * @description Shows it to everyone in a channel, but not its recordings. Attendees may publish it, in channels they are in.
         */
        post: operations["apps_developer_api_api_publish_note"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/publish/{channel_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a note out of a channel
         * @description Attendees may do so, in channels they are in.
         */
        delete: operations["apps_developer_api_api_unpublish_note"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a recording
         * @description Shows it to everyone in a channel, but not its note. Attendees may publish it, in channels they are in.
         */
        post: operations["apps_developer_api_api_publish_recording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/publish/{channel_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a recording out of a channel
         * @description Attendees may do so, in channels they are in.
         */
        delete: operations["apps_developer_api_api_unpublish_recording"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link to a note for people without an account
         * @description Who has the link sees the title of the note and the `parts`, and nothing else of the workspace. Only attendees may make one. It works while its maker may share the note, at most until it expires. Adds a row to the audit log, and so does each opening.
         */
        post: operations["apps_developer_api_api_create_note_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the links to a note for people without an account
         * @description Without their addresses. For attendees and super admins.
         */
        get: operations["apps_developer_api_api_list_note_links"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/link/{link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw a link to a note
         * @description It opens nothing from then on. For attendees and super admins. Adds a row to the audit log, and answers the links that remain.
         */
        delete: operations["apps_developer_api_api_delete_note_link"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link to a recording for people without an account
         * @description Who has the link sees the title of the recording and the `parts`, and nothing else of the workspace. Only attendees may make one. It works while its maker may share the recording, at most until it expires. Adds a row to the audit log, and so does each opening.
         */
        post: operations["apps_developer_api_api_create_recording_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the links to a recording for people without an account
         * @description Without their addresses. For attendees and super admins.
         */
        get: operations["apps_developer_api_api_list_recording_links"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recording/{recording_id}/link/{link_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw a link to a recording
         * @description It opens nothing from then on. For attendees and super admins. Adds a row to the audit log, and answers the links that remain.
         */
        delete: operations["apps_developer_api_api_delete_recording_link"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a webhook
         * @description Calls the endpoint first: it must send back, as plain text, the `challenge` that it receives. A person may have 25 user webhooks and a workspace 100 workspace webhooks, unless the service is set otherwise: one more is a 409.
         */
        post: operations["apps_developer_api_api_create_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description The caller's own user webhooks, newest first; a super admin key lists all, of both scopes.
         */
        get: operations["apps_developer_api_api_list_webhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description One webhook, without its secret.
         */
        get: operations["apps_developer_api_api_get_webhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes the webhook with its deliveries; messages that still wait are not sent.
         */
        delete: operations["apps_developer_api_api_delete_webhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes the given fields; a new URL is verified first.
         */
        patch: operations["apps_developer_api_api_update_webhook"];
        trace?: never;
    };
    "/api/v1/webhook/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description The messages of the webhook and their results, newest first.
         */
        get: operations["apps_developer_api_api_list_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook/{webhook_id}/delivery/{hook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description One message with the payload as it is sent, and every attempt.
         */
        get: operations["apps_developer_api_api_get_delivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook/{webhook_id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get statistics
         * @description How many messages were delivered, failed, were skipped or still wait, and how long requests took, by hour or by day.
         */
        get: operations["apps_developer_api_api_get_webhook_statistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook/{webhook_id}/delivery/{hook_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again
         * @description Makes one attempt now, outside the schedule, with the same `hook-id` and the same bytes.
         */
        post: operations["apps_developer_api_api_resend_delivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook/{webhook_id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recover deliveries
         * @description Sends messages again that failed, were skipped or are held, from `since` on; their retry schedule starts again. The first 1,000 are queued with the answer, the others soon after by a worker.
         */
        post: operations["apps_developer_api_api_recover_deliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends an example of the event, marked `"test": true`, whatever the webhook subscribes to.
         */
        post: operations["apps_developer_api_api_test_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook/{webhook_id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret
         * @description Makes a new secret; for a while requests carry the signatures of both, the newest first. At most 5 earlier secrets are valid at a time.
         */
        post: operations["apps_developer_api_api_rotate_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/event_types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event types
         * @description The events that webhooks receive, with a JSON Schema and an example of each payload.
         */
        get: operations["apps_developer_api_api_list_event_types"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to events
         * @description Server-sent events: what a user webhook would receive, as it happens. The answer continues until one side ends it.
         */
        get: operations["apps_developer_api_api_listen_to_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search
         * @description Finds passages in titles, agendas, action items, decisions, AI notes and transcripts that the caller may read: those with most of the rare words of the query first. A page that would take too much work ends early, with a cursor.
         */
        post: operations["apps_developer_api_api_search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask
         * @description Answers a question from what the caller may read at this moment. The language model of the service writes the answer; a sentence stays only if its quote stands in the source word for word. Neither question nor answer is stored.
         */
        post: operations["apps_developer_api_api_ask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/note/{note_id}/brief": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a brief
         * @description What was decided and is open before this meeting: decisions of the last meeting before it in its series, those of the 100 latest that stand, and their open action items; and open questions of the five latest recaps with AI notes. Only what the caller may read, quoted; no language model is needed.
         */
        get: operations["apps_developer_api_api_get_brief"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what changes
         * @description For programs that keep a copy of what the caller sees: first everything, oldest first, then each thing that changed, came into sight or is gone, once, with its last state. Always send the `cursor` of an answer with the next request. Once every page is applied, the copy is exactly what the lists show.
         */
        get: operations["apps_developer_api_api_follow_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the engines
         * @description What transcribes recordings, writes notes and tells search what texts mean. Without `embeddings` search goes by words alone. Without `transcription` media are refused, or wait for it (`may_wait`); transcripts are taken.
         */
        get: operations["apps_developer_api_api_get_engines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the models of the machine
         * @description What can be installed, what it needs, and what is. For super admins. Models are of the machine, so this concerns every workspace.
         */
        get: operations["apps_developer_api_api_list_models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/models/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install a model
         * @description In the background, one at a time; `GET /api/v1/models` has the progress. It goes on after a restart of the service, and is checked before it is used. For super admins. Models are of the machine, so this concerns every workspace. A 403 names the command, unless the operator set MODELS_FROM_CONSOLE. A 409 if it is installed, or another one is being.
         */
        post: operations["apps_developer_api_api_add_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/models/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the installation of a model
         * @description What was downloaded of it is removed. For super admins. Models are of the machine, so this concerns every workspace. A 403 names the command, unless the operator set MODELS_FROM_CONSOLE. A 409 if none is being installed.
         */
        post: operations["apps_developer_api_api_cancel_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/models/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a model
         * @description Nothing uses it from then on. For super admins. Models are of the machine, so this concerns every workspace. A 403 names the command, unless the operator set MODELS_FROM_CONSOLE. A 409 while another change is under way.
         */
        post: operations["apps_developer_api_api_remove_model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recorders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recorders
         * @description The services whose cloud recordings are imported automatically, newest first. With a super admin key.
         */
        get: operations["apps_developer_api_api_list_recorders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a recorder
         * @description Returns the address for the events of a service that records calls. With a super admin key.
         */
        post: operations["apps_developer_api_api_create_recorder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recorder/{recorder_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a recorder
         * @description Its address no longer works; its imported recordings stay. With a super admin key.
         */
        delete: operations["apps_developer_api_api_remove_recorder"];
        options?: never;
        head?: never;
        /**
         * Change a recorder
         * @description Changes only the fields that are sent; `"user": null` removes the person. With a super admin key.
         */
        patch: operations["apps_developer_api_api_change_recorder"];
        trace?: never;
    };
    "/api/v1/note/{note_id}/bot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which bot is in the call
         * @description The bot that somebody or a rule sent from here into the call of the meeting, also by another meeting that is the same call, until it has left.
         */
        get: operations["apps_developer_api_api_retrieve_note_bot"];
        put?: never;
        /**
         * Send a bot into the call
         * @description Asks the service of the first active recorder with `sends_bots` that can join the call. The bot is a participant that everybody sees, called after the caller, and records the call; the recap comes into this note. For attendees, from 15 minutes before the meeting until its end; at most 20 in an hour. Adds a row to the audit log.
         */
        post: operations["apps_developer_api_api_send_note_bot"];
        /**
         * Withdraw the bot from the call
         * @description What it recorded until then becomes a recap, and no rule sends another into the call until somebody sends one by hand. For attendees. Adds a row to the audit log.
         */
        delete: operations["apps_developer_api_api_withdraw_note_bot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calendar/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a calendar
         * @description Creates events, series and notes from a calendar file, or from a feed that is read again every 15 minutes. A known event is changed only if you are among its attendees; only its organizer, the person whose import first brought it and a super admin key may remove people from it or cancel it. Importing the same calendar again changes nothing.
         */
        post: operations["apps_developer_api_api_import_calendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calendar/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calendar feeds
         * @description The feeds that the caller added and the accounts that they connected, newest first; a super admin key lists all of the workspace.
         */
        get: operations["apps_developer_api_api_list_calendar_feeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calendar/feed/{feed_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a calendar feed
         * @description The feed is no longer read; its events and notes stay. Of a connected account the access that its provider gave is ended too. Your own feed, or any with a super admin key.
         */
        delete: operations["apps_developer_api_api_remove_calendar_feed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this session
         * @description Who is signed in with this browser; for the token of a recorder, whose it is. With a key there is no session: 404.
         */
        get: operations["apps_developer_api_api_get_session"];
        put?: never;
        /**
         * Sign in
         * @description Begins a session with a key, with the token of a link or with a passkey, and sets its cookie: `minutebook`, over HTTPS `__Host-minutebook`. The session that this browser had ends. A session made by a key has the scopes and expiry of that key, and ends when the key is deleted or switched off. With `passkey: {}` it answers what to ask the browser for; the next request has its answer.
         */
        post: operations["apps_developer_api_api_create_session"];
        /**
         * Sign out
         * @description Ends the session of this request. It needs no scope.
         */
        delete: operations["apps_developer_api_api_delete_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/elevate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Elevate the session to super admin rights
         * @description For 30 minutes the session has the rights of a super admin key. For designated admins of an enterprise workspace, never on behalf of others; each call, refused ones too, is a row of the audit log, but not the question for a passkey. Another call begins another 30 minutes. Who has a passkey proves it each time. Who has none, and signed in at the identity provider, must have done so within five minutes (`sign_in_required`): `GET /api/v1/sign_in/oidc?fresh=true`. With `second_factor` of the workspace everybody else is refused (`second_factor_required`).
         */
        post: operations["apps_developer_api_api_elevate_session"];
        /**
         * Give up super admin rights
         * @description From the next request on the session has the person’s own rights.
         */
        delete: operations["apps_developer_api_api_lower_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my sessions
         * @description The browsers that are signed in as you, newest first.
         */
        get: operations["apps_developer_api_api_list_sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out another browser
         * @description Ends one of your sessions; its next request is a 401.
         */
        delete: operations["apps_developer_api_api_end_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my passkeys
         * @description Of all addresses of the service, oldest first. Not for keys, nor on behalf of others (403).
         */
        get: operations["apps_developer_api_api_list_passkeys"];
        put?: never;
        /**
         * Make a passkey
         * @description Without a body it answers what to ask the browser for; with `name` and `credential` it keeps the passkey, for this address of the service. Signing in with it needs no mail and no identity provider. Who may have super admin rights proves one of their passkeys, unless they did so within five minutes. Their first one needs a sign-in at the identity provider of the last five minutes, if they came from there (`sign_in_required`); otherwise, with `second_factor` of the workspace, a link of an administrator that was opened within 15 minutes (`second_factor_required`). Not for keys, nor on behalf of others (403). Adds a row to the audit log.
         */
        post: operations["apps_developer_api_api_make_passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw a passkey
         * @description It signs nobody in any more. The last one of a person who may have super admin rights is needed to withdraw it, unless an administrator’s link signed them in within 15 minutes. Not for keys, nor on behalf of others (403). Adds a row to the audit log.
         */
        delete: operations["apps_developer_api_api_withdraw_passkey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/{user_id}/sign_in_link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a sign-in link
         * @description The link signs the person in once, within 15 minutes or `valid_seconds`; give it to nobody else. Super admins only, by a key with every scope and without an expiry, or an elevated session. Each link is a row of the audit log.
         */
        post: operations["apps_developer_api_api_create_sign_in_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/{user_id}/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Release an identity
         * @description The first sign-in at the identity provider binds an account to who signed in there; anybody else with its address is refused (`other_identity`). This releases the account, so the next sign-in binds it anew. Sessions stay. Super admins only. Adds a row to the audit log.
         */
        delete: operations["apps_developer_api_api_delete_identity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/upload/tus/{recording_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a resumable upload
         * @description Deletes an incomplete upload and its bytes.
         */
        delete: operations["apps_developer_api_api_delete_resumable_upload"];
        /**
         * Get the options of a resumable upload
         * @description Get the options of a resumable upload
         */
        options: operations["apps_developer_api_api_get_tus_options_of_upload"];
        /**
         * Get the offset of a resumable upload
         * @description The number of bytes that have arrived; a complete upload can be requested until it expires. 400: all have arrived, and what the metadata name may not be used any more. A request that is still sending is stopped.
         */
        head: operations["apps_developer_api_api_get_resumable_upload"];
        /**
         * Send a piece of a resumable upload
         * @description Bytes that arrive are kept, also if the connection is lost. The first declared length of a file is final.
         */
        patch: operations["apps_developer_api_api_send_resumable_upload"];
        trace?: never;
    };
    "/api/v1/me/todo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get my to-do list
         * @description The list on a CalDAV server that the person connected, with its state; null if there is none.
         */
        get: operations["apps_developer_api_api_get_todo_list"];
        put?: never;
        /**
         * Connect my to-do list
         * @description Signs in at a CalDAV server, such as Nextcloud, Radicale or SOGo, and stores the account. From then on the open items that are assigned to the person are in the list, new ones within a minute. Done here is done there and the other way round, also text and date, within 5 minutes; archived here is removed there, deleted there is archived here. A text or a date that the person may not change is put right there. Of a field that both sides changed the later change counts, and `conflicts` has both. Nothing else of the list is touched. A list takes the place of the one before; the same one again gets the new password. 422 says why the sign-in failed. Not on behalf of somebody else. Adds a row to the audit log.
         */
        post: operations["apps_developer_api_api_connect_todo_list"];
        /**
         * Disconnect my to-do list
         * @description The list stays as it is, with the items in it; what was known of it is forgotten, with the conflicts. Adds a row to the audit log.
         */
        delete: operations["apps_developer_api_api_disconnect_todo_list"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what an assistant asks for
         * @description For the page that an assistant sends people to; takes the parameters of its address (OAuth 2.1). Wrong parameters are a 400, and the browser is not redirected.
         */
        get: operations["apps_developer_api_api_get_consent"];
        put?: never;
        /**
         * Let an assistant in, or refuse
         * @description The person’s answer, with the same parameters. An assistant that is let in acts as the person, never as super admin, and only at `/mcp`, or for a recorder only for recording. Adds a row to the audit log. A person may let in at most 50 assistants: 409.
         */
        post: operations["apps_developer_api_api_answer_consent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my assistants
         * @description The assistants that you let in by OAuth, newest first.
         */
        get: operations["apps_developer_api_api_list_grants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/grant/{grant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an assistant’s access
         * @description Ends all tokens of the grant; the assistant’s next request is a 401. Adds a row to the audit log.
         */
        delete: operations["apps_developer_api_api_delete_grant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calendar/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calendar providers
         * @description Whose calendars people may connect by account here.
         */
        get: operations["apps_developer_api_api_list_calendar_providers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calendar/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect a calendar by account
         * @description Begins to connect an account at a provider, read only: the browser goes to `url`, where the person gives consent, and comes back to `/calendar`. The account is a feed from then on, read every 5 minutes. The same account again gets new access. Only for a person who is signed in.
         */
        post: operations["apps_developer_api_api_connect_calendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calendar/caldav": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect calendars by CalDAV
         * @description Signs in at a CalDAV server, such as Nextcloud, Radicale, SOGo, Fastmail or iCloud, and stores the account: a feed from then on, read only, every 5 minutes. All calendars of the account that hold meetings are read; of those that others share, the meetings that invite its person. The same account again gets the new password. 422 says why the sign-in failed. Not on behalf of somebody else.
         */
        post: operations["apps_developer_api_api_connect_caldav_calendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign_in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ways to sign in
         * @description How people may sign in here.
         */
        get: operations["apps_developer_api_api_get_sign_in"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a link by e-mail
         * @description The person with that address gets a mail with a link, at most 5 an hour. The answer is the same for every address. If the host names no workspace, the mail has a link for each workspace.
         */
        post: operations["apps_developer_api_api_send_sign_in_mail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign_in/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in at the identity provider
         * @description For a browser: redirects to the identity provider, which sends the browser back. If the provider cannot be reached, a browser is redirected to `/sign-in#error=away`, and a program gets the refusal as JSON.
         */
        get: operations["apps_developer_api_api_begin_oidc_sign_in"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign_in/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the identity provider
         * @description Where the identity provider sends the browser: begins a session and redirects to `return_to`. After a refusal a browser is redirected to `/sign-in?return_to=…#error=…` with the `code` of the refusal, and a program gets it as JSON.
         */
        get: operations["apps_developer_api_api_finish_oidc_sign_in"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calendar/connect/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from a calendar provider
         * @description Where the provider sends the browser: stores the account and redirects to `/calendar?connected={feed_id}`, or to `/calendar?refused={reason}`: `denied`, `expired`, `wrong_person`, `no_access`, `too_many` or `failed`.
         */
        get: operations["apps_developer_api_api_finish_calendar_connection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/guest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a link without an account
         * @description What the link shows, and nothing else of the workspace. Sets no cookie. Each opening is counted and is a row of the audit log, as is each wrong password.
         */
        post: operations["apps_developer_api_api_open_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{workspace_id}/{recording_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the media of a recording
         * @description The `media_url` of a recording is this address with all its parameters. It needs no key until it expires; each request checks again that the person may see the recording and the key is active.
         */
        get: operations["apps_developer_api_api_get_media"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * Check the media of a recording
         * @description The headers of a GET, without the file.
         */
        head: operations["apps_developer_api_api_check_media"];
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "action_item.assigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action_item.assigned
         * @description An action item gained an assignee; sent about 30 seconds after the first change. Signed by the secret of the webhook; listeners of `GET /api/v1/events` receive the first of the two.
         */
        post: operations["receive_action_item_assigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "action_item.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * action_item.completed
         * @description An action item was done, and still is about 30 seconds after the first change. Signed by the secret of the webhook; listeners of `GET /api/v1/events` receive the first of the two.
         */
        post: operations["receive_action_item_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ai_note.generated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * ai_note.generated
         * @description AI notes were written from a recording. Signed by the secret of the webhook; listeners of `GET /api/v1/events` receive the first of the two.
         */
        post: operations["receive_ai_note_generated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ai_note.shared_to_channel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * ai_note.shared_to_channel
         * @description A note or a recap was published in a channel. Signed by the secret of the webhook; listeners of `GET /api/v1/events` receive the first of the two.
         */
        post: operations["receive_ai_note_shared_to_channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recording.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * recording.ready
         * @description An upload succeeded: the recording can be read. Its AI notes may follow (`ai_note.generated`). Only who names this type receives it. Signed by the secret of the webhook; listeners of `GET /api/v1/events` receive the first of the two.
         */
        post: operations["receive_recording_ready"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recording.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * recording.changed
         * @description Title, transcript or AI notes of a recording were corrected or written anew. About 30 seconds after the first change; later changes until then are in the same event. Only who names this type receives it. Signed by the secret of the webhook; listeners of `GET /api/v1/events` receive the first of the two.
         */
        post: operations["receive_recording_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recording.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * recording.deleted
         * @description A recording was deleted for good, alone or with its note. Those who saw it receive this. Only who names this type receives it. Signed by the secret of the webhook; listeners of `GET /api/v1/events` receive the first of the two.
         */
        post: operations["receive_recording_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "note.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * note.changed
         * @description Title or agenda of a note was written. About 30 seconds after the first change; later changes until then are in the same event. Only who names this type receives it. Signed by the secret of the webhook; listeners of `GET /api/v1/events` receive the first of the two.
         */
        post: operations["receive_note_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "note.shared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * note.shared
         * @description A note, or one of its recordings, was shared with a person, who receives this. Only who names this type receives it. Signed by the secret of the webhook; listeners of `GET /api/v1/events` receive the first of the two.
         */
        post: operations["receive_note_shared"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "decision.made": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * decision.made
         * @description A decision was written, or found in a recording. Those who see it receive this, if they name this type. Signed by the secret of the webhook; listeners of `GET /api/v1/events` receive the first of the two.
         */
        post: operations["receive_decision_made"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "decision.superseded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * decision.superseded
         * @description Another decision replaced this one. Those who see it receive this, if they name this type. Signed by the secret of the webhook; listeners of `GET /api/v1/events` receive the first of the two.
         */
        post: operations["receive_decision_superseded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "upload.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * upload.failed
         * @description An upload failed and is not tried again. The person who made it receives this. Only who names this type receives it. Signed by the secret of the webhook; listeners of `GET /api/v1/events` receive the first of the two.
         */
        post: operations["receive_upload_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.failing
         * @description A webhook of the workspace has been failing for an hour, unless the service is set otherwise. Sent once each time that it starts to fail. Signed by the secret of the webhook; only workspace webhooks that name it receive it.
         */
        post: operations["receive_webhook_failing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.failed
         * @description A webhook of the workspace was disabled, because it had failed for five days, unless the service is set otherwise. Signed by the secret of the webhook; only workspace webhooks that name it receive it.
         */
        post: operations["receive_webhook_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.recovered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.recovered
         * @description A webhook of the workspace that was reported as failing or failed delivers again. Signed by the secret of the webhook; only workspace webhooks that name it receive it.
         */
        post: operations["receive_webhook_recovered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Every answer that is not a success (spec 7.2). */
        Failure: {
            /** @description What is wrong, in a sentence. */
            message: string;
            /** @description The same as `message`, for programs that read it here. */
            detail: string;
            /** @description A word for programs, where there is one: `rate_limited`. */
            code?: string;
            /** @description With `passkey_required`: for `PublicKeyCredential.parseRequestOptionsFromJSON` of the browser. */
            options?: {
                [key: string]: unknown;
            };
            /** @description One entry for each error, if the request has the wrong shape. */
            errors?: {
                /** @description Where, such as `body.filters.title`. */
                location: string;
                /** @description What is wrong there. */
                message: string;
            }[];
        };
        /**
         * @description Where a page ends (spec 2.5).
         * @example {
         *       "cursor": null,
         *       "page_size": 20
         *     }
         */
        PageInfo: {
            /** @description Send it as `cursor` to get the next page; null when there is none. */
            cursor?: string | null;
            /** @description The page size that was used. */
            page_size: number;
        };
        /** @description An account of the workspace. */
        User: {
            /** @description Identifier of the person. */
            id: string;
            /** @description Their address. */
            email: string;
            /** @description Their name. */
            full_name: string;
            /** @description A designated admin: keys of theirs with the mark are super admin keys. */
            admin: boolean;
            /** @description A deactivated person sees nothing, and their keys are refused. */
            active: boolean;
            /** @description Why nothing of this person is deleted. Only super admins see it. */
            legal_hold?: string | null;
            /** @description Further addresses of the account: invitations of these are theirs too. Only super admins see them. */
            other_addresses?: string[];
            /**
             * @description The language of the AI notes of their meetings. Only super admins see it: a BCP 47 tag, or `spoken` for that of the meeting.
             * @example fr
             */
            notes_language?: string | null;
            /**
             * @description When a browser or a key of theirs was last used. Only super admins see it, in the list.
             * @example 2026-01-05T09:00:00.000Z
             */
            last_seen_at?: string | null;
            /**
             * @description Until when a sign-in link works that they have not used. Only super admins see it, in the list.
             * @example 2026-01-05T09:00:00.000Z
             */
            invited_until?: string | null;
        };
        /** @description A workspace and its switches. */
        Workspace: {
            id: string;
            name: string;
            /** @description The workspace answers at `{subdomain}.{BASE_DOMAIN}`. */
            subdomain: string;
            /** @enum {string} */
            plan: "team" | "business" | "enterprise";
            /** @description People with an address of another domain are external. */
            email_domains: string[];
            /**
             * @description zero_day keeps no transcript and no media after they are processed.
             * @enum {string}
             */
            retention: "standard" | "zero_day";
            /**
             * @description Whether webhooks may be used, and whether they are on.
             * @enum {string}
             */
            webhooks: "enabled" | "not_enabled" | "switched_off";
            /** @description Whether there may be workspace webhooks. */
            workspace_webhooks: boolean;
            /**
             * @description `none` is this document; with `hosted` the workspace answers as the hosted original does, described by `/api/v1/openapi.json?profile=hosted`.
             * @enum {string}
             */
            compatibility: "none" | "hosted";
            /** @description After how many days data is deleted. */
            retention_days: {
                /** @description Days for which transcripts are kept; null is for ever. */
                transcripts: number | null;
                /** @description Days for which media are kept; null is for ever. */
                media: number | null;
                /** @description Days for which notes, recordings, items, failed uploads and past meetings are kept; null is for ever. */
                everything: number | null;
            };
            /** @description Days for which the log of deliveries is kept, at most as long as the service keeps it; null is that maximum. */
            delivery_retention_days: number | null;
            /** @description Whether super admins get mails about webhooks that fail, are disabled or recover. */
            webhook_mail: boolean;
            /** @description Whether people may give their voices, by which speakers of later recordings are named. A voice is biometric data: each person gives their own, and off deletes all of them. */
            voices: boolean;
            /** @description Whether people may make links that show a note or a recording to people without an account; off ends all of them at once, until it is on again. */
            outside_links: boolean;
            /** @description Whether administrator rights need a passkey, or a fresh sign-in at the identity provider. Who has neither makes a passkey first. */
            second_factor: boolean;
            /** @description What people read out before they record a meeting; null is the usual sentence. */
            consent_text: string | null;
            /**
             * @description The language of AI notes where nobody chose another; null is that of the service: a BCP 47 tag, or `spoken` for that of the meeting.
             * @example fr
             */
            notes_language: string | null;
            /** @description Why nothing is deleted. Only super admins see it. */
            legal_hold?: string | null;
        };
        /** @description What an import of people did, or would do. */
        PeopleImport: {
            /** @description Nothing was written. */
            dry_run: boolean;
            /** @description Accounts that were made. */
            created: number;
            /** @description Accounts that were changed. */
            updated: number;
            /** @description Accounts that were as the table says already. */
            unchanged: number;
            /** @description Row by row. */
            users: {
                /** @description The line of the CSV, or the index in `users`. */
                row: number;
                email: string;
                /** @description The account; null for one that a dry run would make. */
                id: string | null;
                /** @enum {string} */
                change: "created" | "updated" | "unchanged";
            }[];
        };
        /** @description The erasure of a person. */
        Erasure: {
            /** @description The person; the id is all that stays. */
            user_id: string;
            /**
             * @description Whether it has begun or is done; `held`: a legal hold stops it until it is lifted.
             * @enum {string}
             */
            status: "pending" | "running" | "held" | "done";
            /**
             * @description When it was requested.
             * @example 2026-01-05T09:00:00.000Z
             */
            requested_at: string;
            /**
             * @description When everything of the person was erased.
             * @example 2026-01-05T09:00:00.000Z
             */
            finished_at: string | null;
            /** @description How far it is. */
            progress: {
                /**
                 * @description The current step.
                 * @enum {string}
                 */
                stage: "begin" | "things" | "own" | "texts" | "messages" | "done";
                /** @description Notes, recordings and action items that may name the person. */
                things: number;
                /** @description How many of them are done. */
                things_done: number;
            };
        };
        /** @description How much is older than the given days. */
        OldCounts: {
            /** @description Notes, which are deleted with their recordings and items. */
            notes: number;
            /** @description Action items without a note. */
            action_items: number;
            /** @description Failed uploads. */
            uploads: number;
            /** @description Past meetings without a note; those of `notes` go with them. */
            events: number;
            /** @description Transcripts, of `notes` too. */
            transcripts: number;
            /** @description Recordings with media, of `notes` too. */
            media: number;
            /** @description Size of these media in bytes. */
            media_bytes: number;
        };
        /** @description A text under legal hold. */
        ListedFormerText: {
            id: string;
            /**
             * @description When it was overwritten or removed.
             * @example 2026-01-05T09:00:00.000Z
             */
            at: string;
            /** @description Id of the person who did it; null for a command of the operator. */
            by: string | null;
            /**
             * @description What the text is of.
             * @enum {string}
             */
            kind: "note" | "recording" | "action_item" | "decision";
            /** @description The id of the note, recording, action item or decision. */
            thing_id: string;
            /** @description Its note; null for an item without a note. */
            note_id: string | null;
            /**
             * @description `segments` are those of a transcript that were changed; `item` is the whole action item, `decision` the decision, `mark` is of a recording.
             * @enum {string}
             */
            what: "title" | "agenda" | "segments" | "ai_notes" | "item" | "decision" | "mark";
            /** @description How long it is. */
            bytes: number;
        };
        /** @description A text under legal hold, with the text. */
        FormerText: {
            id: string;
            /**
             * @description When it was overwritten or removed.
             * @example 2026-01-05T09:00:00.000Z
             */
            at: string;
            /** @description Id of the person who did it; null for a command of the operator. */
            by: string | null;
            /**
             * @description What the text is of.
             * @enum {string}
             */
            kind: "note" | "recording" | "action_item" | "decision";
            /** @description The id of the note, recording, action item or decision. */
            thing_id: string;
            /** @description Its note; null for an item without a note. */
            note_id: string | null;
            /**
             * @description `segments` are those of a transcript that were changed; `item` is the whole action item, `decision` the decision, `mark` is of a recording.
             * @enum {string}
             */
            what: "title" | "agenda" | "segments" | "ai_notes" | "item" | "decision" | "mark";
            /** @description How long it is. */
            bytes: number;
            /** @description The whole text: a string for a title and an agenda (in native markup), a list of segments with their `index`, the AI notes, the fields of the item or the decision (of a removed one also its history), or `at` and `text` of a mark. */
            former: unknown;
        };
        /** @description All data of a person. */
        PersonExport: {
            /**
             * @description When it was requested.
             * @example 2026-01-05T09:00:00.000Z
             */
            exported_at: string;
            /** @description The account. */
            person: {
                [key: string]: unknown;
            };
            /** @description What an identity provider says of the person. */
            directory: {
                [key: string]: unknown;
            }[];
            /** @description Who the person is at the identity provider where they sign in. */
            identity: {
                [key: string]: unknown;
            }[];
            /** @description Whether the person gave their voice, and when; the voice itself only they can read. */
            voice: {
                [key: string]: unknown;
            }[];
            /** @description Of which recordings the person said “this is me”, and when the voice was taken from them. */
            voice_claims: {
                [key: string]: unknown;
            }[];
            /** @description What the person said of such claims of others. */
            voice_words: {
                [key: string]: unknown;
            }[];
            /** @description What they get by mail. */
            notifications: {
                [key: string]: unknown;
            }[];
            /** @description Keys, without their secrets. */
            api_keys: {
                [key: string]: unknown;
            }[];
            /** @description Signed-in browsers, with their addresses. */
            sessions: {
                [key: string]: unknown;
            }[];
            /** @description Assistants that were let in. */
            grants: {
                [key: string]: unknown;
            }[];
            /** @description Webhooks, without their secrets. */
            webhooks: {
                [key: string]: unknown;
            }[];
            /** @description Calendars that are read, by host, and connected accounts. */
            calendar_feeds: {
                [key: string]: unknown;
            }[];
            /** @description Channels that the person is in. */
            channels: {
                [key: string]: unknown;
            }[];
            /** @description Meetings that the address was invited to. */
            events: {
                [key: string]: unknown;
            }[];
            /** @description Notes that the person made, with their agendas as blocks. */
            notes: {
                [key: string]: unknown;
            }[];
            /** @description Recordings that the person started. */
            recordings: {
                [key: string]: unknown;
            }[];
            /** @description Uploads of the person. */
            uploads: {
                [key: string]: unknown;
            }[];
            /** @description What transcripts of meetings that the person sees say under their name. */
            said: {
                [key: string]: unknown;
            }[];
            /** @description Items that the person made (`created`) or was given (`assigned`). */
            action_items: {
                [key: string]: unknown;
            }[];
            /** @description Decisions that the person wrote. */
            decisions: {
                [key: string]: unknown;
            }[];
            /** @description What the person changed in decisions. */
            decision_changes: {
                [key: string]: unknown;
            }[];
            /** @description What the person put right in recordings. */
            corrections: {
                [key: string]: unknown;
            }[];
            /** @description Moments that the person marked in recordings, or beside a bot. */
            marks: {
                [key: string]: unknown;
            }[];
            /** @description What the person overwrote or removed under legal hold, and what was so of what they made. */
            former_texts: {
                [key: string]: unknown;
            }[];
            /** @description Notes shared with the person or by them. */
            note_shares: {
                [key: string]: unknown;
            }[];
            /** @description Recordings shared with the person or by them. */
            recording_shares: {
                [key: string]: unknown;
            }[];
            /** @description Series shared with the person or by them. */
            series_shares: {
                [key: string]: unknown;
            }[];
            /** @description What happens with the person’s meetings by itself. */
            rules: {
                [key: string]: unknown;
            }[];
            /** @description What the person changed of it for single meetings. */
            note_plans: {
                [key: string]: unknown;
            }[];
            /** @description Passkeys of the person: names, hosts and times. */
            passkeys: {
                [key: string]: unknown;
            }[];
            /** @description The to-do list that the person connected, without its password. */
            todo_lists: {
                [key: string]: unknown;
            }[];
            /** @description What was changed both here and in that list, and what each said. */
            todo_conflicts: {
                [key: string]: unknown;
            }[];
            /** @description Devices on which the person is reminded, without their addresses. */
            push_devices: {
                [key: string]: unknown;
            }[];
            /** @description Meetings of which the person was reminded within a week. */
            reminders: {
                [key: string]: unknown;
            }[];
            /** @description Links for people without an account that the person made. */
            outside_links: {
                [key: string]: unknown;
            }[];
            /** @description What the audit log has of the person. */
            audit_log: {
                [key: string]: unknown;
            }[];
        };
        /** @description An API key, without its secret. */
        ApiKey: {
            /** @description Identifier of the key. */
            id: string;
            /** @description Its owner. */
            user_id: string;
            name: string;
            /** @description The mark; it counts while the owner is an admin and the plan is enterprise. */
            super_admin: boolean;
            active: boolean;
            /**
             * @description When it was made.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it was last used, within half a minute.
             * @example 2026-01-05T09:00:00.000Z
             */
            last_used_at: string | null;
            /** @description What it may do; null is everything. */
            scopes: ("read" | "write" | "webhooks" | "admin" | "scim")[] | null;
            /**
             * @description When it expires; null is never.
             * @example 2027-01-01T00:00:00.000Z
             */
            expires_at: string | null;
        };
        /** @description People who see what is published for them. */
        Channel: {
            /** @description Identifier of the channel. */
            id: string;
            title: string;
            /** @description Whether it is hidden from those who are not in it. */
            private: boolean;
            member_count: number;
            /** @description The chat to which recaps that are published in the channel are sent. Only members see it. */
            deliver_to?: {
                /** @description Its deliveries are those of this webhook. */
                webhook_id: string;
                /** @enum {string} */
                kind: "slack" | "teams" | "mattermost" | "generic";
                /** @description Where it leads; the whole address is shown to nobody. */
                origin: string;
                /** @description Id of the member who set it. Recaps are sent while they are a member. */
                set_by: string;
                /**
                 * @description `stopped`: who set it is no member any more, or webhooks are switched off. `failed`: it was removed there, or failed for five days.
                 * @enum {string}
                 */
                status: "active" | "stopped" | "failed";
            } | null;
        };
        /** @description A meeting agenda and its metadata (spec 2.2). */
        Note: {
            /** @description Note identifier. */
            id: string;
            title: string;
            /**
             * @description When the note was made, in UTC.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When the note was last changed, in UTC.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            /** @description The calendar event identifier. */
            event_guid: string | null;
            /**
             * @description Scheduled start of the event.
             * @example 2026-01-05T09:00:00.000Z
             */
            event_start: string | null;
            /**
             * @description Scheduled end of the event.
             * @example 2026-01-05T09:00:00.000Z
             */
            event_end: string | null;
            event_is_all_day: boolean;
            /** @description The link to the video conference. */
            call_url: string | null;
            organizer_email: string | null;
            /** @description The series that the note belongs to. */
            series_id: string | null;
            /** @description Its recordings that the caller may see, oldest first. */
            recording_ids: string[];
            /** @description For reading only: action items become prose and block metadata is dropped. */
            content_markdown?: string;
            /** @description Minutebook’s block markup; writing back what was read changes nothing. */
            content_native_markdown?: string;
            /** @description The invited addresses, groups and guests included. Not an access list: others may see the note too. */
            event_attendees?: string[];
            /** @description The rule that made it as the next meeting, if one did. */
            by_rule?: string;
            /** @description What happens with the meeting by rules, and by what people changed for this once. `null` for who may not edit the note, for past meetings, and where nothing is planned. */
            planned?: {
                /**
                 * @description Whether a bot of a recorder joins the call, 120 seconds before the meeting.
                 * @enum {string|null}
                 */
                record: "bot" | "remind" | "never" | null;
                /** @description The id of the note template. */
                template: string | null;
                /** @description A BCP 47 tag, or `spoken`; only rules say it. */
                notes_language: string | null;
                /** @description Ids of the channels where its recordings are published, without private ones of others. */
                channels: string[];
                /** @description Whether somebody changed some of it for this once; `null` takes that back. */
                changed: boolean;
            } | null;
        };
        /** @description The content of a note in native markup. */
        Agenda: {
            note_id: string;
            title: string;
            /** @description The agenda after the change, every block with its id. */
            content_native_markdown: string;
        };
        /** @description A meeting recap (spec 2.3). */
        Recording: {
            /** @description Recording identifier. */
            id: string;
            /** @description The note it belongs to. */
            note_id: string;
            title: string;
            /**
             * @description In UTC.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description In UTC; changes when transcript or AI notes arrive.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            /**
             * @description When the recording began.
             * @example 2026-01-05T09:00:00.000Z
             */
            started_at: string | null;
            /**
             * @description When the recording ended.
             * @example 2026-01-05T09:00:00.000Z
             */
            ended_at: string | null;
            /** @description The calendar event identifier. */
            event_guid: string | null;
            /**
             * @description Scheduled start of the event.
             * @example 2026-01-05T09:00:00.000Z
             */
            event_start: string | null;
            /**
             * @description Scheduled end of the event.
             * @example 2026-01-05T09:00:00.000Z
             */
            event_end: string | null;
            /** @description The address of the video conference. */
            event_call_url: string | null;
            /** @description Whether the caller is an attendee of the event. */
            user_has_calendar_event: boolean;
            /** @description What was said (spec 2.3). */
            transcript?: {
                /** @description The language that was detected, as a tag. */
                language_code: string;
                speech_segments: {
                    speaker: string;
                    text: string;
                    /** @description Seconds from the start of the recording. */
                    start_time: number;
                    /** @description Seconds from the start of the recording. */
                    end_time: number;
                    /** @description The text before terms of the glossary, or names of the meeting, were put into it. Absent if none were, or a person has written the text. */
                    heard?: string;
                }[];
                /** @description Speakers whom nobody named, but their voice or their microphone. A rename ends it. Absent if there are none. */
                recognised?: {
                    speaker: string;
                    /** @description The name that says nothing, to which a wrong one is put right. */
                    before: string;
                    /**
                     * @description Assumed, because it was the microphone of who recorded. Absent: by their voice.
                     * @enum {string}
                     */
                    by?: "microphone";
                }[];
            } | null;
            /** @description Notes that were written from the recording. */
            ai_notes?: {
                /** @description The model that wrote them, or `embedded`: quotations from the transcript, without a model. With `imported`: whom the import names. */
                generated_by?: string;
                /**
                 * @description They came with an import, and were not written here. Absent otherwise, and once a person edited them.
                 * @enum {boolean}
                 */
                imported?: true;
                /** @description What a language model used for these notes, including failed attempts. Absent without a model. */
                usage?: {
                    /** @description Number of requests to the model, including failed and repeated ones. */
                    requests: number;
                    /** @description Tokens that the model read; null if it does not count them. */
                    input_tokens: number | null;
                    /** @description Tokens that the model wrote; null if it does not count them. */
                    output_tokens: number | null;
                    /** @description From the first request to the last answer. */
                    seconds: number;
                    /** @description Sentences that were left out, because the transcript does not prove them. */
                    dropped: number;
                };
                /** @description All notes as Markdown. */
                markdown: string;
                sections: {
                    title: string;
                    /** @description A section of text. */
                    content?: string;
                    /** @description Where each sentence of a language model comes from. Absent of quotations and of what people wrote. */
                    sentences?: {
                        /** @description The sentence, as it stands in the text. */
                        text: string;
                        /** @description The segment of the transcript in which the quote begins, from 0, when the notes were written. */
                        segment: number;
                        /** @description When it was said, in whole seconds from the start of the recording. */
                        timestamp: number;
                        /** @description What was said, word for word. Null if the transcript was deleted, or was corrected there. */
                        quote: string | null;
                    }[];
                    /** @description A section of points. */
                    items?: {
                        text: string;
                        /** @description Whole seconds from the start of the recording. */
                        timestamp: number | null;
                        assignees?: {
                            /** @description Identifier of the person. */
                            id: string;
                            /** @description Their address. */
                            email: string;
                            /** @description Their name. */
                            full_name: string;
                        }[];
                        /** @description Where each sentence of a language model comes from. Absent of quotations and of what people wrote. */
                        sentences?: {
                            /** @description The sentence, as it stands in the text. */
                            text: string;
                            /** @description The segment of the transcript in which the quote begins, from 0, when the notes were written. */
                            segment: number;
                            /** @description When it was said, in whole seconds from the start of the recording. */
                            timestamp: number;
                            /** @description What was said, word for word. Null if the transcript was deleted, or was corrected there. */
                            quote: string | null;
                        }[];
                    }[];
                }[];
            } | null;
            /**
             * @description Comes with `ai_notes`. `writing`: a language model writes them, and `ai_note.generated` is sent when they are there. Null: there are none.
             * @enum {string|null}
             */
            ai_notes_status?: "writing" | "written" | null;
            /** @description The caller's signed link to the media; it works only while they may see the recording. Null without media. */
            media_url?: string | null;
            /** @description What people were told before the recording, and by whom. Null if nobody said so. */
            consent?: {
                /** @description What was said. */
                text: string;
                /** @description Names or addresses of those who were told. */
                told: string[];
                /**
                 * @description A person with an account.
                 * @example {
                 *       "id": "u_ada",
                 *       "email": "ada@acme.test",
                 *       "full_name": "Ada Moreau"
                 *     }
                 */
                by: {
                    /** @description Identifier of the person. */
                    id: string;
                    /** @description Their address. */
                    email: string;
                    /** @description Their name. */
                    full_name: string;
                } | null;
                /**
                 * @description When.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                at: string;
            } | null;
            /** @description In the order of the recording. */
            marks?: {
                /** @description Mark identifier. */
                id: string;
                /** @description Seconds from the start of the recording. */
                at: number;
                /** @description A line of who marked it. */
                text: string | null;
                /**
                 * @description A person with an account.
                 * @example {
                 *       "id": "u_ada",
                 *       "email": "ada@acme.test",
                 *       "full_name": "Ada Moreau"
                 *     }
                 */
                by: {
                    /** @description Identifier of the person. */
                    id: string;
                    /** @description Their address. */
                    email: string;
                    /** @description Their name. */
                    full_name: string;
                };
                /**
                 * @description When it was made.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                created_at: string;
            }[];
        };
        /** @description How the AI notes of the workspace should be written: instructions, a glossary and templates. */
        NoteTemplates: {
            /** @description Only for super admins. */
            instructions?: string | null;
            /** @description Only for super admins. */
            glossary?: {
                term: string;
                meaning: string | null;
            }[];
            templates: {
                /** @description Identifier of the template, for `template_id` of an upload. */
                id: string;
                name: string;
                /** @description Only for super admins. */
                instructions?: string | null;
                /** @description Only for super admins. */
                sections?: {
                    title: string;
                    instructions: string | null;
                }[];
                /** @description Only for super admins. */
                series_ids?: string[];
                /** @description Only for super admins. */
                title_contains?: string | null;
                /** @description Only for super admins. */
                is_default?: boolean;
                /**
                 * @description The language of its notes. Only for super admins.: a BCP 47 tag, or `spoken` for that of the meeting.
                 * @example fr
                 */
                notes_language?: string | null;
            }[];
        };
        /** @description Names and words of the workspace, as it spells them. */
        Glossary: {
            terms: {
                term: string;
                /** @description Absent if there are none. */
                sounds_like?: string[];
                /** @description Absent if there is none. */
                note?: string;
            }[];
        };
        /** @description What happens with meetings like these (decision 64). */
        Rule: {
            /** @description Identifier of the rule. */
            id: string;
            name: string;
            /**
             * @description Whether it is the caller’s own, or the workspace’s.
             * @enum {string}
             */
            scope: "person" | "workspace";
            /** @description Its place, from 0. */
            position: number;
            match: {
                series_id?: string;
                feed_id?: string;
                organizer?: string;
                domain?: string;
                title_contains?: string;
                outsiders?: boolean;
                people_min?: number;
                people_max?: number;
            };
            do: {
                /**
                 * @description `bot`: a bot of a recorder joins the call, 120 seconds before the meeting. `remind`: whose rule it is, or who has none of their own, is reminded 120 seconds before. `never`: no rule sends a bot; of anybody who attends, it always wins.
                 * @enum {string}
                 */
                record?: "bot" | "remind" | "never";
                recorder_id?: string;
                template_id?: string;
                notes_language?: string;
                publish?: string[];
                share?: {
                    user: string;
                    can_edit: boolean;
                }[];
                /**
                 * @description When the first recap is there. `make`: the next meeting of the series is made. `invite`: and a calendar file of it goes to its people with an account. `never`: neither.
                 * @enum {string}
                 */
                next?: "make" | "invite" | "never";
            };
            /** @description What it could not do the last time, until it acts again. */
            last_problem: string | null;
            /**
             * @description When it was made.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it was last changed.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
        };
        /** @description A device on which a person is reminded. */
        PushDevice: {
            /** @description Identifier of the device. */
            id: string;
            /**
             * @description When it was added.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When its push service last took a reminder.
             * @example 2026-01-05T09:00:00.000Z
             */
            last_used_at: string | null;
            /** @description What the browser called itself. */
            user_agent: string;
        };
        /** @description A meeting that a rule reminds of recording. */
        Reminder: {
            /** @description The note of the meeting. */
            note_id: string;
            /** @description Its title. */
            title: string;
            /**
             * @description When it begins.
             * @example 2026-01-05T09:00:00.000Z
             */
            starts_at: string;
        };
        /** @description The import status of an uploaded recording (spec 2.4). */
        RecordingUpload: {
            /** @description The id that the submit endpoint returned. */
            recording_id?: string;
            title?: string | null;
            /**
             * @description In UTC.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at?: string | null;
            /**
             * @description In UTC.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at?: string | null;
            /** @enum {string|null} */
            status?: "FAILED" | "PENDING" | "SUCCESS" | null;
            /** @description Why it failed, in one sentence. */
            failure_reason?: string | null;
            /** @description How far the upload is; absent unless it is PENDING and being processed. */
            progress?: {
                /**
                 * @description `waiting`: there is no transcription service yet, and the upload may wait for one (`may_wait`).
                 * @enum {string}
                 */
                stage: "fetching" | "waiting" | "transcribing" | "writing";
                /** @description The share of the stage that is done. */
                done: number | null;
            };
            /** @description The key of an import; absent otherwise. */
            import_key?: string;
            /** @description Why the embedded writer wrote the AI notes although a language model is configured; absent otherwise. Only for super admins. */
            notes_fallback_reason?: string;
        };
        /** @description Something that somebody should do (spec 2.9). */
        ActionItem: {
            /** @description Action item identifier. */
            id: string;
            text: string;
            assignees: {
                /** @description Identifier of the person. */
                id: string;
                /** @description Their address. */
                email: string;
                /** @description Their name. */
                full_name: string;
            }[];
            /**
             * @description `any`: one assignee can complete it; `all`: all must.
             * @enum {string}
             */
            completion_type: "any" | "all";
            /** @enum {string} */
            status: "Incomplete" | "Done" | "Archived";
            /** @description A day, `YYYY-MM-DD`. */
            due_date: string | null;
            note_id: string | null;
            /** @description Whether AI notes found it. */
            ai_detected: boolean;
            /** @description True if AI notes found it: such items count as accepted. Otherwise null. */
            ai_suggestion_accepted_by_user: boolean | null;
            /** @description Ids of the people who marked it done. */
            completed_by: string[];
            /** @description Whether it was archived, and not reopened since. */
            wont_do: boolean;
            /** @description Seconds from the start of the recording it was found in. */
            recording_offset: number | null;
            /** @description The same thing in other systems, such as its issue in a tracker, in the order that people gave. */
            links: {
                /**
                 * @description The other system.
                 * @example GitHub
                 */
                system: string;
                /**
                 * @description What people call it there.
                 * @example acme/app#12
                 */
                key: string;
                /**
                 * @description Its page there, by HTTPS and without a user name or password.
                 * @example https://github.com/acme/app/issues/12
                 */
                url: string;
                /**
                 * @description How it stands there, in the words of that system.
                 * @example open
                 */
                state?: string;
            }[];
            /**
             * @description With `+00:00`.
             * @example 2026-01-05T09:10:00.000+00:00
             */
            created_at: string;
            /**
             * @description With `+00:00`.
             * @example 2026-01-05T09:10:00.000+00:00
             */
            updated_at: string;
        };
        /** @description What a meeting decided (decision 63). */
        Decision: {
            /** @description Decision identifier. */
            id: string;
            text: string;
            /** @description What was said, word for word as in the transcript. */
            quote: string | null;
            /** @description Who said it. */
            speaker: string | null;
            /** @description When, in seconds from the start of the recording. */
            start_time: number | null;
            /** @description The note of the meeting. */
            note_id: string;
            /** @description The recording that it came of. */
            recording_id: string | null;
            /** @description The title of the recording, else of the note. */
            title: string;
            /**
             * @description The start of the meeting, else the creation.
             * @example 2026-01-05T09:00:00.000Z
             */
            made_at: string;
            /** @enum {string} */
            status: "stands" | "superseded" | "withdrawn";
            /** @description The decision that replaced it; null if there is none that the caller may see. */
            superseded_by: string | null;
            /** @description Ids of decisions that it replaced. */
            supersedes: string[];
            /** @description What a language model proposes; nobody has said it yet. */
            proposals: {
                /** @description The earlier decision. */
                id: string;
                /**
                 * @description What this decision does to the earlier one.
                 * @enum {string}
                 */
                kind: "replaces" | "contradicts" | "repeats";
                /** @description The words that the earlier one rests on. */
                quote: string | null;
            }[];
            /** @description Whether AI notes found it. */
            detected: boolean;
            /** @description Id of the person who wrote it. */
            by: string | null;
            /**
             * @description In UTC.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description In UTC.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
        };
        Share: {
            /**
             * @description A person with an account.
             * @example {
             *       "id": "u_ada",
             *       "email": "ada@acme.test",
             *       "full_name": "Ada Moreau"
             *     }
             */
            user: {
                /** @description Identifier of the person. */
                id: string;
                /** @description Their address. */
                email: string;
                /** @description Their name. */
                full_name: string;
            };
            /** @description The attendee who gave access, by user id. */
            by: string;
            can_edit: boolean;
            /** @description The rule that did it (decision 64), which may be gone since; absent if a person did. */
            by_rule?: string;
        };
        Publication: {
            channel: {
                /** @description Identifier of the channel. */
                id: string;
                title: string;
                /** @description Whether it is hidden from those who are not in it. */
                private: boolean;
            };
            /** @description The attendee who gave access, by user id. */
            by: string;
            /** @description The rule that did it (decision 64), which may be gone since; absent if a person did. */
            by_rule?: string;
        };
        /** @description A link that shows a note or a recording to people without an account. */
        OutsideLink: {
            /** @description Identifier of the link. */
            id: string;
            parts: ("notes" | "items" | "transcript" | "media")[];
            has_password: boolean;
            /**
             * @description A person with an account.
             * @example {
             *       "id": "u_ada",
             *       "email": "ada@acme.test",
             *       "full_name": "Ada Moreau"
             *     }
             */
            by: {
                /** @description Identifier of the person. */
                id: string;
                /** @description Their address. */
                email: string;
                /** @description Their name. */
                full_name: string;
            };
            /**
             * @description When it was made.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it ends.
             * @example 2026-02-04T09:00:00.000Z
             */
            expires_at: string;
            /** @description False while its maker may not share, or such links are switched off. */
            works: boolean;
            /** @description How often it was opened. */
            openings: number;
            /**
             * @description When it was opened last.
             * @example 2026-01-05T09:00:00.000Z
             */
            last_opened_at: string | null;
        };
        /** @description A receiver of events (spec 2.8). */
        Webhook: {
            /** @description Webhook identifier. */
            id: string;
            /** @description Where events are sent to. */
            url: string;
            /** @description Free text. */
            description: string;
            /**
             * @description `failed` is set by the service, after five days in which nothing could be delivered.
             * @enum {string}
             */
            status: "active" | "inactive" | "failed";
            /** @description The types of events to receive: `action_item.assigned`, `action_item.completed`, `ai_note.generated`, `ai_note.shared_to_channel`, `recording.ready`, `recording.changed`, `recording.deleted`, `upload.failed`, `note.changed`, `note.shared`, `decision.made`, `decision.superseded`; for a workspace webhook also `webhook.failing`, `webhook.failed`, `webhook.recovered`. For a user webhook an empty list means `action_item.assigned`, `action_item.completed`, `ai_note.generated`, `ai_note.shared_to_channel`. */
            enabled_events: string[];
            /**
             * @description Which events it receives: `user` those that its owner may see, `workspace` all, `channel` recaps that are published in a channel. The last is changed by `deliver_to` of its channel, and its `url` is only the origin.
             * @enum {string}
             */
            scope: "user" | "workspace" | "channel";
            /** @description The names of its own headers, if it has any. */
            header_names?: string[];
            /**
             * @description When it was made.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it was last changed.
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
        };
        /** @description One message to one webhook. */
        Delivery: {
            /** @description The `hook-id` that the receiver sees, the same over all attempts. */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            event_type: "action_item.assigned" | "action_item.completed" | "ai_note.generated" | "ai_note.shared_to_channel" | "recording.ready" | "recording.changed" | "recording.deleted" | "upload.failed" | "note.changed" | "note.shared" | "decision.made" | "decision.superseded" | "webhook.failing" | "webhook.failed" | "webhook.recovered";
            /**
             * @description `held` waits until the webhook is active again; `skipped` happened while the webhook was not active; `cancelled` quoted data that was deleted.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "held" | "skipped" | "cancelled";
            /** @description Requests that were made so far. */
            attempts: number;
            /**
             * @description When the event happened.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it is tried next; null if no attempt is planned, and during an attempt.
             * @example 2026-01-05T09:00:00.000Z
             */
            next_attempt_at: string | null;
            /** @description Status code of the receiver's last answer; null without an answer. */
            last_status_code: number | null;
            /** @description Whether it is a test event that a person requested. */
            test: boolean;
            /** @description Of a recap that went to the chat of a channel, its title now; null for other messages, and while the channel does not read it. */
            recap_title: string | null;
        };
        /** @description A passage that was found. */
        SearchHit: {
            /** @enum {string} */
            kind: "title" | "agenda" | "action_item" | "decision" | "ai_notes" | "transcript";
            /** @description Null for an action item without a note. */
            note_id: string | null;
            /** @description Set for titles, contents and decisions of recordings. */
            recording_id: string | null;
            action_item_id: string | null;
            decision_id: string | null;
            /** @description The title of the note or recording; for an item that of its note, empty if you see none. */
            title: string;
            /**
             * @description When the meeting starts.
             * @example 2026-01-05T09:00:00.000Z
             */
            event_start: string | null;
            /**
             * @description When the recording, note, item or decision was created.
             * @example 2026-01-05T09:10:00.000Z
             */
            created_at: string;
            /** @description Who speaks where the snippet of a transcript begins; null without a name. */
            speaker: string | null;
            /** @description Seconds from the start of the recording: when the segment begins in which the snippet of a transcript begins, and its first mark is. With the filter `speaker`, and for a passage that was found by a name alone, it is one of this speaker, who may not say the words. */
            start_time: number | null;
            /** @description When the segment ends in which the snippet ends. */
            end_time: number | null;
            snippet: {
                /** @description Part of the passage; `…` where it was cut. */
                text: string;
                /** @description Where the words are, of the first 200 found in the passage: half-open ranges of code points of `text`. */
                hits: number[][];
            };
            /** @description The higher the better; only to compare hits of one search. */
            score: number;
        };
        /** @description What earlier meetings of the series decided and left open. */
        Brief: {
            /** @description Without a series the lists are empty. */
            series_id: string | null;
            /** @description Decisions of the last meeting that were not withdrawn; one may be superseded since. */
            last_time: components["schemas"]["Decision"][];
            /** @description Decisions of earlier meetings that stand, the latest meeting first. */
            standing: components["schemas"]["Decision"][];
            /** @description What AI notes list as decided, of recaps whose decisions were not found one by one; the latest meeting first. */
            decisions: components["schemas"]["BriefPoint"][];
            /** @description Action items that are to be done, the newest first. */
            open_items: {
                item: components["schemas"]["ActionItem"];
                /** @description The title of the recap, or of the note of an item. */
                title: string;
                /**
                 * @description When that meeting started.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                event_start: string | null;
                /** @description The page of the note. */
                url: string;
            }[];
            /** @description What the notes say was left open; the latest meeting first. */
            open_questions: components["schemas"]["BriefPoint"][];
        };
        /** @description A decision or question of an earlier meeting. */
        BriefPoint: {
            /** @description As it stands in the AI notes. */
            text: string;
            note_id: string;
            recording_id: string;
            /** @description The title of the recap, or of the note of an item. */
            title: string;
            /**
             * @description When that meeting started.
             * @example 2026-01-05T09:00:00.000Z
             */
            event_start: string | null;
            /** @description Seconds from the start of the recording, if it is known. */
            start_time: number | null;
            /** @description The page for people, at this moment. */
            url: string;
        };
        /** @description A change of something that the caller sees or saw. */
        Change: {
            /** @enum {string} */
            kind: "note" | "recording" | "action_item" | "decision";
            /** @description Of the note, recording, action item or decision. */
            id: string;
            /**
             * @description `changed`: read it again. `gone`: it was deleted, or the caller does not see it any more.
             * @enum {string}
             */
            change: "changed" | "gone";
            /**
             * @description When it changed; in the first copy its `updated_at`.
             * @example 2026-01-05T09:00:00.000Z
             */
            at: string;
        };
        Recorder: {
            /** @description Identifier of the recorder. */
            id: string;
            /** @enum {string} */
            kind: "zoom" | "teams" | "meet" | "vexa" | "attendee" | "bigbluebutton";
            /** @description The address to which the service sends its events. */
            url: string;
            /**
             * @description transcript: the transcript of the service, for Vexa and Attendee with the audio or video. media: only the media, which are transcribed here; the only choice for BigBlueButton.
             * @enum {string}
             */
            takes: "transcript" | "media";
            /**
             * @description Teams: the directory (tenant) id.
             * @example 11aa22bb-33cc-44dd-55ee-66ff77aa88bb
             */
            tenant_id: string | null;
            /** @description Teams: the application (client) id. */
            client_id: string | null;
            /**
             * Format: email
             * @description Meet: the e-mail of the service account that signs the requests of Pub/Sub.
             */
            push_account: string | null;
            /** @description Meet: the topic of Pub/Sub that Google writes events to, as `projects/acme/topics/minutebook`. */
            topic: string | null;
            /** @description Vexa, Attendee and BigBlueButton: the address of their API, `https://…`, without the path of a request. */
            base_url: string | null;
            /** @description Vexa and Attendee: whether attendees may send its bots into calls. False unless it is given. */
            sends_bots: boolean;
            /**
             * @description Teams and Meet: when the first of its subscriptions to events ends. They are renewed automatically.
             * @example 2026-01-05T09:00:00.000Z
             */
            subscribed_until: string | null;
            /** @description The person who gets the recordings of hosts without an account here. */
            user_id: string | null;
            /** @description Whether it receives events; if not, its address answers 404. */
            active: boolean;
            /**
             * @description When it was created.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When its last recording was announced.
             * @example 2026-01-05T09:00:00.000Z
             */
            last_event_at: string | null;
            /** @description Why the last recording was not imported, or why the events of a recorder of Teams or Meet could not be subscribed to, or those of BigBlueButton not be listed; otherwise null. */
            last_error: string | null;
        };
        Bot: {
            /** @description Its id at the service; null while the service is being asked for it. */
            id: string | null;
            /**
             * @description The service.
             * @enum {string}
             */
            kind: "vexa" | "attendee";
            /** @description Who sent it; the recap of the call belongs to this person. */
            user_id: string;
            /**
             * @description When it was sent.
             * @example 2026-01-05T09:00:00.000Z
             */
            sent_at: string;
        } | null;
        /** @description A signed-in browser. */
        Session: {
            /** @description Identifier of the session. */
            id: string;
            /**
             * @description A person with an account.
             * @example {
             *       "id": "u_ada",
             *       "email": "ada@acme.test",
             *       "full_name": "Ada Moreau"
             *     }
             */
            user: {
                /** @description Identifier of the person. */
                id: string;
                /** @description Their address. */
                email: string;
                /** @description Their name. */
                full_name: string;
            };
            workspace: {
                id: string;
                name: string;
                /** @description The workspace answers at `{subdomain}.{BASE_DOMAIN}`. */
                subdomain: string;
            };
            /** @description Whether it is elevated: it has the rights of a super admin key for now. */
            super_admin: boolean;
            /** @description Whether the person is a designated admin of an enterprise workspace, who did not sign in with an ordinary key. */
            may_elevate: boolean;
            /**
             * @description When the super admin rights expire; null while it has none.
             * @example 2026-01-05T09:00:00.000Z
             */
            elevated_until: string | null;
            /**
             * @description Seal what a browser keeps of the person until they come back (sound that has not been sent, unsaved text): each 32 bytes in base64url, the same in all of their sessions and recorders, and in no database. The first one seals; the others are of `SECRET_KEY_OLD`, and open what was sealed before.
             * @example [
             *       "mN1bXk0cVxJ1rJ5oVw8hQy3kq2m7nF0sYt4uZr6pL9A"
             *     ]
             */
            store_keys: string[];
            /**
             * @description When it ends at the latest; 14 days without a request end it sooner.
             * @example 2026-04-05T09:00:00.000Z
             */
            expires_at: string;
        };
        /** @description Signs its person in at one host, and proves that they are there. */
        Passkey: {
            /** @description Identifier of the passkey. */
            id: string;
            /** @description What its person calls it. */
            name: string;
            /** @description Where it works: the host of the address in the browser. */
            host: string;
            /**
             * @description When it was made.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it was last used; null for never.
             * @example 2026-01-05T09:00:00.000Z
             */
            last_used_at: string | null;
        };
        /** @description A list outside that has the items of its person. */
        TodoList: {
            /**
             * @description How the list is reached.
             * @enum {string}
             */
            kind: "caldav";
            /** @description Where it is. Its full address and the password are secrets and not shown. */
            host: string;
            username: string;
            /** @description The name of the list. */
            list: string;
            /** @description Items of the person that are in it. */
            items: number;
            /**
             * @description When it was connected.
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it was last compared without an error.
             * @example 2026-01-05T09:00:00.000Z
             */
            last_synced_at: string | null;
            /**
             * @description When it is compared next, if its person is active.
             * @example 2026-01-05T09:00:00.000Z
             */
            next_sync_at: string;
            /** @description What went wrong, in a sentence; null if nothing did. */
            last_problem: string | null;
            /** @description The last 20, the newest first. */
            conflicts: {
                item_id: string;
                /**
                 * @description When both changes were found.
                 * @example 2026-01-05T09:00:00.000Z
                 */
                at: string;
                /**
                 * @description Which one counts: that of the service, or that of the list.
                 * @enum {string}
                 */
                kept: "here" | "there";
                here: {
                    /** @description In one line, at most 1,000 characters. */
                    text: string;
                    /** Format: date */
                    due_date: string | null;
                    done: boolean;
                };
                there: {
                    /** @description In one line, at most 1,000 characters. */
                    text: string;
                    /** Format: date */
                    due_date: string | null;
                    done: boolean;
                } | null;
            }[];
        } | null;
        /** @description What a link shows; the fields of parts that it does not show are absent. */
        Shared: {
            /** @enum {string} */
            kind: "note" | "recording";
            title: string;
            /**
             * @description When the meeting began, or was to begin.
             * @example 2026-01-05T09:00:00.000Z
             */
            starts_at: string | null;
            /**
             * @description When it ended, or was to end.
             * @example 2026-01-05T09:00:00.000Z
             */
            ends_at: string | null;
            /** @description The name of the workspace that it comes from. */
            workspace: string;
            /** @description The full name of who made the link. */
            shared_by: string;
            /**
             * @description When the link ends.
             * @example 2026-02-04T09:00:00.000Z
             */
            expires_at: string;
            parts: ("notes" | "items" | "transcript" | "media")[];
            /** @description The AI notes of a recording, or the agenda of a note; without action items. */
            notes?: {
                /** @description Notes as Markdown; empty where there are sections, and for notes without sections if the link shows no items. */
                markdown: string;
                sections: {
                    title: string;
                    /** @description A section of text. */
                    content?: string;
                    /** @description A section of points. */
                    items?: {
                        text: string;
                        /** @description Whole seconds from the start of the recording. */
                        timestamp: number | null;
                    }[];
                }[];
            };
            /** @description Action items, without archived ones. */
            items?: {
                text: string;
                /** @description Whole seconds from the start of the recording. */
                timestamp: number | null;
                /** @description Full names. */
                assignees: string[];
                /** @description A day, `YYYY-MM-DD`. */
                due_date: string | null;
                /** @description Null for an item of AI notes, which do not know. */
                done: boolean | null;
            }[];
            /** @description A signed link to the media for four hours, at most as long as the link works. Null without media. */
            media_url?: string | null;
            /** @description What was said. */
            transcript?: {
                /** @description The language that was detected, as a tag. */
                language_code: string;
                speech_segments: {
                    speaker: string;
                    text: string;
                    /** @description Seconds from the start of the recording. */
                    start_time: number;
                    /** @description Seconds from the start of the recording. */
                    end_time: number;
                    /** @description The text before terms of the glossary, or names of the meeting, were put into it. Absent if none were, or a person has written the text. */
                    heard?: string;
                }[];
            } | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this request in the log of the service: quote it when you report an error.
         * @example req_0mk2p1c4e9f8d7c6b5a4f3e2d1c0b
         */
        "X-Request-Id": string;
        /**
         * @description The schemes that `Authorization` takes.
         * @example ApiKey realm="minutebook", Bearer realm="minutebook"
         */
        "WWW-Authenticate": string;
        /**
         * @description The first 20 fields of the request that this operation does not know, each with its path; they changed nothing.
         * @example filters.query, pagination.limit
         */
        "Ignored-Fields": string;
        /** @description How many seconds to wait before trying again; with every 429. */
        "Retry-After": number;
        /** @description While a limit is on: how many requests the key may send in a window; of several windows, the one with fewest left. */
        "RateLimit-Limit": number;
        /** @description How many of them are left. */
        "RateLimit-Remaining": number;
        /** @description Seconds until that window is over. */
        "RateLimit-Reset": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    apps_developer_api_api_get_me: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who am I */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "u_ada",
                     *         "email": "ada@acme.test",
                     *         "full_name": "Ada Moreau",
                     *         "language": "fr",
                     *         "notes_language": "spoken"
                     *       },
                     *       "workspace": {
                     *         "id": "ws_acme",
                     *         "name": "Acme",
                     *         "subdomain": "acme"
                     *       }
                     *     }
                     */
                    "application/json": {
                        user: {
                            /** @description Identifier of the person. */
                            id: string;
                            /** @description Their address. */
                            email: string;
                            /** @description Their name. */
                            full_name: string;
                            /**
                             * @description The language of the mails that you get; without one English, until a browser in another signs you in.
                             * @enum {string|null}
                             */
                            language?: "en" | "de" | "fr" | null;
                            /**
                             * @description The language of the AI notes of your meetings: a BCP 47 tag, or `spoken` for that of the meeting.
                             * @example fr
                             */
                            notes_language?: string | null;
                        };
                        workspace: {
                            id: string;
                            name: string;
                            /** @description The workspace answers at `{subdomain}.{BASE_DOMAIN}`. */
                            subdomain: string;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_change_me: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "language": "fr",
                 *       "notes_language": "fr"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The language of the mails that you get; without one English, until a browser in another signs you in.
                     * @enum {string|null}
                     */
                    language?: "en" | "de" | "fr" | null;
                    /**
                     * @description The language of the AI notes of their meetings; null ends the wish: a BCP 47 tag, or `spoken` for that of the meeting.
                     * @example fr
                     */
                    notes_language?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Change my wishes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "u_bo",
                     *         "email": "bo@acme.test",
                     *         "full_name": "Bo Lindqvist",
                     *         "language": "fr",
                     *         "notes_language": "fr"
                     *       }
                     *     }
                     */
                    "application/json": {
                        user: {
                            /** @description Identifier of the person. */
                            id: string;
                            /** @description Their address. */
                            email: string;
                            /** @description Their name. */
                            full_name: string;
                            /**
                             * @description The language of the mails that you get; without one English, until a browser in another signs you in.
                             * @enum {string|null}
                             */
                            language?: "en" | "de" | "fr" | null;
                            /**
                             * @description The language of the AI notes of your meetings: a BCP 47 tag, or `spoken` for that of the meeting.
                             * @example fr
                             */
                            notes_language?: string | null;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_audit_log: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
                /** @description A JSON object with any of `user_id`, `action`, `at_start`, `at_end`. All given filters must match. */
                filters?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the audit log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "au_1",
                     *           "at": "2026-01-05T09:00:00.000Z",
                     *           "action": "impersonate",
                     *           "key_id": "k_ada",
                     *           "user_id": "u_ada",
                     *           "on_behalf_of": "u_bo",
                     *           "method": "POST",
                     *           "path": "/api/v1/notes",
                     *           "status": 200,
                     *           "address": "127.0.0.1",
                     *           "request_id": "req_1",
                     *           "body_sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                     *           "details": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: {
                            id: string;
                            /**
                             * @description When.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            at: string;
                            /** @description What was done: `impersonate`, `note.delete`, `recording.delete`, `user.create`, `user.change`, `workspace.change`, `note_templates.change`, `glossary.change`, `notifications.change`, `channel.deliver_to`, `user.erase`, `user.erased`, `user.export`, `users.import`, `retention.remove`, `audit.remove`, `former_text.keep`, `former_text.read`, `api_key.create`, `api_key.change`, `api_key.delete`, `session.begin`, `session.refuse`, `session.end`, `session.elevate`, `session.lower`, `operation.refuse`, `outside_link.create`, `outside_link.withdraw`, `outside_link.open`, `outside_link.refuse`, `sign_in_link.create`, `identity.release`, `grant.create`, `grant.delete`, `webhook.create`, `webhook.change`, `webhook.rotate_secret`, `webhook.delete`, `recorder.create`, `recorder.change`, `recorder.delete`, `recorder.upload`, `inbox.upload`, `recorder.send_bot`, `recorder.withdraw_bot`, `upload.cancel`, `model.add`, `model.remove`. */
                            action: string;
                            /** @description The key of the request; null for a session. */
                            key_id: string | null;
                            /** @description Its owner, or the person of the session. */
                            user_id: string;
                            /** @description The person it acted as, if such a person exists. */
                            on_behalf_of: string | null;
                            method: string;
                            path: string;
                            /** @description The status of the answer; null if the service crashed before it answered. */
                            status: number | null;
                            /** @description Where the request came from. */
                            address: string;
                            /** @description The `X-Request-Id` of the answer. */
                            request_id: string;
                            /** @description SHA-256 of the body as sent, in hex; null for requests in one’s own name and for resumable uploads. */
                            body_sha256: string | null;
                            /** @description More about the action; the fields depend on it. */
                            details: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_users: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List people */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "u_bo",
                     *           "email": "bo@acme.test",
                     *           "full_name": "Bo Lindqvist",
                     *           "admin": false,
                     *           "active": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: components["schemas"]["User"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_user: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "dee@acme.test",
                 *       "full_name": "Dee Sato"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description Their address; they see what it was invited to.
                     * @example dee@acme.test
                     */
                    email: string;
                    /**
                     * @description Their name.
                     * @example Bo Lindqvist
                     */
                    full_name: string;
                    /** @description Make them an admin. */
                    admin?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Add a person */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "u_bo",
                     *         "email": "bo@acme.test",
                     *         "full_name": "Bo Lindqvist",
                     *         "admin": false,
                     *         "active": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_erase_user: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the person.
                 * @example u_bo
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erase a person */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "erasure": {
                     *         "user_id": "u_bo",
                     *         "status": "running",
                     *         "requested_at": "2026-01-05T09:00:00.000Z",
                     *         "finished_at": null,
                     *         "progress": {
                     *           "stage": "things",
                     *           "things": 120,
                     *           "things_done": 40
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        erasure: components["schemas"]["Erasure"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_change_user: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the person.
                 * @example u_bo
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "full_name": "Bo Lindqvist",
                 *       "active": true
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description Their current address, which signs them in. The one before becomes an other address.
                     * @example bo@acme.test
                     */
                    email?: string | null;
                    /** @description All other addresses that they keep; one that is missing is withdrawn, with what only it opened. */
                    other_addresses?: string[] | null;
                    /**
                     * @description Their name.
                     * @example Bo Lindqvist
                     */
                    full_name?: string | null;
                    /** @description Whether they are an admin. */
                    admin?: boolean | null;
                    /** @description false deactivates them, true reactivates them. */
                    active?: boolean | null;
                    /** @description Why nothing of what this person took part in is deleted; null lifts the hold. */
                    legal_hold?: string | null;
                    /**
                     * @description The language of the AI notes of their meetings; null ends the wish: a BCP 47 tag, or `spoken` for that of the meeting.
                     * @example fr
                     */
                    notes_language?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Change a person */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "u_bo",
                     *         "email": "bo@acme.test",
                     *         "full_name": "Bo Lindqvist",
                     *         "admin": false,
                     *         "active": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_workspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the workspace */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspace": {
                     *         "id": "ws_acme",
                     *         "name": "Acme",
                     *         "subdomain": "acme",
                     *         "plan": "enterprise",
                     *         "email_domains": [
                     *           "acme.test"
                     *         ],
                     *         "retention": "standard",
                     *         "webhooks": "enabled",
                     *         "workspace_webhooks": true,
                     *         "compatibility": "none",
                     *         "retention_days": {
                     *           "transcripts": 365,
                     *           "media": 90,
                     *           "everything": null
                     *         },
                     *         "delivery_retention_days": null,
                     *         "webhook_mail": false,
                     *         "voices": false,
                     *         "outside_links": false,
                     *         "second_factor": false,
                     *         "consent_text": null,
                     *         "notes_language": null
                     *       },
                     *       "usage": {
                     *         "media_bytes": 734003200,
                     *         "media_bytes_limit": null,
                     *         "open_uploads": 1,
                     *         "open_uploads_limit": 20,
                     *         "webhooks": 2,
                     *         "webhooks_limit": 25,
                     *         "workspace_webhooks": null,
                     *         "workspace_webhooks_limit": 100,
                     *         "questions_today": 4,
                     *         "questions_limit": 100,
                     *         "llm_tokens_this_month": 412300,
                     *         "llm_tokens_limit": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        workspace: components["schemas"]["Workspace"];
                        /** @description How much is used of what is limited. An imported world may exceed the limits. */
                        usage: {
                            /** @description Bytes that all media of the workspace take, the final sizes of unfinished uploads included. */
                            media_bytes: number;
                            /** @description How many bytes they may take; null is no limit. */
                            media_bytes_limit: number | null;
                            /** @description Your resumable uploads that are under way. */
                            open_uploads: number;
                            /** @description How many you may have. */
                            open_uploads_limit: number;
                            /** @description Your user webhooks. */
                            webhooks: number;
                            /** @description How many you may have. */
                            webhooks_limit: number;
                            /** @description The workspace webhooks there are; null without a super admin key. */
                            workspace_webhooks: number | null;
                            /** @description How many there may be. */
                            workspace_webhooks_limit: number;
                            /** @description Questions that you have asked the language model today (UTC). */
                            questions_today: number;
                            /** @description How many you may ask in a day; null is no limit. */
                            questions_limit: number | null;
                            /** @description Tokens that it used for the workspace in this month (UTC), for notes and answers. */
                            llm_tokens_this_month: number;
                            /** @description How many it may use in a month; null is no limit. */
                            llm_tokens_limit: number | null;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_change_workspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme",
                 *       "workspace_webhooks": true
                 *     }
                 */
                "application/json": {
                    name?: string | null;
                    /**
                     * @description zero_day permanently deletes all transcripts.
                     * @enum {string|null}
                     */
                    retention?: "standard" | "zero_day" | null;
                    /** @enum {string|null} */
                    webhooks?: "enabled" | "not_enabled" | "switched_off" | null;
                    workspace_webhooks?: boolean | null;
                    /**
                     * @description `none` is this document; with `hosted` the workspace answers as the hosted original does, described by `/api/v1/openapi.json?profile=hosted`.
                     * @enum {string|null}
                     */
                    compatibility?: "none" | "hosted" | null;
                    /**
                     * @description An absent field stays as it is.
                     * @example {
                     *       "transcripts": 365,
                     *       "media": 90,
                     *       "everything": null
                     *     }
                     */
                    retention_days?: {
                        /** @description Days for which transcripts are kept; null is for ever. */
                        transcripts?: number | null;
                        /** @description Days for which media are kept; null is for ever. */
                        media?: number | null;
                        /** @description Days for which notes, recordings, items, failed uploads and past meetings are kept; null is for ever. */
                        everything?: number | null;
                    } | null;
                    /** @description Days for which the log of deliveries is kept, at most as long as the service keeps it; null is that maximum. */
                    delivery_retention_days?: number | null;
                    /** @description Whether super admins get mails about webhooks that fail, are disabled or recover. */
                    webhook_mail?: boolean | null;
                    /** @description Whether people may give their voices, by which speakers of later recordings are named. A voice is biometric data: each person gives their own, and off deletes all of them. */
                    voices?: boolean | null;
                    /** @description Whether people may make links that show a note or a recording to people without an account; off ends all of them at once, until it is on again. */
                    outside_links?: boolean | null;
                    /** @description Whether administrator rights need a passkey, or a fresh sign-in at the identity provider. Who has neither makes a passkey first. */
                    second_factor?: boolean | null;
                    /** @description What people read out before they record a meeting; null is the usual sentence. */
                    consent_text?: string | null;
                    /**
                     * @description The language of AI notes where nobody chose another; null is that of the service: a BCP 47 tag, or `spoken` for that of the meeting.
                     * @example fr
                     */
                    notes_language?: string | null;
                    /** @description Why nothing of the workspace is deleted; null lifts the hold. */
                    legal_hold?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Change the workspace */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspace": {
                     *         "id": "ws_acme",
                     *         "name": "Acme",
                     *         "subdomain": "acme",
                     *         "plan": "enterprise",
                     *         "email_domains": [
                     *           "acme.test"
                     *         ],
                     *         "retention": "standard",
                     *         "webhooks": "enabled",
                     *         "workspace_webhooks": true,
                     *         "compatibility": "none",
                     *         "retention_days": {
                     *           "transcripts": 365,
                     *           "media": 90,
                     *           "everything": null
                     *         },
                     *         "delivery_retention_days": null,
                     *         "webhook_mail": false,
                     *         "voices": false,
                     *         "outside_links": false,
                     *         "second_factor": false,
                     *         "consent_text": null,
                     *         "notes_language": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        workspace: components["schemas"]["Workspace"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_installation: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get what the operator set up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "installation": {
                     *         "public_url": "https://meetings.example.com",
                     *         "single_sign_on": {
                     *           "issuer": "https://sso.example.com",
                     *           "name": "Acme SSO",
                     *           "creates_people": true,
                     *           "groups_claim": null,
                     *           "email_trust": "verified",
                     *           "only": false
                     *         },
                     *         "directory": {
                     *           "keys": 1,
                     *           "last_used_at": "2026-01-09T10:00:00.000Z"
                     *         },
                     *         "mail": {
                     *           "server": "mail.example.com:465",
                     *           "from": "Minutebook <minutebook@example.com>"
                     *         },
                     *         "calendars": [
                     *           {
                     *             "provider": "google",
                     *             "tenant": null
                     *           }
                     *         ],
                     *         "database": "embedded",
                     *         "media": "folder",
                     *         "last_backup_at": "2026-01-09T03:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        installation: {
                            /** @description PUBLIC_URL. */
                            public_url: string | null;
                            single_sign_on: {
                                /** @description OIDC_ISSUER. */
                                issuer: string;
                                /** @description OIDC_NAME, on the sign-in page. */
                                name: string;
                                /** @description OIDC_CREATE_PEOPLE: a first sign-in makes an account. */
                                creates_people: boolean;
                                /** @description OIDC_GROUPS_CLAIM, whose groups become private channels. */
                                groups_claim: string | null;
                                /**
                                 * @description OIDC_EMAIL_TRUST.
                                 * @enum {string}
                                 */
                                email_trust: "verified" | "issuer";
                                /** @description OIDC_ONLY: there is no other way to sign in. */
                                only: boolean;
                            } | null;
                            /** @description SCIM; null without such a key. */
                            directory: {
                                /** @description Active keys of this workspace with the scope `scim`. */
                                keys: number;
                                /**
                                 * @description When one of them was last used.
                                 * @example 2026-01-05T09:00:00.000Z
                                 */
                                last_used_at: string | null;
                            } | null;
                            mail: {
                                /** @description Host and port of SMTP_URL. */
                                server: string;
                                /** @description MAIL_FROM. */
                                from: string;
                            } | null;
                            /** @description Whose calendars people connect by account. */
                            calendars: {
                                /** @enum {string} */
                                provider: "google" | "microsoft";
                                /** @description CALENDAR_MICROSOFT_TENANT. */
                                tenant: string | null;
                            }[];
                            /** @enum {string} */
                            database: "embedded" | "postgresql";
                            /** @enum {string} */
                            media: "folder" | "bucket";
                            /**
                             * @description When `minutebook backup` last ended well; null if never, or if the database is not the embedded one.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            last_backup_at: string | null;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_import_users: {
        parameters: {
            query?: {
                /** @description Only reports what would change. */
                dry_run?: boolean;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "users": [
                 *         {
                 *           "email": "dee@acme.test",
                 *           "full_name": "Dee Sato"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Each address once. An absent field stays as it is. */
                    users?: {
                        /**
                         * Format: email
                         * @description An address of the account, which identifies it.
                         */
                        email: string;
                        /**
                         * Format: email
                         * @description Their current address from now on; the account keeps the one before.
                         */
                        new_email?: string | null;
                        /** @description Required for a new account. */
                        full_name?: string | null;
                        /** @description Whether they are an admin; false by default for a new account. */
                        admin?: boolean | null;
                        /** @description false deactivates them; true by default for a new account. */
                        active?: boolean | null;
                    }[] | null;
                };
                /**
                 * @example email,full_name,admin,active
                 *     dee@acme.test,Dee Sato,false,true
                 *     bo@acme.test,,,false
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description Import people */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "import": {
                     *         "dry_run": false,
                     *         "created": 1,
                     *         "updated": 0,
                     *         "unchanged": 0,
                     *         "users": [
                     *           {
                     *             "row": 2,
                     *             "email": "dee@acme.test",
                     *             "id": "u_dee",
                     *             "change": "created"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        import: components["schemas"]["PeopleImport"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_erasure: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the person.
                 * @example u_bo
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the progress of an erasure */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "erasure": {
                     *         "user_id": "u_bo",
                     *         "status": "running",
                     *         "requested_at": "2026-01-05T09:00:00.000Z",
                     *         "finished_at": null,
                     *         "progress": {
                     *           "stage": "things",
                     *           "things": 120,
                     *           "things_done": 40
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        erasure: components["schemas"]["Erasure"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_erasures: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
                /** @description True: only finished ones; false: only unfinished ones; all if absent. */
                finished?: boolean;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List erasures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "user_id": "u_bo",
                     *           "status": "running",
                     *           "requested_at": "2026-01-05T09:00:00.000Z",
                     *           "finished_at": null,
                     *           "progress": {
                     *             "stage": "things",
                     *             "things": 120,
                     *             "things_done": 40
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: components["schemas"]["Erasure"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_count_old: {
        parameters: {
            query?: {
                /** @description Days; if absent, transcripts are not counted. */
                transcripts?: number;
                /** @description Days; if absent, media are not counted. */
                media?: number;
                /** @description Days; if absent, notes, items, uploads and events are not counted. */
                everything?: number;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Preview retention */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "older": {
                     *         "notes": 12,
                     *         "action_items": 3,
                     *         "uploads": 0,
                     *         "events": 40,
                     *         "transcripts": 31,
                     *         "media": 18,
                     *         "media_bytes": 734003200
                     *       }
                     *     }
                     */
                    "application/json": {
                        older: components["schemas"]["OldCounts"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_former_texts: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
                /** @description Only of this note, its recordings, its items and its decisions. */
                note_id?: string;
                /** @description Only what this person overwrote or removed. */
                user_id?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List former texts under legal hold */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "ft_1",
                     *           "at": "2026-01-05T09:30:00.000Z",
                     *           "by": "u_bo",
                     *           "kind": "note",
                     *           "thing_id": "n_1",
                     *           "note_id": "n_1",
                     *           "what": "agenda",
                     *           "bytes": 17
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: components["schemas"]["ListedFormerText"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_former_text: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description The former text.
                 * @example ft_1
                 */
                former_text_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a former text under legal hold */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "former_text": {
                     *         "id": "ft_1",
                     *         "at": "2026-01-05T09:30:00.000Z",
                     *         "by": "u_bo",
                     *         "kind": "note",
                     *         "thing_id": "n_1",
                     *         "note_id": "n_1",
                     *         "what": "agenda",
                     *         "bytes": 17,
                     *         "former": "Send the deck"
                     *       }
                     *     }
                     */
                    "application/json": {
                        former_text: components["schemas"]["FormerText"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_export_user: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the person.
                 * @example u_bo
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Export a person */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "export": {
                     *         "former_texts": [],
                     *         "directory": [],
                     *         "notifications": [],
                     *         "voice": [],
                     *         "voice_claims": [],
                     *         "voice_words": [],
                     *         "webhooks": [],
                     *         "calendar_feeds": [],
                     *         "channels": [],
                     *         "uploads": [],
                     *         "corrections": [],
                     *         "marks": [],
                     *         "decisions": [],
                     *         "decision_changes": [],
                     *         "series_shares": [],
                     *         "rules": [],
                     *         "note_plans": [],
                     *         "passkeys": [],
                     *         "push_devices": [],
                     *         "todo_lists": [],
                     *         "todo_conflicts": [],
                     *         "reminders": [],
                     *         "outside_links": [],
                     *         "identity": [],
                     *         "api_keys": [],
                     *         "sessions": [],
                     *         "grants": [],
                     *         "events": [],
                     *         "recordings": [],
                     *         "said": [],
                     *         "audit_log": [],
                     *         "note_shares": [],
                     *         "recording_shares": [],
                     *         "exported_at": "2026-01-05T09:00:00.000Z",
                     *         "person": {
                     *           "id": "u_bo",
                     *           "email": "bo@acme.test",
                     *           "full_name": "Bo Lindqvist"
                     *         },
                     *         "notes": [
                     *           {
                     *             "id": "n_1",
                     *             "title": "Weekly",
                     *             "agenda": []
                     *           }
                     *         ],
                     *         "action_items": [
                     *           {
                     *             "id": "ai_1",
                     *             "text": "Send the deck",
                     *             "created": false,
                     *             "assigned": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        export: components["schemas"]["PersonExport"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_api_keys: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List API keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "k_bo_inactive",
                     *           "user_id": "u_bo",
                     *           "name": "ci",
                     *           "super_admin": false,
                     *           "active": false,
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "last_used_at": null,
                     *           "scopes": null,
                     *           "expires_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: components["schemas"]["ApiKey"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ci",
                 *       "scopes": [
                 *         "read",
                 *         "write"
                 *       ],
                 *       "expires_at": "2027-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What it is for.
                     * @example ci
                     */
                    name: string;
                    /** @description Only a super admin key may ask for this. */
                    super_admin?: boolean | null;
                    /**
                     * @description What it may do: `webhooks` is everything under webhooks, event types and events; `admin` is the audit log, others’ keys, changing people and the workspace, deleting notes and recordings, and `X-On-Behalf-Of`; `scim` is what an identity provider does under `/scim/v2`; of the rest, `read` is what changes nothing and `write` what does. null is everything. No more than the key of the request has.
                     * @example [
                     *       "read",
                     *       "write"
                     *     ]
                     */
                    scopes?: ("read" | "write" | "webhooks" | "admin" | "scim")[] | null;
                    /**
                     * Format: date-time
                     * @description When it expires, with an offset from UTC; null is never. No later than the key of the request.
                     * @example 2027-01-01T00:00:00Z
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Make an API key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "api_key": {
                     *         "id": "k_bo_inactive",
                     *         "user_id": "u_bo",
                     *         "name": "ci",
                     *         "super_admin": false,
                     *         "active": false,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "last_used_at": null,
                     *         "scopes": null,
                     *         "expires_at": null
                     *       },
                     *       "secret": "mb_4cVh…"
                     *     }
                     */
                    "application/json": {
                        api_key: components["schemas"]["ApiKey"];
                        /** @description What to send as `X-API-KEY`. */
                        secret: string;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the key.
                 * @example k_bo_inactive
                 */
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an API key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "api_key_id": "k_bo_inactive",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        api_key_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_change_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the key.
                 * @example k_bo_inactive
                 */
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "active": false
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What it is for.
                     * @example ci
                     */
                    name?: string | null;
                    /** @description false switches it off, true on again. */
                    active?: boolean | null;
                    /**
                     * @description What it may do: `webhooks` is everything under webhooks, event types and events; `admin` is the audit log, others’ keys, changing people and the workspace, deleting notes and recordings, and `X-On-Behalf-Of`; `scim` is what an identity provider does under `/scim/v2`; of the rest, `read` is what changes nothing and `write` what does. null is everything. No more than the key of the request has.
                     * @example [
                     *       "read",
                     *       "write"
                     *     ]
                     */
                    scopes?: ("read" | "write" | "webhooks" | "admin" | "scim")[] | null;
                    /**
                     * Format: date-time
                     * @description When it expires, with an offset from UTC; null is never. No later than the key of the request.
                     * @example 2027-01-01T00:00:00Z
                     */
                    expires_at?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Change an API key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "api_key": {
                     *         "id": "k_bo_inactive",
                     *         "user_id": "u_bo",
                     *         "name": "ci",
                     *         "super_admin": false,
                     *         "active": false,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "last_used_at": null,
                     *         "scopes": null,
                     *         "expires_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        api_key: components["schemas"]["ApiKey"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_channels: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
                /** @description Also the public channels that the caller is not in. */
                all?: boolean;
                /** @description Only those that the caller is in: for super admin keys, which otherwise list all. */
                mine?: boolean;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List channels */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "ch_eng",
                     *           "title": "Engineering",
                     *           "private": false,
                     *           "member_count": 12
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: components["schemas"]["Channel"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_channel: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Engineering"
                 *     }
                 */
                "application/json": {
                    /** @example Engineering */
                    title: string;
                    /**
                     * @description Hide it from those who are not in it.
                     * @default false
                     */
                    private?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Make a channel */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel": {
                     *         "id": "ch_eng",
                     *         "title": "Engineering",
                     *         "private": false,
                     *         "member_count": 12
                     *       }
                     *     }
                     */
                    "application/json": {
                        channel: components["schemas"]["Channel"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_channel: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the channel.
                 * @example ch_eng
                 */
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a channel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel": {
                     *         "id": "ch_eng",
                     *         "title": "Engineering",
                     *         "private": false,
                     *         "member_count": 12
                     *       }
                     *     }
                     */
                    "application/json": {
                        channel: components["schemas"]["Channel"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_channel: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the channel.
                 * @example ch_eng
                 */
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a channel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "ch_eng",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        channel_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_change_channel: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the channel.
                 * @example ch_eng
                 */
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Engineering"
                 *     }
                 */
                "application/json": {
                    /** @example Engineering */
                    title?: string | null;
                    /** @description Hide it, or let everyone find it. */
                    private?: boolean | null;
                    deliver_to?: {
                        /**
                         * @description The service whose form is sent.
                         * @enum {string}
                         */
                        kind: "slack" | "teams" | "mattermost" | "generic";
                        /** @description The address of its incoming webhook: a secret. */
                        url: string;
                    } | null;
                } | null;
            };
        };
        responses: {
            /** @description Change a channel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel": {
                     *         "id": "ch_eng",
                     *         "title": "Engineering",
                     *         "private": false,
                     *         "member_count": 12
                     *       }
                     *     }
                     */
                    "application/json": {
                        channel: components["schemas"]["Channel"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_channel_members: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the channel.
                 * @example ch_eng
                 */
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "u_bo",
                     *           "email": "bo@acme.test",
                     *           "full_name": "Bo Lindqvist",
                     *           "admin": false,
                     *           "active": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: components["schemas"]["User"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_add_channel_member: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the channel.
                 * @example ch_eng
                 */
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": "bo@acme.test"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Id or e-mail of an account.
                     * @example bo@acme.test
                     */
                    user: string;
                };
            };
        };
        responses: {
            /** @description Add a member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel": {
                     *         "id": "ch_eng",
                     *         "title": "Engineering",
                     *         "private": false,
                     *         "member_count": 12
                     *       }
                     *     }
                     */
                    "application/json": {
                        channel: components["schemas"]["Channel"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_remove_channel_member: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the channel.
                 * @example ch_eng
                 */
                channel_id: string;
                /**
                 * @description Identifier of the person.
                 * @example u_bo
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel": {
                     *         "id": "ch_eng",
                     *         "title": "Engineering",
                     *         "private": false,
                     *         "member_count": 12
                     *       }
                     *     }
                     */
                    "application/json": {
                        channel: components["schemas"]["Channel"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_notes: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "pagination": {
                 *         "page_size": 20
                 *       },
                 *       "filters": {
                 *         "title": "weekly"
                 *       },
                 *       "include": {
                 *         "content_markdown": true
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Which page (spec 2.6).
                     * @example {
                     *       "page_size": 20
                     *     }
                     */
                    pagination?: {
                        /** @description The `cursor` of the page before; without it the first page. */
                        cursor?: string | null;
                        /**
                         * @description Rows in a page, 1 to 50.
                         * @default 20
                         */
                        page_size?: number | null;
                    } | null;
                    /**
                     * @description Which ones; all given filters must match (spec 2.7).
                     * @example {
                     *       "title": "weekly",
                     *       "created_at_start": "2026-01-01"
                     *     }
                     */
                    filters?: {
                        /**
                         * @description The calendar event identifier.
                         * @example evt1_20260105T090000Z
                         */
                        event_guid?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Created at or after. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        created_at_start?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Created at or before. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        created_at_end?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Updated at or after. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        updated_at_start?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Updated at or before. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        updated_at_end?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Of an event that starts at or after. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        starts_at_start?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Of an event that starts at or before. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        starts_at_end?: string | null;
                        /**
                         * @description The title has this text somewhere, whatever the case.
                         * @example weekly
                         */
                        title?: string | null;
                        /**
                         * @description Published in this channel; the caller must belong to it.
                         * @example ch_eng
                         */
                        channel_id?: string | null;
                        /**
                         * @description Meetings of this series.
                         * @example se_w
                         */
                        series_id?: string | null;
                        /**
                         * @description An address, or up to 20 of them: all must be invited to the event, each person by any address of their account. Case does not matter.
                         * @example [
                         *       "ada@acme.test",
                         *       "guest@elsewhere.test"
                         *     ]
                         */
                        event_attendees?: string | string[] | null;
                    } | null;
                    /**
                     * @description Fields that are only returned if they are requested.
                     * @example {
                     *       "content_markdown": true
                     *     }
                     */
                    include?: {
                        /** @description The readable rendering of the agenda. */
                        content_markdown?: boolean | null;
                        /** @description The agenda in the markup that the write endpoint takes. */
                        content_native_markdown?: boolean | null;
                        /** @description The invited addresses. */
                        event_attendees?: boolean | null;
                    } | null;
                } | null;
            };
        };
        responses: {
            /** @description List notes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "n_1",
                     *           "title": "Weekly 5 Jan",
                     *           "created_at": "2026-01-05T08:00:00.000Z",
                     *           "updated_at": "2026-01-05T09:31:00.000Z",
                     *           "event_guid": "evt1_20260105T090000Z",
                     *           "event_start": "2026-01-05T09:00:00.000Z",
                     *           "event_end": "2026-01-05T09:30:00.000Z",
                     *           "event_is_all_day": false,
                     *           "call_url": "https://meet.test/x",
                     *           "organizer_email": "ada@acme.test",
                     *           "series_id": "se_w",
                     *           "recording_ids": [
                     *             "r_1"
                     *           ],
                     *           "content_markdown": "# Goals\n\n* Action Item: Send the deck (Due: 2026-01-09)\n",
                     *           "content_native_markdown": "::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 due=2026-01-09}",
                     *           "event_attendees": [
                     *             "ada@acme.test",
                     *             "guest@elsewhere.test"
                     *           ],
                     *           "planned": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: components["schemas"]["Note"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_note: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if one of them is the current version, the answer is 304. Links and names may have changed all the same. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Note identifier.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note": {
                     *         "id": "n_1",
                     *         "title": "Weekly 5 Jan",
                     *         "created_at": "2026-01-05T08:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:31:00.000Z",
                     *         "event_guid": "evt1_20260105T090000Z",
                     *         "event_start": "2026-01-05T09:00:00.000Z",
                     *         "event_end": "2026-01-05T09:30:00.000Z",
                     *         "event_is_all_day": false,
                     *         "call_url": "https://meet.test/x",
                     *         "organizer_email": "ada@acme.test",
                     *         "series_id": "se_w",
                     *         "recording_ids": [
                     *           "r_1"
                     *         ],
                     *         "content_markdown": "# Goals\n\n* Action Item: Send the deck (Due: 2026-01-09)\n",
                     *         "content_native_markdown": "::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 due=2026-01-09}",
                     *         "event_attendees": [
                     *           "ada@acme.test",
                     *           "guest@elsewhere.test"
                     *         ],
                     *         "planned": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        note: components["schemas"]["Note"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_note: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Note identifier.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note_id": "n_1",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        note_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_update_note: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if none of them is the current version, the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Note identifier.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Weekly 5 Jan"
                 *     }
                 */
                "application/json": {
                    /** @example Weekly 5 Jan */
                    title?: string | null;
                    /** @description What happens with this meeting, before every rule; absent fields stay unchanged. `null`: as the rules say again. */
                    planned?: {
                        /**
                         * @description Whether a bot of a recorder joins the call, 120 seconds before the meeting.
                         * @enum {string|null}
                         */
                        record?: "bot" | "remind" | "never" | null;
                        /**
                         * @description The note template.
                         * @example nt_weekly
                         */
                        template?: string | null;
                        /** @description All channels where its recordings are published; what you do not see of them stays. */
                        channels?: string[] | null;
                    } | null;
                } | null;
            };
        };
        responses: {
            /** @description Rename a note, or change what is planned */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note": {
                     *         "id": "n_1",
                     *         "title": "Weekly 5 Jan",
                     *         "created_at": "2026-01-05T08:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:31:00.000Z",
                     *         "event_guid": "evt1_20260105T090000Z",
                     *         "event_start": "2026-01-05T09:00:00.000Z",
                     *         "event_end": "2026-01-05T09:30:00.000Z",
                     *         "event_is_all_day": false,
                     *         "call_url": "https://meet.test/x",
                     *         "organizer_email": "ada@acme.test",
                     *         "series_id": "se_w",
                     *         "recording_ids": [
                     *           "r_1"
                     *         ],
                     *         "content_markdown": "# Goals\n\n* Action Item: Send the deck (Due: 2026-01-09)\n",
                     *         "content_native_markdown": "::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 due=2026-01-09}",
                     *         "event_attendees": [
                     *           "ada@acme.test",
                     *           "guest@elsewhere.test"
                     *         ],
                     *         "planned": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        note: components["schemas"]["Note"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_write_agenda: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if none of them is the current version, the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Note identifier.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        /** @description At least one of the two; an absent field stays unchanged. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content_native_markdown": "::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 assignees=\"ada@acme.test\" due=2026-01-09}"
                 *     }
                 */
                "application/json": {
                    /** @description The whole agenda in Minutebook’s block markup, at most 5000 blocks and 1048576 bytes; an empty text removes all blocks. */
                    content_native_markdown?: string | null;
                    /** @example Weekly 5 Jan */
                    title?: string | null;
                };
            };
        };
        responses: {
            /** @description Write the agenda */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agenda": {
                     *         "note_id": "n_1",
                     *         "title": "Weekly 5 Jan",
                     *         "content_native_markdown": "::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 due=2026-01-09}"
                     *       }
                     *     }
                     */
                    "application/json": {
                        agenda: components["schemas"]["Agenda"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_append_to_agenda: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if none of them is the current version, the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Note identifier.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content_native_markdown": "::action-item[Call Bo]{assignees=\"bo@acme.test\"}"
                 *     }
                 */
                "application/json": {
                    /** @description Blocks in Minutebook’s markup; the line `::agenda{version=1}` may be left out. */
                    content_native_markdown: string;
                };
            };
        };
        responses: {
            /** @description Append to the agenda */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agenda": {
                     *         "note_id": "n_1",
                     *         "title": "Weekly 5 Jan",
                     *         "content_native_markdown": "::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 due=2026-01-09}"
                     *       }
                     *     }
                     */
                    "application/json": {
                        agenda: components["schemas"]["Agenda"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_prepend_to_agenda: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if none of them is the current version, the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Note identifier.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content_native_markdown": "::action-item[Call Bo]{assignees=\"bo@acme.test\"}"
                 *     }
                 */
                "application/json": {
                    /** @description Blocks in Minutebook’s markup; the line `::agenda{version=1}` may be left out. */
                    content_native_markdown: string;
                };
            };
        };
        responses: {
            /** @description Prepend to the agenda */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agenda": {
                     *         "note_id": "n_1",
                     *         "title": "Weekly 5 Jan",
                     *         "content_native_markdown": "::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 due=2026-01-09}"
                     *       }
                     *     }
                     */
                    "application/json": {
                        agenda: components["schemas"]["Agenda"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_find_replace_in_agenda: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if none of them is the current version, the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Note identifier.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "find": "# Goals",
                 *       "content_native_markdown": "# Goals\nWhat we want by March."
                 *     }
                 */
                "application/json": {
                    /** @description A text of the native markup, line breaks and ids included; it must occur exactly once. */
                    find: string;
                    /** @description The replacement; the result must be a valid agenda. */
                    content_native_markdown: string;
                };
            };
        };
        responses: {
            /** @description Find and replace in the agenda */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agenda": {
                     *         "note_id": "n_1",
                     *         "title": "Weekly 5 Jan",
                     *         "content_native_markdown": "::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 due=2026-01-09}"
                     *       }
                     *     }
                     */
                    "application/json": {
                        agenda: components["schemas"]["Agenda"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_take_over_agenda: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if none of them is the current version, the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Note identifier.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from_note_id": "n_ada"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The note of the earlier meeting.
                     * @example n_ada
                     */
                    from_note_id: string;
                };
            };
        };
        responses: {
            /** @description Take over what is left of an earlier meeting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agenda": {
                     *         "note_id": "n_1",
                     *         "title": "Weekly 5 Jan",
                     *         "content_native_markdown": "::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 due=2026-01-09}"
                     *       }
                     *     }
                     */
                    "application/json": {
                        agenda: components["schemas"]["Agenda"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_note: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Plans",
                 *       "content_native_markdown": "::agenda{version=1}\n\n::talking-point[Pricing]"
                 *     }
                 */
                "application/json": {
                    /** @example Weekly 5 Jan */
                    title: string;
                    /**
                     * @description An event that you attend and that has no note. Without it the note is your own.
                     * @example evt1_20260105T090000Z
                     */
                    event_guid?: string | null;
                    /** @description The whole agenda in Minutebook’s block markup, at most 5000 blocks and 1048576 bytes; an empty text removes all blocks. */
                    content_native_markdown?: string | null;
                };
            };
        };
        responses: {
            /** @description Create a note */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note": {
                     *         "id": "n_1",
                     *         "title": "Weekly 5 Jan",
                     *         "created_at": "2026-01-05T08:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:31:00.000Z",
                     *         "event_guid": "evt1_20260105T090000Z",
                     *         "event_start": "2026-01-05T09:00:00.000Z",
                     *         "event_end": "2026-01-05T09:30:00.000Z",
                     *         "event_is_all_day": false,
                     *         "call_url": "https://meet.test/x",
                     *         "organizer_email": "ada@acme.test",
                     *         "series_id": "se_w",
                     *         "recording_ids": [
                     *           "r_1"
                     *         ],
                     *         "content_markdown": "# Goals\n\n* Action Item: Send the deck (Due: 2026-01-09)\n",
                     *         "content_native_markdown": "::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 due=2026-01-09}",
                     *         "event_attendees": [
                     *           "ada@acme.test",
                     *           "guest@elsewhere.test"
                     *         ],
                     *         "planned": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        note: components["schemas"]["Note"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_next_meeting: {
        parameters: {
            query?: {
                /**
                 * @description The zone of the IANA database whose clock says the hour, if the organizer has chosen none; else that of the caller.
                 * @example Europe/Berlin
                 */
                time_zone?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Note identifier.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the next meeting would be */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "next": {
                     *         "note_id": null,
                     *         "title": "Weekly",
                     *         "start": "2026-01-12T09:00:00.000Z",
                     *         "end": "2026-01-12T09:30:00.000Z",
                     *         "is_all_day": false,
                     *         "time_zone": "Europe/Berlin",
                     *         "headings": 1,
                     *         "items": 1,
                     *         "people": [
                     *           {
                     *             "id": "u_ada",
                     *             "email": "ada@acme.test",
                     *             "full_name": "Ada Moreau"
                     *           }
                     *         ],
                     *         "outsiders": [
                     *           "guest@elsewhere.test"
                     *         ],
                     *         "mail": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        next: {
                            /** @description Of the next meeting that there is already, which is answered then. */
                            note_id: string | null;
                            title: string;
                            /**
                             * @description When it begins.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            start: string;
                            /**
                             * @description When it ends.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            end: string;
                            is_all_day: boolean;
                            /** @description The zone whose clock says the hour; null if it is one that somebody else chose. */
                            time_zone: string | null;
                            /** @description Headings that its agenda gets. */
                            headings: number;
                            /** @description Open action items that it gets; they are archived here. */
                            items: number;
                            /** @description Who may get the calendar file; nobody if a calendar brought the meeting, or somebody else organizes it. */
                            people: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            }[];
                            /** @description Invited addresses without an account that may be chosen; none without `outside_links`. */
                            outsiders: string[];
                            /** @description Whether this service can send mails. */
                            mail: boolean;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_make_next_meeting: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Note identifier.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "send_invitation": true,
                 *       "to": [
                 *         "u_bo"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When it begins, within the next 366 days; otherwise in the rhythm of the series.
                     * @example 2026-01-12T09:00:00Z
                     */
                    start?: string | null;
                    /**
                     * Format: date-time
                     * @description When it ends, at most 7 days later; otherwise it is as long as this one.
                     * @example 2026-01-12T09:00:00Z
                     */
                    end?: string | null;
                    /** @description Otherwise that of this meeting. */
                    title?: string | null;
                    /**
                     * @description The zone of the IANA database whose clock says the hour, if the organizer has chosen none; else that of the caller.
                     * @example Europe/Berlin
                     */
                    time_zone?: string | null;
                    /** @description Whether a calendar file of it is mailed; not by default, nor of one that a calendar brought or somebody else organizes. */
                    send_invitation?: boolean | null;
                    /** @description Ids of the people who get the file; without it everybody invited who has an account. */
                    to?: string[] | null;
                    /** @description Invited addresses without an account that get the file; none by default. */
                    outsiders?: string[] | null;
                } | null;
            };
        };
        responses: {
            /** @description There is one already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note": {
                     *         "id": "n_2",
                     *         "title": "Weekly",
                     *         "event_start": "2026-01-12T09:00:00.000Z",
                     *         "event_end": "2026-01-12T09:30:00.000Z"
                     *       },
                     *       "sent": [
                     *         {
                     *           "id": "u_bo",
                     *           "email": "bo@acme.test",
                     *           "full_name": "Bo Lindqvist"
                     *         }
                     *       ],
                     *       "sent_outside": []
                     *     }
                     */
                    "application/json": {
                        note: {
                            /** @description The note of the next meeting. */
                            id: string;
                            /** @description Of the meeting. */
                            title: string;
                            /**
                             * @description When it begins.
                             * @example 2026-01-12T09:00:00.000Z
                             */
                            event_start: string;
                            /**
                             * @description When it ends.
                             * @example 2026-01-12T09:30:00.000Z
                             */
                            event_end: string;
                        };
                        /** @description Who gets the file, unless they turned these mails off. */
                        sent: {
                            /** @description Identifier of the person. */
                            id: string;
                            /** @description Their address. */
                            email: string;
                            /** @description Their name. */
                            full_name: string;
                        }[];
                        /** @description Outsiders who get it. */
                        sent_outside: string[];
                    };
                };
            };
            /** @description Make the next meeting */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note": {
                     *         "id": "n_2",
                     *         "title": "Weekly",
                     *         "event_start": "2026-01-12T09:00:00.000Z",
                     *         "event_end": "2026-01-12T09:30:00.000Z"
                     *       },
                     *       "sent": [
                     *         {
                     *           "id": "u_bo",
                     *           "email": "bo@acme.test",
                     *           "full_name": "Bo Lindqvist"
                     *         }
                     *       ],
                     *       "sent_outside": []
                     *     }
                     */
                    "application/json": {
                        note: {
                            /** @description The note of the next meeting. */
                            id: string;
                            /** @description Of the meeting. */
                            title: string;
                            /**
                             * @description When it begins.
                             * @example 2026-01-12T09:00:00.000Z
                             */
                            event_start: string;
                            /**
                             * @description When it ends.
                             * @example 2026-01-12T09:30:00.000Z
                             */
                            event_end: string;
                        };
                        /** @description Who gets the file, unless they turned these mails off. */
                        sent: {
                            /** @description Identifier of the person. */
                            id: string;
                            /** @description Their address. */
                            email: string;
                            /** @description Their name. */
                            full_name: string;
                        }[];
                        /** @description Outsiders who get it. */
                        sent_outside: string[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_recordings: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "pagination": {
                 *         "page_size": 20
                 *       },
                 *       "include": {
                 *         "transcript": true
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Which page (spec 2.6).
                     * @example {
                     *       "page_size": 20
                     *     }
                     */
                    pagination?: {
                        /** @description The `cursor` of the page before; without it the first page. */
                        cursor?: string | null;
                        /**
                         * @description Rows in a page, 1 to 50.
                         * @default 20
                         */
                        page_size?: number | null;
                    } | null;
                    /**
                     * @description Which ones; all given filters must match (spec 2.7).
                     * @example {
                     *       "title": "weekly",
                     *       "created_at_start": "2026-01-01"
                     *     }
                     */
                    filters?: {
                        /**
                         * @description The calendar event identifier.
                         * @example evt1_20260105T090000Z
                         */
                        event_guid?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Created at or after. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        created_at_start?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Created at or before. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        created_at_end?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Updated at or after. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        updated_at_start?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Updated at or before. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        updated_at_end?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Of an event that starts at or after. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        starts_at_start?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Of an event that starts at or before. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        starts_at_end?: string | null;
                        /**
                         * @description The title has this text somewhere, whatever the case.
                         * @example weekly
                         */
                        title?: string | null;
                        /**
                         * @description Published in this channel; the caller must belong to it.
                         * @example ch_eng
                         */
                        channel_id?: string | null;
                        /**
                         * @description Meetings of this series.
                         * @example se_w
                         */
                        series_id?: string | null;
                        /**
                         * @description An address, or up to 20 of them: all must be invited to the event, each person by any address of their account. Case does not matter.
                         * @example [
                         *       "ada@acme.test",
                         *       "guest@elsewhere.test"
                         *     ]
                         */
                        event_attendees?: string | string[] | null;
                    } | null;
                    /**
                     * @description Fields that are only returned if they are requested.
                     * @example {
                     *       "transcript": true
                     *     }
                     */
                    include?: {
                        /** @description What was said, by whom and when. */
                        transcript?: boolean | null;
                        /** @description The notes that were written from it. */
                        ai_notes?: boolean | null;
                        /** @description A signed link to the media. */
                        media_url?: boolean | null;
                        /** @description What people were told before it. */
                        consent?: boolean | null;
                        /** @description Moments that people marked. */
                        marks?: boolean | null;
                    } | null;
                    /**
                     * @description Seconds for which `media_url` works.
                     * @default 43200
                     */
                    media_url_expires_in?: number | null;
                    /**
                     * @description Includes `media_url`, as the flag does; `expire_in` takes precedence over `media_url_expires_in`.
                     * @example {
                     *       "expire_in": 3600
                     *     }
                     */
                    media_url?: {
                        /** @description Seconds for which `media_url` works. */
                        expire_in?: number | null;
                    } | null;
                } | null;
            };
        };
        responses: {
            /** @description List recordings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "r_1",
                     *           "note_id": "n_1",
                     *           "title": "Weekly 5 Jan",
                     *           "created_at": "2026-01-05T09:31:00.000Z",
                     *           "updated_at": "2026-01-05T09:40:00.000Z",
                     *           "started_at": "2026-01-05T09:00:10.000Z",
                     *           "ended_at": "2026-01-05T09:29:50.000Z",
                     *           "event_guid": "evt1_20260105T090000Z",
                     *           "event_start": "2026-01-05T09:00:00.000Z",
                     *           "event_end": "2026-01-05T09:30:00.000Z",
                     *           "event_call_url": "https://meet.test/x",
                     *           "user_has_calendar_event": true,
                     *           "transcript": {
                     *             "language_code": "en-US",
                     *             "speech_segments": [
                     *               {
                     *                 "speaker": "Ada Moreau",
                     *                 "text": "Good morning.",
                     *                 "start_time": 0,
                     *                 "end_time": 1.4
                     *               }
                     *             ]
                     *           },
                     *           "ai_notes": {
                     *             "markdown": "## Summary\n\nThe deck goes out on Friday.",
                     *             "sections": [
                     *               {
                     *                 "title": "Summary",
                     *                 "content": "The deck goes out on Friday."
                     *               }
                     *             ]
                     *           },
                     *           "ai_notes_status": "written",
                     *           "media_url": null,
                     *           "consent": null,
                     *           "marks": [
                     *             {
                     *               "id": "mk_1",
                     *               "at": 754.2,
                     *               "text": "Ask legal about the price",
                     *               "by": {
                     *                 "id": "u_bo",
                     *                 "email": "bo@acme.test",
                     *                 "full_name": "Bo Li"
                     *               },
                     *               "created_at": "2026-01-05T09:12:44.200Z"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: components["schemas"]["Recording"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_recording: {
        parameters: {
            query?: {
                /** @description Seconds for which `media_url` works. */
                media_url_expires_in?: number;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if one of them is the current version, the answer is 304. Links and names may have changed all the same. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a recording */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recording": {
                     *         "id": "r_1",
                     *         "note_id": "n_1",
                     *         "title": "Weekly 5 Jan",
                     *         "created_at": "2026-01-05T09:31:00.000Z",
                     *         "updated_at": "2026-01-05T09:40:00.000Z",
                     *         "started_at": "2026-01-05T09:00:10.000Z",
                     *         "ended_at": "2026-01-05T09:29:50.000Z",
                     *         "event_guid": "evt1_20260105T090000Z",
                     *         "event_start": "2026-01-05T09:00:00.000Z",
                     *         "event_end": "2026-01-05T09:30:00.000Z",
                     *         "event_call_url": "https://meet.test/x",
                     *         "user_has_calendar_event": true,
                     *         "transcript": {
                     *           "language_code": "en-US",
                     *           "speech_segments": [
                     *             {
                     *               "speaker": "Ada Moreau",
                     *               "text": "Good morning.",
                     *               "start_time": 0,
                     *               "end_time": 1.4
                     *             }
                     *           ]
                     *         },
                     *         "ai_notes": {
                     *           "markdown": "## Summary\n\nThe deck goes out on Friday.",
                     *           "sections": [
                     *             {
                     *               "title": "Summary",
                     *               "content": "The deck goes out on Friday."
                     *             }
                     *           ]
                     *         },
                     *         "ai_notes_status": "written",
                     *         "media_url": null,
                     *         "consent": null,
                     *         "marks": [
                     *           {
                     *             "id": "mk_1",
                     *             "at": 754.2,
                     *             "text": "Ask legal about the price",
                     *             "by": {
                     *               "id": "u_bo",
                     *               "email": "bo@acme.test",
                     *               "full_name": "Bo Li"
                     *             },
                     *             "created_at": "2026-01-05T09:12:44.200Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        recording: components["schemas"]["Recording"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_recording: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a recording */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recording_id": "r_1",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        recording_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_correct_recording: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if none of them is the current version, the answer is 412. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "speakers": {
                 *         "Ada Moreau": "Ada M. Moreau"
                 *       },
                 *       "segments": [
                 *         {
                 *           "index": 0,
                 *           "text": "Good morning, all."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    title?: string | null;
                    /** @description New names by old names, all at once: two speakers may be swapped, and a speaker who gets the name of another is merged with them. */
                    speakers?: {
                        [key: string]: string;
                    } | null;
                    /** @description Corrected segments; each index at most once. */
                    segments?: {
                        /** @description Its index in `speech_segments`, from 0. */
                        index: number;
                        /** @description What was said. */
                        text?: string | null;
                        /** @description Who said it, after the renames; may be a new speaker. */
                        speaker?: string | null;
                    }[] | null;
                    ai_notes?: {
                        /** @description All of the notes; sections are read from it. */
                        markdown: string;
                    } | null;
                } | null;
            };
        };
        responses: {
            /** @description Put a recording right */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recording": {
                     *         "id": "r_1",
                     *         "note_id": "n_1",
                     *         "title": "Weekly 5 Jan",
                     *         "created_at": "2026-01-05T09:31:00.000Z",
                     *         "updated_at": "2026-01-05T09:40:00.000Z",
                     *         "started_at": "2026-01-05T09:00:10.000Z",
                     *         "ended_at": "2026-01-05T09:29:50.000Z",
                     *         "event_guid": "evt1_20260105T090000Z",
                     *         "event_start": "2026-01-05T09:00:00.000Z",
                     *         "event_end": "2026-01-05T09:30:00.000Z",
                     *         "event_call_url": "https://meet.test/x",
                     *         "user_has_calendar_event": true,
                     *         "transcript": {
                     *           "language_code": "en-US",
                     *           "speech_segments": [
                     *             {
                     *               "speaker": "Ada Moreau",
                     *               "text": "Good morning.",
                     *               "start_time": 0,
                     *               "end_time": 1.4
                     *             }
                     *           ]
                     *         },
                     *         "ai_notes": {
                     *           "markdown": "## Summary\n\nThe deck goes out on Friday.",
                     *           "sections": [
                     *             {
                     *               "title": "Summary",
                     *               "content": "The deck goes out on Friday."
                     *             }
                     *           ]
                     *         },
                     *         "ai_notes_status": "written",
                     *         "media_url": null,
                     *         "consent": null,
                     *         "marks": [
                     *           {
                     *             "id": "mk_1",
                     *             "at": 754.2,
                     *             "text": "Ask legal about the price",
                     *             "by": {
                     *               "id": "u_bo",
                     *               "email": "bo@acme.test",
                     *               "full_name": "Bo Li"
                     *             },
                     *             "created_at": "2026-01-05T09:12:44.200Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        recording: components["schemas"]["Recording"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_recording_history: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the history of a recording */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "at": "2026-01-05T10:00:00.000Z",
                     *           "user": {
                     *             "id": "u_ada",
                     *             "email": "ada@acme.test",
                     *             "full_name": "Ada Moreau"
                     *           },
                     *           "change": {
                     *             "speakers": [
                     *               {
                     *                 "from": "Ada Moreau",
                     *                 "to": "Ada M. Moreau"
                     *               }
                     *             ],
                     *             "segments": [
                     *               {
                     *                 "index": 0,
                     *                 "text": {
                     *                   "from": "Good morning.",
                     *                   "to": "Good morning, all."
                     *                 }
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: {
                            /**
                             * @description In UTC.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            at: string;
                            /**
                             * @description A person with an account.
                             * @example {
                             *       "id": "u_ada",
                             *       "email": "ada@acme.test",
                             *       "full_name": "Ada Moreau"
                             *     }
                             */
                            user: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            } | null;
                            /** @description What was changed; the rest is absent. */
                            change: {
                                /** @description The title. */
                                title?: {
                                    from: string;
                                    to: string;
                                };
                                /** @description Speakers who were renamed or merged. */
                                speakers?: {
                                    from: string;
                                    to: string;
                                }[];
                                /** @description Corrected segments, at most 50. */
                                segments?: {
                                    index: number;
                                    /** @description What was said; the first 200 characters. */
                                    text?: {
                                        from: string;
                                        to: string;
                                    };
                                    /** @description Who said it. */
                                    speaker?: {
                                        from: string;
                                        to: string;
                                    };
                                }[];
                                /** @description Number of corrected segments that are not listed. */
                                segments_left_out?: number;
                                /**
                                 * @description Edited by a person, or written again from the transcript; `failed`: they could not be written.
                                 * @enum {string}
                                 */
                                ai_notes?: "edited" | "written_anew" | "failed";
                                /**
                                 * @description Transcribed again from the media; `failed`: that could not be done, and the words stay.
                                 * @enum {string}
                                 */
                                transcript?: "transcribed_again" | "failed";
                                /** @description The words of before, a line a segment; the first 100,000 characters. */
                                former_transcript?: string;
                            };
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_write_ai_notes: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "notes_language": "spoken"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description In which language they are written, now and later: a BCP 47 tag, or `spoken` for that of the meeting.
                     * @example fr
                     */
                    notes_language?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Rewrite the AI notes */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recording_id": "r_1"
                     *     }
                     */
                    "application/json": {
                        /** @description The recording. */
                        recording_id: string;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_recording_progress: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the progress of a recording */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "progress": {
                     *         "stage": "transcribing",
                     *         "done": 0.25
                     *       }
                     *     }
                     */
                    "application/json": {
                        progress: {
                            /** @enum {string} */
                            stage: "transcribing" | "writing";
                            /** @description From 0 to 1; null if nobody knows. */
                            done: number | null;
                        } | null;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_transcribe_recording: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "language_code": "en",
                 *       "speakers": 2
                 *     }
                 */
                "application/json": {
                    /** @description A BCP 47 tag; a detected language takes precedence. */
                    language_code?: string | null;
                    /** @description How many people speak. A transcriber that cannot be told hears for itself. */
                    speakers?: number | null;
                    /** @description A model of this machine for words, as `GET /api/v1/engines` names it; a service has none. */
                    model?: string | null;
                    /** @description Corrections by hand may be lost; without it such a recording is a 409. */
                    replace_corrections?: boolean | null;
                } | null;
            };
        };
        responses: {
            /** @description Transcribe a recording again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recording_id": "r_1"
                     *     }
                     */
                    "application/json": {
                        /** @description The recording. */
                        recording_id: string;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_ai_notes_translations: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the translations of AI notes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "translations": [
                     *         {
                     *           "notes_language": "fr",
                     *           "status": "written",
                     *           "failure_reason": null,
                     *           "generated_by": "gpt-5",
                     *           "written_at": "2026-01-05T10:00:00.000Z",
                     *           "sections": [
                     *             {
                     *               "title": "Summary",
                     *               "content": "Les diapositives partent vendredi."
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        translations: {
                            /** @description A BCP 47 tag. */
                            notes_language: string;
                            /**
                             * @description Whether it is there already.
                             * @enum {string}
                             */
                            status: "writing" | "written" | "failed";
                            /** @description Why it failed; null otherwise. */
                            failure_reason: string | null;
                            /** @description The model that translated; null while it is not there. */
                            generated_by: string | null;
                            /**
                             * @description When it was written; null while it is not there.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            written_at: string | null;
                            sections: {
                                title: string;
                                /** @description A section of text. */
                                content?: string;
                                /** @description Where each sentence of a language model comes from. Absent of quotations and of what people wrote. */
                                sentences?: {
                                    /** @description The sentence, as it stands in the text. */
                                    text: string;
                                    /** @description The segment of the transcript in which the quote begins, from 0, when the notes were written. */
                                    segment: number;
                                    /** @description When it was said, in whole seconds from the start of the recording. */
                                    timestamp: number;
                                    /** @description What was said, word for word. Null if the transcript was deleted, or was corrected there. */
                                    quote: string | null;
                                }[];
                                /** @description A section of points. */
                                items?: {
                                    text: string;
                                    /** @description Whole seconds from the start of the recording. */
                                    timestamp: number | null;
                                    assignees?: {
                                        /** @description Identifier of the person. */
                                        id: string;
                                        /** @description Their address. */
                                        email: string;
                                        /** @description Their name. */
                                        full_name: string;
                                    }[];
                                    /** @description Where each sentence of a language model comes from. Absent of quotations and of what people wrote. */
                                    sentences?: {
                                        /** @description The sentence, as it stands in the text. */
                                        text: string;
                                        /** @description The segment of the transcript in which the quote begins, from 0, when the notes were written. */
                                        segment: number;
                                        /** @description When it was said, in whole seconds from the start of the recording. */
                                        timestamp: number;
                                        /** @description What was said, word for word. Null if the transcript was deleted, or was corrected there. */
                                        quote: string | null;
                                    }[];
                                }[];
                            }[] | null;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_translate_ai_notes: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notes_language": "fr"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Into which language; `spoken` is none: a BCP 47 tag, or `spoken` for that of the meeting.
                     * @example fr
                     */
                    notes_language: string;
                };
            };
        };
        responses: {
            /** @description Translate AI notes */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "translation": {
                     *         "notes_language": "fr",
                     *         "status": "writing",
                     *         "failure_reason": null,
                     *         "generated_by": null,
                     *         "written_at": null,
                     *         "sections": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description AI notes in another language, beside the first: the same sections in other words. Quotations are in the original. Null `sections` are not there. */
                        translation: {
                            /** @description A BCP 47 tag. */
                            notes_language: string;
                            /**
                             * @description Whether it is there already.
                             * @enum {string}
                             */
                            status: "writing" | "written" | "failed";
                            /** @description Why it failed; null otherwise. */
                            failure_reason: string | null;
                            /** @description The model that translated; null while it is not there. */
                            generated_by: string | null;
                            /**
                             * @description When it was written; null while it is not there.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            written_at: string | null;
                            sections: {
                                title: string;
                                /** @description A section of text. */
                                content?: string;
                                /** @description Where each sentence of a language model comes from. Absent of quotations and of what people wrote. */
                                sentences?: {
                                    /** @description The sentence, as it stands in the text. */
                                    text: string;
                                    /** @description The segment of the transcript in which the quote begins, from 0, when the notes were written. */
                                    segment: number;
                                    /** @description When it was said, in whole seconds from the start of the recording. */
                                    timestamp: number;
                                    /** @description What was said, word for word. Null if the transcript was deleted, or was corrected there. */
                                    quote: string | null;
                                }[];
                                /** @description A section of points. */
                                items?: {
                                    text: string;
                                    /** @description Whole seconds from the start of the recording. */
                                    timestamp: number | null;
                                    assignees?: {
                                        /** @description Identifier of the person. */
                                        id: string;
                                        /** @description Their address. */
                                        email: string;
                                        /** @description Their name. */
                                        full_name: string;
                                    }[];
                                    /** @description Where each sentence of a language model comes from. Absent of quotations and of what people wrote. */
                                    sentences?: {
                                        /** @description The sentence, as it stands in the text. */
                                        text: string;
                                        /** @description The segment of the transcript in which the quote begins, from 0, when the notes were written. */
                                        segment: number;
                                        /** @description When it was said, in whole seconds from the start of the recording. */
                                        timestamp: number;
                                        /** @description What was said, word for word. Null if the transcript was deleted, or was corrected there. */
                                        quote: string | null;
                                    }[];
                                }[];
                            }[] | null;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_mark_recording: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description The recording, or the upload that it will be.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "at": 754.2,
                 *       "text": "Ask legal about the price"
                 *     }
                 */
                "application/json": {
                    /** @description Seconds from the start of the recording; kept to the millisecond, and not beyond its end. */
                    at: number;
                    /** @description A line of your own. */
                    text?: string | null;
                };
            };
        };
        responses: {
            /** @description Mark a moment of a recording */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mark": {
                     *         "id": "mk_1",
                     *         "at": 754.2,
                     *         "text": "Ask legal about the price",
                     *         "by": {
                     *           "id": "u_bo",
                     *           "email": "bo@acme.test",
                     *           "full_name": "Bo Li"
                     *         },
                     *         "created_at": "2026-01-05T09:12:44.200Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A moment that somebody marked. */
                        mark: {
                            /** @description Mark identifier. */
                            id: string;
                            /** @description Seconds from the start of the recording. */
                            at: number;
                            /** @description A line of who marked it. */
                            text: string | null;
                            /**
                             * @description A person with an account.
                             * @example {
                             *       "id": "u_ada",
                             *       "email": "ada@acme.test",
                             *       "full_name": "Ada Moreau"
                             *     }
                             */
                            by: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            };
                            /**
                             * @description When it was made.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_mark: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description The recording, or the upload that it will be.
                 * @example r_1
                 */
                recording_id: string;
                /**
                 * @description The mark.
                 * @example mk_1
                 */
                mark_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a mark */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mark_id": "mk_1",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        mark_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_note_marks: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description The note.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the marks of a note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "mk_2",
                     *           "text": "Ask legal about the price",
                     *           "by": {
                     *             "id": "u_bo",
                     *             "email": "bo@acme.test",
                     *             "full_name": "Bo Li"
                     *           },
                     *           "created_at": "2026-01-05T09:12:44.200Z",
                     *           "made_at": "2026-01-05T09:12:44.200Z"
                     *         }
                     *       ],
                     *       "may_mark": true
                     *     }
                     */
                    "application/json": {
                        /** @description In the order of the meeting. */
                        data: {
                            /** @description Mark identifier. */
                            id: string;
                            /** @description A line of who marked it. */
                            text: string | null;
                            /**
                             * @description A person with an account.
                             * @example {
                             *       "id": "u_ada",
                             *       "email": "ada@acme.test",
                             *       "full_name": "Ada Moreau"
                             *     }
                             */
                            by: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            };
                            /**
                             * @description When it was made.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description The moment that is marked.
                             * @example 2026-01-05T09:12:44.200Z
                             */
                            made_at: string;
                        }[];
                        /** @description Whether a bot is in the call, or on its way. */
                        may_mark: boolean;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_mark_note: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description The note.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "Ask legal about the price",
                 *       "made_at": "2026-01-05T09:12:44.200Z"
                 *     }
                 */
                "application/json": {
                    /** @description A line of your own. */
                    text?: string | null;
                    /** @description The moment, with an offset from UTC; by default now. Not before the bot was sent. */
                    made_at?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Mark a moment beside a bot */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mark": {
                     *         "id": "mk_2",
                     *         "text": "Ask legal about the price",
                     *         "by": {
                     *           "id": "u_bo",
                     *           "email": "bo@acme.test",
                     *           "full_name": "Bo Li"
                     *         },
                     *         "created_at": "2026-01-05T09:12:44.200Z",
                     *         "made_at": "2026-01-05T09:12:44.200Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A moment that somebody marked beside a bot, and that is in no recording of the note. */
                        mark: {
                            /** @description Mark identifier. */
                            id: string;
                            /** @description A line of who marked it. */
                            text: string | null;
                            /**
                             * @description A person with an account.
                             * @example {
                             *       "id": "u_ada",
                             *       "email": "ada@acme.test",
                             *       "full_name": "Ada Moreau"
                             *     }
                             */
                            by: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            };
                            /**
                             * @description When it was made.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description The moment that is marked.
                             * @example 2026-01-05T09:12:44.200Z
                             */
                            made_at: string;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_note_mark: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description The note.
                 * @example n_1
                 */
                note_id: string;
                /**
                 * @description The mark.
                 * @example mk_2
                 */
                mark_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a mark of a note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mark_id": "mk_2",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        mark_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_transcript: {
        parameters: {
            query?: {
                /** @description The format of the answer. */
                format?: "json" | "vtt" | "srt" | "md" | "txt";
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a transcript */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "language_code": "en-US",
                     *       "speech_segments": [
                     *         {
                     *           "speaker": "Ada Moreau",
                     *           "text": "Good morning.",
                     *           "start_time": 0,
                     *           "end_time": 1.4
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The language that was detected, as a tag. */
                        language_code: string;
                        speech_segments: {
                            speaker: string;
                            text: string;
                            /** @description Seconds from the start of the recording. */
                            start_time: number;
                            /** @description Seconds from the start of the recording. */
                            end_time: number;
                            /** @description The text before terms of the glossary, or names of the meeting, were put into it. Absent if none were, or a person has written the text. */
                            heard?: string;
                            /** @description The times of the words. Absent if the transcription service did not send them, or if the text was corrected. */
                            words?: {
                                text: string;
                                /** @description Seconds from the start of the recording. */
                                start_time: number;
                                /** @description Seconds from the start of the recording. */
                                end_time: number;
                            }[];
                        }[];
                    };
                    "text/vtt": string;
                    "application/x-subrip": string;
                    "text/markdown": string;
                    "text/plain": string;
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_talk_time: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the talk time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "speakers": [
                     *         {
                     *           "speaker": "Ada Moreau",
                     *           "seconds": 61.5,
                     *           "words": 180,
                     *           "turns": 7
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        speakers: {
                            /** @description The name in the transcript. */
                            speaker: string;
                            /** @description Sum of all segments of this speaker. */
                            seconds: number;
                            /** @description Number of words, separated by spaces. */
                            words: number;
                            /** @description Number of runs of segments of this speaker. */
                            turns: number;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_give_voice: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "speaker": "Speaker 2",
                 *       "consent": true
                 *     }
                 */
                "application/json": {
                    /** @description Who you are in the transcript. */
                    speaker: string;
                    /**
                     * @description That the service may keep your voice, which is biometric data, to recognise you by it.
                     * @enum {boolean}
                     */
                    consent: true;
                };
            };
        };
        responses: {
            /** @description Say “this is me” of a speaker */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "voice": null,
                     *       "contested": false,
                     *       "claims": [
                     *         {
                     *           "recording_id": "r_1",
                     *           "title": "Weekly 5 Jan",
                     *           "speaker": "Speaker 2",
                     *           "start_time": 12.5,
                     *           "id": "vc_2",
                     *           "waits_for": [
                     *             {
                     *               "id": "u_ada",
                     *               "email": "ada@acme.test",
                     *               "full_name": "Ada Moreau"
                     *             }
                     *           ],
                     *           "needs_word": false,
                     *           "denied": false
                     *         }
                     *       ],
                     *       "questions": []
                     *     }
                     */
                    "application/json": {
                        /** @description Your voice, by which speakers of later recordings are recognised. */
                        voice: {
                            /** @description Name and digest of the model. Voices of different models are not compared. */
                            model: string;
                            /** @description The voice is the mean of so many recordings. */
                            recordings: number;
                            /**
                             * @description When you first gave it.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it last changed.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            updated_at: string;
                            /** @description Whether somebody else who was there said that it is yours. */
                            confirmed: boolean;
                            /** @description Only if it is asked for; null if it is missing: give it again to be recognised. */
                            vector?: number[] | null;
                        } | null;
                        /** @description Somebody says that your voice is not yours: it recognises nobody until others confirm you in a recording. */
                        contested: boolean;
                        /** @description Yours that wait, newest first, 50 at most. */
                        claims: {
                            /** @description Identifier of the claim. */
                            id: string;
                            recording_id: string;
                            /** @description Title of the recording. */
                            title: string;
                            /** @description Who speaks there in the transcript now. */
                            speaker: string | null;
                            /** @description Where the claimed voice is heard first, in seconds. */
                            start_time: number;
                            /** @description Who may be this speaker too: it needs the word of each. */
                            waits_for: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            }[];
                            /** @description Whether at least one of those who were there must still confirm it. */
                            needs_word: boolean;
                            /** @description Whether somebody said that it is not you: it gives no voice. */
                            denied: boolean;
                        }[];
                        /** @description Those of others, of which you said nothing yet, newest first, 50 at most. */
                        questions: {
                            /** @description Identifier of the claim. */
                            id: string;
                            recording_id: string;
                            /** @description Title of the recording. */
                            title: string;
                            /** @description Who speaks there in the transcript now. */
                            speaker: string | null;
                            /** @description Where the claimed voice is heard first, in seconds. */
                            start_time: number;
                            /**
                             * @description A person with an account.
                             * @example {
                             *       "id": "u_ada",
                             *       "email": "ada@acme.test",
                             *       "full_name": "Ada Moreau"
                             *     }
                             */
                            person: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            };
                            /** @description Whether the claim waits for your word, because it may be your voice. */
                            needed: boolean;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_say_of_voice: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the claim.
                 * @example vc_1
                 */
                claim_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_theirs": false
                 *     }
                 */
                "application/json": {
                    /** @description Whether the claimed speaker is who says so. */
                    is_theirs: boolean;
                };
            };
        };
        responses: {
            /** @description Say whether a claimed speaker is who says so */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "voice": {
                     *         "model": "titanet-small ad4a1802485d",
                     *         "recordings": 1,
                     *         "created_at": "2026-01-05T10:00:00.000Z",
                     *         "updated_at": "2026-01-05T10:00:00.000Z",
                     *         "confirmed": true
                     *       },
                     *       "contested": false,
                     *       "claims": [],
                     *       "questions": [
                     *         {
                     *           "recording_id": "r_1",
                     *           "title": "Weekly 5 Jan",
                     *           "speaker": "Speaker 2",
                     *           "start_time": 12.5,
                     *           "id": "vc_1",
                     *           "person": {
                     *             "id": "u_bo",
                     *             "email": "bo@acme.test",
                     *             "full_name": "Bo Lindqvist"
                     *           },
                     *           "needed": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Your voice, by which speakers of later recordings are recognised. */
                        voice: {
                            /** @description Name and digest of the model. Voices of different models are not compared. */
                            model: string;
                            /** @description The voice is the mean of so many recordings. */
                            recordings: number;
                            /**
                             * @description When you first gave it.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it last changed.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            updated_at: string;
                            /** @description Whether somebody else who was there said that it is yours. */
                            confirmed: boolean;
                            /** @description Only if it is asked for; null if it is missing: give it again to be recognised. */
                            vector?: number[] | null;
                        } | null;
                        /** @description Somebody says that your voice is not yours: it recognises nobody until others confirm you in a recording. */
                        contested: boolean;
                        /** @description Yours that wait, newest first, 50 at most. */
                        claims: {
                            /** @description Identifier of the claim. */
                            id: string;
                            recording_id: string;
                            /** @description Title of the recording. */
                            title: string;
                            /** @description Who speaks there in the transcript now. */
                            speaker: string | null;
                            /** @description Where the claimed voice is heard first, in seconds. */
                            start_time: number;
                            /** @description Who may be this speaker too: it needs the word of each. */
                            waits_for: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            }[];
                            /** @description Whether at least one of those who were there must still confirm it. */
                            needs_word: boolean;
                            /** @description Whether somebody said that it is not you: it gives no voice. */
                            denied: boolean;
                        }[];
                        /** @description Those of others, of which you said nothing yet, newest first, 50 at most. */
                        questions: {
                            /** @description Identifier of the claim. */
                            id: string;
                            recording_id: string;
                            /** @description Title of the recording. */
                            title: string;
                            /** @description Who speaks there in the transcript now. */
                            speaker: string | null;
                            /** @description Where the claimed voice is heard first, in seconds. */
                            start_time: number;
                            /**
                             * @description A person with an account.
                             * @example {
                             *       "id": "u_ada",
                             *       "email": "ada@acme.test",
                             *       "full_name": "Ada Moreau"
                             *     }
                             */
                            person: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            };
                            /** @description Whether the claim waits for your word, because it may be your voice. */
                            needed: boolean;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_voice: {
        parameters: {
            query?: {
                /** @description Includes the voice itself. */
                vector?: boolean;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get your voice */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "voice": {
                     *         "model": "titanet-small ad4a1802485d",
                     *         "recordings": 1,
                     *         "created_at": "2026-01-05T10:00:00.000Z",
                     *         "updated_at": "2026-01-05T10:00:00.000Z",
                     *         "confirmed": true
                     *       },
                     *       "contested": false,
                     *       "claims": [],
                     *       "questions": [
                     *         {
                     *           "recording_id": "r_1",
                     *           "title": "Weekly 5 Jan",
                     *           "speaker": "Speaker 2",
                     *           "start_time": 12.5,
                     *           "id": "vc_1",
                     *           "person": {
                     *             "id": "u_bo",
                     *             "email": "bo@acme.test",
                     *             "full_name": "Bo Lindqvist"
                     *           },
                     *           "needed": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Your voice, by which speakers of later recordings are recognised. */
                        voice: {
                            /** @description Name and digest of the model. Voices of different models are not compared. */
                            model: string;
                            /** @description The voice is the mean of so many recordings. */
                            recordings: number;
                            /**
                             * @description When you first gave it.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it last changed.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            updated_at: string;
                            /** @description Whether somebody else who was there said that it is yours. */
                            confirmed: boolean;
                            /** @description Only if it is asked for; null if it is missing: give it again to be recognised. */
                            vector?: number[] | null;
                        } | null;
                        /** @description Somebody says that your voice is not yours: it recognises nobody until others confirm you in a recording. */
                        contested: boolean;
                        /** @description Yours that wait, newest first, 50 at most. */
                        claims: {
                            /** @description Identifier of the claim. */
                            id: string;
                            recording_id: string;
                            /** @description Title of the recording. */
                            title: string;
                            /** @description Who speaks there in the transcript now. */
                            speaker: string | null;
                            /** @description Where the claimed voice is heard first, in seconds. */
                            start_time: number;
                            /** @description Who may be this speaker too: it needs the word of each. */
                            waits_for: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            }[];
                            /** @description Whether at least one of those who were there must still confirm it. */
                            needs_word: boolean;
                            /** @description Whether somebody said that it is not you: it gives no voice. */
                            denied: boolean;
                        }[];
                        /** @description Those of others, of which you said nothing yet, newest first, 50 at most. */
                        questions: {
                            /** @description Identifier of the claim. */
                            id: string;
                            recording_id: string;
                            /** @description Title of the recording. */
                            title: string;
                            /** @description Who speaks there in the transcript now. */
                            speaker: string | null;
                            /** @description Where the claimed voice is heard first, in seconds. */
                            start_time: number;
                            /**
                             * @description A person with an account.
                             * @example {
                             *       "id": "u_ada",
                             *       "email": "ada@acme.test",
                             *       "full_name": "Ada Moreau"
                             *     }
                             */
                            person: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            };
                            /** @description Whether the claim waits for your word, because it may be your voice. */
                            needed: boolean;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_voice: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete your voice */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_note_templates: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if one of them is the current version, the answer is 304. Links and names may have changed all the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the note templates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note_templates": {
                     *         "instructions": "Short sentences. Sums of money in euros.",
                     *         "glossary": [
                     *           {
                     *             "term": "Plastworks",
                     *             "meaning": "our largest customer"
                     *           }
                     *         ],
                     *         "templates": [
                     *           {
                     *             "id": "nt_weekly",
                     *             "name": "Weekly",
                     *             "instructions": null,
                     *             "sections": [
                     *               {
                     *                 "title": "Risks",
                     *                 "instructions": "What may delay the launch, and who watches it."
                     *               }
                     *             ],
                     *             "series_ids": [
                     *               "se_w"
                     *             ],
                     *             "title_contains": null,
                     *             "is_default": false,
                     *             "notes_language": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        note_templates: components["schemas"]["NoteTemplates"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_replace_note_templates: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if none of them is the current version, the answer is 412. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "instructions": "Short sentences. Sums of money in euros.",
                 *       "glossary": [
                 *         {
                 *           "term": "Plastworks",
                 *           "meaning": "our largest customer"
                 *         },
                 *         {
                 *           "term": "Zbigniew"
                 *         }
                 *       ],
                 *       "templates": [
                 *         {
                 *           "id": "nt_weekly",
                 *           "name": "Weekly",
                 *           "sections": [
                 *             {
                 *               "title": "Risks",
                 *               "instructions": "What may delay the launch, and who watches it."
                 *             }
                 *           ],
                 *           "series_ids": [
                 *             "se_w"
                 *           ]
                 *         },
                 *         {
                 *           "id": "nt_sales",
                 *           "name": "Sales call",
                 *           "instructions": "Quote every price.",
                 *           "title_contains": "sales"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description How all of the workspace's notes should be written, in plain words. */
                    instructions?: string | null;
                    /** @description Words and their spelling, the most important first. */
                    glossary: {
                        /** @description A name or word in its right spelling. */
                        term: string;
                        /** @description Its meaning. */
                        meaning?: string | null;
                    }[];
                    templates: {
                        /**
                         * @description Its id stays; a template without an id gets one.
                         * @example nt_weekly
                         */
                        id?: string | null;
                        /** @description The name by which people choose it. */
                        name: string;
                        /** @description How its notes should be written, in plain words. */
                        instructions?: string | null;
                        /** @description Sections of its notes, in addition to the usual ones. */
                        sections?: {
                            /** @description Its heading in the notes. */
                            title: string;
                            /** @description What the section should contain. */
                            instructions?: string | null;
                        }[] | null;
                        /** @description Series whose meetings use this template. */
                        series_ids?: string[] | null;
                        /** @description Meetings whose title contains this text use this template; case does not matter. */
                        title_contains?: string | null;
                        /** @description Meetings without another template use this one. At most one template is the default. */
                        is_default?: boolean | null;
                        /**
                         * @description The language of its notes: a BCP 47 tag, or `spoken` for that of the meeting.
                         * @example fr
                         */
                        notes_language?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description Replace the note templates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note_templates": {
                     *         "instructions": "Short sentences. Sums of money in euros.",
                     *         "glossary": [
                     *           {
                     *             "term": "Plastworks",
                     *             "meaning": "our largest customer"
                     *           }
                     *         ],
                     *         "templates": [
                     *           {
                     *             "id": "nt_weekly",
                     *             "name": "Weekly",
                     *             "instructions": null,
                     *             "sections": [
                     *               {
                     *                 "title": "Risks",
                     *                 "instructions": "What may delay the launch, and who watches it."
                     *               }
                     *             ],
                     *             "series_ids": [
                     *               "se_w"
                     *             ],
                     *             "title_contains": null,
                     *             "is_default": false,
                     *             "notes_language": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        note_templates: components["schemas"]["NoteTemplates"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_glossary: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if one of them is the current version, the answer is 304. Links and names may have changed all the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the glossary */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "glossary": {
                     *         "terms": [
                     *           {
                     *             "term": "Plastworks",
                     *             "sounds_like": [
                     *               "plus works"
                     *             ],
                     *             "note": "our largest customer"
                     *           },
                     *           {
                     *             "term": "Zbigniew"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        glossary: components["schemas"]["Glossary"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_replace_glossary: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The `ETag` of what was read, a list of several, or `*`; if none of them is the current version, the answer is 412. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "terms": [
                 *         {
                 *           "term": "Plastworks",
                 *           "sounds_like": [
                 *             "plus works"
                 *           ],
                 *           "note": "our largest customer"
                 *         },
                 *         {
                 *           "term": "Zbigniew"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The most important first: services take only so many. */
                    terms: {
                        /** @description A name or word in its right spelling; each once, whatever its case. */
                        term: string;
                        /** @description What is written in its place where it is not known. These words become the term wherever they are heard. */
                        sounds_like?: string[] | null;
                        /** @description For people: what it is, or whose it is. */
                        note?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description Replace the glossary */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "glossary": {
                     *         "terms": [
                     *           {
                     *             "term": "Plastworks",
                     *             "sounds_like": [
                     *               "plus works"
                     *             ],
                     *             "note": "our largest customer"
                     *           },
                     *           {
                     *             "term": "Zbigniew"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        glossary: components["schemas"]["Glossary"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_suggest_terms: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Suggest terms for the glossary */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "suggestions": [
                     *         {
                     *           "term": "Plastworks",
                     *           "sounds_like": [
                     *             "plus works",
                     *             "plaster works"
                     *           ],
                     *           "times": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The most frequent first, at most 100. */
                        suggestions: {
                            /** @description What people wrote. */
                            term: string;
                            /** @description What had been heard, the most frequent first. */
                            sounds_like: string[];
                            /** @description How often they wrote it, at least 2. */
                            times: number;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_rules: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the rules */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "ru_1",
                     *           "name": "Weekly in French",
                     *           "scope": "person",
                     *           "position": 0,
                     *           "match": {
                     *             "series_id": "se_w"
                     *           },
                     *           "do": {
                     *             "record": "bot",
                     *             "notes_language": "fr",
                     *             "publish": [
                     *               "ch_eng"
                     *             ]
                     *           },
                     *           "last_problem": null,
                     *           "created_at": "2026-01-05T08:00:00.000Z",
                     *           "updated_at": "2026-01-05T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "bots": true
                     *     }
                     */
                    "application/json": {
                        /** @description The caller’s own in their order, then the workspace’s. */
                        data: components["schemas"]["Rule"][];
                        /** @description Whether the workspace has an active recorder that sends bots. Without one `record: bot` records nothing. */
                        bots: boolean;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_rule: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Weekly in French",
                 *       "match": {
                 *         "series_id": "se_w"
                 *       },
                 *       "do": {
                 *         "record": "bot",
                 *         "notes_language": "fr",
                 *         "publish": [
                 *           "ch_eng"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What people call it. */
                    name: string;
                    /**
                     * @description Whose rule it is, `person` by default; only super admins make those of the workspace, a key with the scope `admin`.
                     * @enum {string|null}
                     */
                    scope?: "person" | "workspace" | null;
                    /** @description All that is given must hold. `{}` is every meeting that the person attends; for the workspace, every one. */
                    match: {
                        /**
                         * @description Meetings of this series.
                         * @example se_w
                         */
                        series_id?: string | null;
                        /**
                         * @description Meetings that this calendar feed has.
                         * @example cal_1
                         */
                        feed_id?: string | null;
                        /** @description The organizer’s address. */
                        organizer?: string | null;
                        /**
                         * @description The domain of the organizer’s address.
                         * @example acme.test
                         */
                        domain?: string | null;
                        /** @description Words of the title; case does not matter. */
                        title_contains?: string | null;
                        /** @description Whether somebody of another domain is invited. */
                        outsiders?: boolean | null;
                        /** @description At least so many invited addresses. */
                        people_min?: number | null;
                        /** @description At most so many invited addresses. */
                        people_max?: number | null;
                    };
                    /** @description What is done, at least one thing. For each field the first matching rule counts; an empty list keeps later rules from doing it. */
                    do: {
                        /**
                         * @description `bot`: a bot of a recorder joins the call, 120 seconds before the meeting. `remind`: whose rule it is, or who has none of their own, is reminded 120 seconds before. `never`: no rule sends a bot; of anybody who attends, it always wins.
                         * @enum {string|null}
                         */
                        record?: "bot" | "remind" | "never" | null;
                        /**
                         * @description The recorder whose bot is sent; only super admins name one, only with `bot`.
                         * @example rec_1
                         */
                        recorder_id?: string | null;
                        /**
                         * @description The note template of its notes.
                         * @example nt_weekly
                         */
                        template_id?: string | null;
                        /**
                         * @description The language of its notes: a BCP 47 tag, or `spoken` for that of the meeting.
                         * @example fr
                         */
                        notes_language?: string | null;
                        /** @description Channels where its recordings are published. */
                        publish?: string[] | null;
                        /** @description With whom its recordings are shared. */
                        share?: {
                            /** @description The id or e-mail of an account. */
                            user: string;
                            /** @description Whether they may edit; not by default. */
                            can_edit?: boolean | null;
                        }[] | null;
                        /**
                         * @description When the first recap is there. `make`: the next meeting of the series is made. `invite`: and a calendar file of it goes to its people with an account. `never`: neither.
                         * @enum {string|null}
                         */
                        next?: "make" | "invite" | "never" | null;
                    };
                    /** @description Its place among the person’s rules, or the workspace’s, from 0; without it the last. */
                    position?: number | null;
                };
            };
        };
        responses: {
            /** @description Make a rule */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rule": {
                     *         "id": "ru_1",
                     *         "name": "Weekly in French",
                     *         "scope": "person",
                     *         "position": 0,
                     *         "match": {
                     *           "series_id": "se_w"
                     *         },
                     *         "do": {
                     *           "record": "bot",
                     *           "notes_language": "fr",
                     *           "publish": [
                     *             "ch_eng"
                     *           ]
                     *         },
                     *         "last_problem": null,
                     *         "created_at": "2026-01-05T08:00:00.000Z",
                     *         "updated_at": "2026-01-05T08:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        rule: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_rule: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the rule.
                 * @example ru_1
                 */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a rule */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rule_id": "ru_1",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        rule_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_update_rule: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the rule.
                 * @example ru_1
                 */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "do": {
                 *         "record": "never"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What people call it. */
                    name?: string | null;
                    /** @description All that is given must hold. `{}` is every meeting that the person attends; for the workspace, every one. */
                    match?: {
                        /**
                         * @description Meetings of this series.
                         * @example se_w
                         */
                        series_id?: string | null;
                        /**
                         * @description Meetings that this calendar feed has.
                         * @example cal_1
                         */
                        feed_id?: string | null;
                        /** @description The organizer’s address. */
                        organizer?: string | null;
                        /**
                         * @description The domain of the organizer’s address.
                         * @example acme.test
                         */
                        domain?: string | null;
                        /** @description Words of the title; case does not matter. */
                        title_contains?: string | null;
                        /** @description Whether somebody of another domain is invited. */
                        outsiders?: boolean | null;
                        /** @description At least so many invited addresses. */
                        people_min?: number | null;
                        /** @description At most so many invited addresses. */
                        people_max?: number | null;
                    } | null;
                    /** @description What is done, at least one thing. For each field the first matching rule counts; an empty list keeps later rules from doing it. */
                    do?: {
                        /**
                         * @description `bot`: a bot of a recorder joins the call, 120 seconds before the meeting. `remind`: whose rule it is, or who has none of their own, is reminded 120 seconds before. `never`: no rule sends a bot; of anybody who attends, it always wins.
                         * @enum {string|null}
                         */
                        record?: "bot" | "remind" | "never" | null;
                        /**
                         * @description The recorder whose bot is sent; only super admins name one, only with `bot`.
                         * @example rec_1
                         */
                        recorder_id?: string | null;
                        /**
                         * @description The note template of its notes.
                         * @example nt_weekly
                         */
                        template_id?: string | null;
                        /**
                         * @description The language of its notes: a BCP 47 tag, or `spoken` for that of the meeting.
                         * @example fr
                         */
                        notes_language?: string | null;
                        /** @description Channels where its recordings are published. */
                        publish?: string[] | null;
                        /** @description With whom its recordings are shared. */
                        share?: {
                            /** @description The id or e-mail of an account. */
                            user: string;
                            /** @description Whether they may edit; not by default. */
                            can_edit?: boolean | null;
                        }[] | null;
                        /**
                         * @description When the first recap is there. `make`: the next meeting of the series is made. `invite`: and a calendar file of it goes to its people with an account. `never`: neither.
                         * @enum {string|null}
                         */
                        next?: "make" | "invite" | "never" | null;
                    } | null;
                    /** @description Its place among the person’s rules, or the workspace’s, from 0; without it the last. */
                    position?: number | null;
                } | null;
            };
        };
        responses: {
            /** @description Change a rule */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rule": {
                     *         "id": "ru_1",
                     *         "name": "Weekly in French",
                     *         "scope": "person",
                     *         "position": 0,
                     *         "match": {
                     *           "series_id": "se_w"
                     *         },
                     *         "do": {
                     *           "record": "bot",
                     *           "notes_language": "fr",
                     *           "publish": [
                     *             "ch_eng"
                     *           ]
                     *         },
                     *         "last_problem": null,
                     *         "created_at": "2026-01-05T08:00:00.000Z",
                     *         "updated_at": "2026-01-05T08:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        rule: components["schemas"]["Rule"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_push_devices: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the devices on which I am reminded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "public_key": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
                     *       "data": [
                     *         {
                     *           "id": "ps_1",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "last_used_at": null,
                     *           "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The `applicationServerKey` of this installation (RFC 8292), in base64url.
                         * @example BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM
                         */
                        public_key: string;
                        data: components["schemas"]["PushDevice"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_add_push_device: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://push.example.com/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
                 *       "keys": {
                 *         "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                 *         "auth": "BTBZMqHH6r4Tts7J_aSIgg"
                 *       },
                 *       "titles": true
                 *     }
                 */
                "application/json": {
                    /** @description The address at the push service: HTTPS, at a public address. */
                    endpoint: string;
                    /** @description Is not read. */
                    expirationTime?: number | null;
                    keys: {
                        /** @description The public key, in base64url. */
                        p256dh: string;
                        /** @description 16 bytes, in base64url. */
                        auth: string;
                    };
                    /** @description Whether reminders may hold the title of the meeting; false by default. */
                    titles?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Be reminded on a device */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "device": {
                     *         "id": "ps_1",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "last_used_at": null,
                     *         "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
                     *       }
                     *     }
                     */
                    "application/json": {
                        device: components["schemas"]["PushDevice"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_withdraw_push_device: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the device.
                 * @example ps_1
                 */
                push_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdraw a device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "push_id": "ps_1",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        push_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_reminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List my reminders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "note_id": "n_1",
                     *           "title": "Weekly",
                     *           "starts_at": "2026-01-05T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Reminder"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_show_reminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the note.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Say that I saw a reminder */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_notifications: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What I hear of by mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "notifications": {
                     *         "recaps": "daily",
                     *         "time_zone": "Europe/Berlin",
                     *         "mail": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        notifications: {
                            /**
                             * @description Recaps that you may read, by mail: each at once, those of a day together, or none.
                             * @enum {string}
                             */
                            recaps: "none" | "at_once" | "daily";
                            /** @description The zone of the IANA database in whose morning, at 7:00, those of a day come. */
                            time_zone: string;
                            /** @description Whether this service can send mails. */
                            mail: boolean;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_change_notifications: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "recaps": "daily",
                 *       "time_zone": "Europe/Berlin"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Recaps that you may read, by mail: each at once, those of a day together, or none.
                     * @enum {string|null}
                     */
                    recaps?: "none" | "at_once" | "daily" | null;
                    /** @description The zone of the IANA database in whose morning, at 7:00, those of a day come. */
                    time_zone?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Change what I hear of by mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "notifications": {
                     *         "recaps": "daily",
                     *         "time_zone": "Europe/Berlin",
                     *         "mail": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        notifications: {
                            /**
                             * @description Recaps that you may read, by mail: each at once, those of a day together, or none.
                             * @enum {string}
                             */
                            recaps: "none" | "at_once" | "daily";
                            /** @description The zone of the IANA database in whose morning, at 7:00, those of a day come. */
                            time_zone: string;
                            /** @description Whether this service can send mails. */
                            mail: boolean;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_mail_recap: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the recording.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "to": [
                 *         "u_bo"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Ids of the people who get it; without it everybody who may. */
                    to?: string[] | null;
                    /** @description Invited addresses without an account that get it; none by default. */
                    outsiders?: string[] | null;
                    /** @description What you write above the recap. */
                    message?: string | null;
                    /** @description Parts that the mail does not have. */
                    leave_out?: ("summary" | "decisions" | "items")[] | null;
                    /** @description True to ask what would be sent, and to whom: `sent`, `sent_outside`, `mail`. */
                    preview?: boolean | null;
                } | null;
            };
        };
        responses: {
            /** @description Mail a recap to its attendees */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sent": [
                     *         {
                     *           "id": "u_bo",
                     *           "email": "bo@acme.test",
                     *           "full_name": "Bo Lindqvist"
                     *         }
                     *       ],
                     *       "already": [],
                     *       "left_out": [
                     *         {
                     *           "email": "marta@plastworks.test",
                     *           "reason": "no_account"
                     *         }
                     *       ],
                     *       "sent_outside": []
                     *     }
                     */
                    "application/json": {
                        sent: {
                            /** @description Identifier of the person. */
                            id: string;
                            /** @description Their address. */
                            email: string;
                            /** @description Their name. */
                            full_name: string;
                        }[];
                        already: {
                            /** @description Identifier of the person. */
                            id: string;
                            /** @description Their address. */
                            email: string;
                            /** @description Their name. */
                            full_name: string;
                        }[];
                        left_out: {
                            email: string;
                            /**
                             * @description Why not.
                             * @enum {string}
                             */
                            reason: "no_account";
                        }[];
                        /** @description Outsiders who get it; of a preview those who may be chosen. */
                        sent_outside: string[];
                        /** @description Of a preview: the mail as the caller would get it. Each gets it in their language. */
                        mail?: {
                            subject: string;
                            text: string;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_submit_upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The same request with the same key within 24 hours gets the first answer again; another body is a 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Weekly 5 Jan",
                 *       "event_guid": "evt1_20260105T090000Z",
                 *       "transcript": {
                 *         "language_code": "en-US",
                 *         "speech_segments": [
                 *           {
                 *             "speaker": "Ada Moreau",
                 *             "text": "Bo will send the deck by Friday.",
                 *             "start_time": 0,
                 *             "end_time": 2.4
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    title: string;
                    /** @description A BCP 47 tag; a detected language takes precedence. */
                    language_code?: string | null;
                    /**
                     * @description The calendar event that was recorded; you must attend it. The recording belongs to its note.
                     * @example evt1_20260105T090000Z
                     */
                    event_guid?: string | null;
                    /** @description Instead of `event_guid`: the note to which the recording belongs; you must attend it. */
                    note_id?: string | null;
                    /** @description A channel of yours in which the recap is published. */
                    channel_id?: string | null;
                    /** @description The note template for the AI notes; without it, the template is chosen by series, title or default. */
                    template_id?: string | null;
                    /**
                     * @description When the recording began, with an offset from UTC.
                     * @example 2026-01-05T09:00:10Z
                     */
                    started_at?: string | null;
                    /** @description The people who took part. They can be named as speakers and assignees, but get no access. */
                    participants?: {
                        name?: string | null;
                        /** Format: email */
                        email?: string | null;
                    }[] | null;
                    /** @description What people were told before the recording. `by` of the recording is who sends this. */
                    consent?: {
                        /** @description What was said. */
                        text: string;
                        /** @description Names or addresses of those who were told. */
                        told?: string[] | null;
                        /**
                         * @description When, with an offset from UTC; by default when the upload begins. Not later than now, and at most an hour before `started_at`.
                         * @example 2026-01-05T09:00:00Z
                         */
                        at?: string | null;
                    } | null;
                    /** @description A meeting of the past, from another program. It is announced to nobody: no events, mails, chats or rules, and no action items or decisions of its own. */
                    import?: {
                        /** @description By what you know the meeting. While an upload of yours with this key has not failed, the same again is answered with its id. */
                        key: string;
                        /** @description Notes that were written before, as Markdown; they become the AI notes, and no others are written. */
                        notes?: string | null;
                        /** @description Who wrote the notes, such as the name of a program. Nothing checks it; readers see that it is of an import. */
                        notes_by?: string | null;
                    } | null;
                    /** @description `true`: the sound is of your own microphone alone. If nobody else was invited, named or told of it, and one voice is heard, it is named as you. `first_channel`: that channel, or track, is, and others have people of their own. Who is heard most in it is named as you. */
                    own_microphone?: boolean | "first_channel" | null;
                    /** @description Whether media are kept where no transcription service is configured, and transcribed when there is one; by default they are refused (422). */
                    may_wait?: boolean | null;
                    /** @description The address of the media: HTTPS and public. Alternative: `transcript`, or `notes` of `import` alone. */
                    url?: string | null;
                    /** @description What was said: `speech_segments` or `text`. */
                    transcript?: {
                        /** @description The language of what was said, as a tag. */
                        language_code?: string | null;
                        /** @description What was said (spec 2.3). */
                        speech_segments?: {
                            speaker?: string | null;
                            text: string;
                            /** @description Seconds from the start of the recording; segments are in this order. */
                            start_time: number;
                            /** @description Seconds from the start of the recording, not before `start_time`. */
                            end_time: number;
                        }[] | null;
                        /**
                         * @description The format of `text`; without it the text says what it is.
                         * @enum {string|null}
                         */
                        format?: "vtt" | "srt" | "txt" | null;
                        /** @description Instead of `speech_segments`: WebVTT, SRT or plain lines; speakers as voices, or as `Name: ` before the text. */
                        text?: string | null;
                    } | null;
                    /** @description Credentials for the media; stored encrypted until the media are downloaded. */
                    media_auth?: {
                        /** @enum {string} */
                        type: "bearer_token" | "basic_auth";
                        /** @description For `bearer_token`. */
                        token?: string | null;
                        /** @description For `basic_auth`. */
                        username?: string | null;
                        /** @description For `basic_auth`. */
                        password?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Submit an upload */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recording_id": "r_9"
                     *     }
                     */
                    "application/json": {
                        /** @description The id of the upload, and of the recording after its success. */
                        recording_id: string;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_uploads: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pagination": {
                 *         "page_size": 20
                 *       },
                 *       "filters": {
                 *         "status": "FAILED"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Which page (spec 2.6).
                     * @example {
                     *       "page_size": 20
                     *     }
                     */
                    pagination?: {
                        /** @description The `cursor` of the page before; without it the first page. */
                        cursor?: string | null;
                        /**
                         * @description Rows in a page, 1 to 50.
                         * @default 20
                         */
                        page_size?: number | null;
                    } | null;
                    /**
                     * @description Which ones; all given filters must match (spec 2.7).
                     * @example {
                     *       "status": "FAILED"
                     *     }
                     */
                    filters?: {
                        /**
                         * @description The calendar event identifier.
                         * @example evt1_20260105T090000Z
                         */
                        event_guid?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Created at or after. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        created_at_start?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Created at or before. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        created_at_end?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Updated at or after. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        updated_at_start?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Updated at or before. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        updated_at_end?: string | null;
                        /**
                         * @description The title has this text somewhere, whatever the case.
                         * @example weekly
                         */
                        title?: string | null;
                        /**
                         * @description Published in this channel; the caller must belong to it.
                         * @example ch_eng
                         */
                        channel_id?: string | null;
                        /**
                         * @description The status of the upload.
                         * @enum {string|null}
                         */
                        status?: "FAILED" | "PENDING" | "SUCCESS" | null;
                        /** @description Your own imports with these keys: those of them that you need not send again. */
                        import_keys?: string[] | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description List uploads */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uploads": {
                     *         "page_info": {
                     *           "cursor": null,
                     *           "page_size": 20
                     *         },
                     *         "data": [
                     *           {
                     *             "recording_id": "r_9",
                     *             "title": "Old call",
                     *             "created_at": "2026-01-06T10:00:00.000Z",
                     *             "updated_at": "2026-01-06T10:02:00.000Z",
                     *             "status": "FAILED",
                     *             "failure_reason": "The media could not be read"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        uploads: {
                            page_info: components["schemas"]["PageInfo"];
                            data: components["schemas"]["RecordingUpload"][];
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_cancel_upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancel an upload */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "upload": {
                     *         "recording_id": "r_9",
                     *         "title": "Old call",
                     *         "created_at": "2026-01-06T10:00:00.000Z",
                     *         "updated_at": "2026-01-06T10:02:00.000Z",
                     *         "status": "FAILED",
                     *         "failure_reason": "Cancelled by the person who sent it"
                     *       }
                     *     }
                     */
                    "application/json": {
                        upload: components["schemas"]["RecordingUpload"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_upload: {
        parameters: {
            query?: {
                /** @description How many seconds to wait at most, 0 to 30. */
                wait?: number;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an upload */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "upload": {
                     *         "recording_id": "r_9",
                     *         "title": "Old call",
                     *         "created_at": "2026-01-06T10:00:00.000Z",
                     *         "updated_at": "2026-01-06T10:02:00.000Z",
                     *         "status": "FAILED",
                     *         "failure_reason": "The media could not be read"
                     *       }
                     *     }
                     */
                    "application/json": {
                        upload: components["schemas"]["RecordingUpload"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_resumable_uploads: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List unfinished resumable uploads */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "recording_id": "r_9",
                     *           "title": "Weekly 5 Jan",
                     *           "filename": "weekly.mp4",
                     *           "bytes": 4096,
                     *           "bytes_arrived": 22,
                     *           "created_at": "2026-01-05T09:00:00Z",
                     *           "expires_at": "2026-01-06T09:00:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: {
                            /** @description The id that the recording will have; the last part of the address of the upload. */
                            recording_id: string;
                            /** @description The title in the metadata, or else the file name. */
                            title: string;
                            /** @description The file name in the metadata. */
                            filename: string | null;
                            /** @description The length of the file; null if it is not sent yet. */
                            bytes: number | null;
                            /** @description The number of bytes that have arrived. */
                            bytes_arrived: number;
                            /**
                             * @description When it was created.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it expires: a day after it was created.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            expires_at: string;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_resumable_upload: {
        parameters: {
            query?: never;
            header: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /**
                 * @description The version of the protocol.
                 * @example 1.0.0
                 */
                "Tus-Resumable": string;
                /**
                 * @description The length of the whole file in bytes.
                 * @example 4096
                 */
                "Upload-Length"?: number;
                /** @description `1`: the length will be sent later. */
                "Upload-Defer-Length"?: string;
                /**
                 * @description Names, each with its value in Base64: `title` or `filename`, `filetype`, and the fields of a submission; `participants`, `consent`, `own_microphone`, `import` and `may_wait` are JSON. With `media_of`, the id of a recording that you imported with a transcript and without media, the file becomes its media and is not transcribed.
                 * @example title V2Vla2x5IDUgSmFu,filetype YXVkaW8vbXBlZw==
                 */
                "Upload-Metadata": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example ID3 and what follows */
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description Create a resumable upload */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_tus_options: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the options of resumable uploads */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_live_words: {
        parameters: {
            query?: {
                /** @description Seconds from the start of the recording. */
                from?: number;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the words of a recording while it is made */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "speech_segments": [
                     *         {
                     *           "text": "It was the best of times.",
                     *           "start_time": 0.4,
                     *           "end_time": 2.1
                     *         }
                     *       ],
                     *       "until": 2.6,
                     *       "skipped": false,
                     *       "busy": false
                     *     }
                     */
                    "application/json": {
                        speech_segments: {
                            text: string;
                            /** @description Seconds from the start of the recording. */
                            start_time: number;
                            end_time: number;
                        }[];
                        /** @description Everything before this second was heard: the next `from`. */
                        until: number;
                        /** @description More than 30 seconds waited, so all but the last 10 were left out. */
                        skipped: boolean;
                        /** @description The service is transcribing something else; ask again. */
                        busy: boolean;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_action_items: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": {
                 *         "scope": "assigned_to_me",
                 *         "completed": false
                 *       },
                 *       "order_by": "due_date"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Which page (spec 2.6).
                     * @example {
                     *       "page_size": 20
                     *     }
                     */
                    pagination?: {
                        /** @description The `cursor` of the page before; without it the first page. */
                        cursor?: string | null;
                        /**
                         * @description Rows in a page, 1 to 50.
                         * @default 20
                         */
                        page_size?: number | null;
                    } | null;
                    /**
                     * @description Which items; all given filters must match.
                     * @example {
                     *       "scope": "assigned_to_me",
                     *       "completed": false
                     *     }
                     */
                    filters?: {
                        /**
                         * @description Whose items; `all` without it.
                         * @default all
                         * @enum {string|null}
                         */
                        scope?: "assigned_to_me" | "assigned_to_others" | "all" | null;
                        /**
                         * @description Items of this person, by id or any address; case does not matter.
                         * @example ada@acme.test
                         */
                        assignee?: string | null;
                        /** @description Items of this note. */
                        note_id?: string | null;
                        /**
                         * @description Items of the notes of this series that the caller sees.
                         * @example se_w
                         */
                        series_id?: string | null;
                        /**
                         * @description An address, or up to 20 of them: all must be invited to the event, each person by any address of their account. Case does not matter.
                         * @example [
                         *       "ada@acme.test",
                         *       "guest@elsewhere.test"
                         *     ]
                         */
                        event_attendees?: string | string[] | null;
                        /** @description Whether the status is `Done`. */
                        completed?: boolean | null;
                        /** @description Whether it is done as far as you are concerned: its status is `Done`, or `all` must complete it and you have. */
                        completed_for_me?: boolean | null;
                        /** @description Whether the status is `Archived`. */
                        archived?: boolean | null;
                        /** @description Whether AI notes found it. */
                        ai_detected?: boolean | null;
                        /** @description The field of that name. It is never false, so `false` finds nothing. */
                        ai_suggestion_accepted_by_user?: boolean | null;
                        /**
                         * Format: https
                         * @description Items with a link to exactly this address.
                         * @example https://github.com/acme/app/issues/12
                         */
                        link_url?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Created at or after. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        created_at_start?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Created at or before. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        created_at_end?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Updated at or after. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        updated_at_start?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Updated at or before. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        updated_at_end?: string | null;
                    } | null;
                    /**
                     * @description `due_date`: the earliest first, items without one last.
                     * @default created_at_desc
                     * @enum {string|null}
                     */
                    order_by?: "created_at_desc" | "created_at_asc" | "updated_at_desc" | "updated_at_asc" | "due_date" | null;
                } | null;
            };
        };
        responses: {
            /** @description List action items */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "ai_1",
                     *           "text": "Send the deck",
                     *           "assignees": [
                     *             {
                     *               "id": "u_ada",
                     *               "email": "ada@acme.test",
                     *               "full_name": "Ada Moreau"
                     *             }
                     *           ],
                     *           "completion_type": "any",
                     *           "status": "Incomplete",
                     *           "due_date": "2026-01-09",
                     *           "note_id": "n_1",
                     *           "ai_detected": false,
                     *           "ai_suggestion_accepted_by_user": null,
                     *           "completed_by": [],
                     *           "wont_do": false,
                     *           "recording_offset": null,
                     *           "links": [
                     *             {
                     *               "system": "GitHub",
                     *               "key": "acme/app#12",
                     *               "url": "https://github.com/acme/app/issues/12",
                     *               "state": "open"
                     *             }
                     *           ],
                     *           "created_at": "2026-01-05T09:10:00.000+00:00",
                     *           "updated_at": "2026-01-05T09:10:00.000+00:00"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: components["schemas"]["ActionItem"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_action_item: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Action item identifier.
                 * @example ai_1
                 */
                item_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an action item */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "action_item": {
                     *         "id": "ai_1",
                     *         "text": "Send the deck",
                     *         "assignees": [
                     *           {
                     *             "id": "u_ada",
                     *             "email": "ada@acme.test",
                     *             "full_name": "Ada Moreau"
                     *           }
                     *         ],
                     *         "completion_type": "any",
                     *         "status": "Incomplete",
                     *         "due_date": "2026-01-09",
                     *         "note_id": "n_1",
                     *         "ai_detected": false,
                     *         "ai_suggestion_accepted_by_user": null,
                     *         "completed_by": [],
                     *         "wont_do": false,
                     *         "recording_offset": null,
                     *         "links": [
                     *           {
                     *             "system": "GitHub",
                     *             "key": "acme/app#12",
                     *             "url": "https://github.com/acme/app/issues/12",
                     *             "state": "open"
                     *           }
                     *         ],
                     *         "created_at": "2026-01-05T09:10:00.000+00:00",
                     *         "updated_at": "2026-01-05T09:10:00.000+00:00"
                     *       }
                     *     }
                     */
                    "application/json": {
                        action_item: components["schemas"]["ActionItem"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_update_action_item: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Action item identifier.
                 * @example ai_1
                 */
                item_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "Send the new deck",
                 *       "assignees": [
                 *         "u_ada",
                 *         "bo@acme.test"
                 *       ],
                 *       "due_date": null
                 *     }
                 */
                "application/json": {
                    /** @description What is to be done; not blank. */
                    text?: string | null;
                    /** @description Ids or e-mails of active accounts; a person named twice is assigned once. */
                    assignees?: string[] | null;
                    /**
                     * Format: date
                     * @description A day, `YYYY-MM-DD`; null clears it.
                     */
                    due_date?: string | null;
                    /**
                     * @description `any`: one assignee can complete it; `all`: all must.
                     * @enum {string|null}
                     */
                    completion_type?: "any" | "all" | null;
                    /** @description All links that it then has; `[]` removes them. */
                    links?: {
                        /**
                         * @description The other system.
                         * @example GitHub
                         */
                        system: string;
                        /**
                         * @description What people call it there.
                         * @example acme/app#12
                         */
                        key: string;
                        /**
                         * Format: https
                         * @description Its page there, by HTTPS and without a user name or password.
                         * @example https://github.com/acme/app/issues/12
                         */
                        url: string;
                        /**
                         * @description How it stands there, in the words of that system.
                         * @example open
                         */
                        state?: string | null;
                    }[] | null;
                } | null;
            };
        };
        responses: {
            /** @description Edit an action item */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "action_item": {
                     *         "id": "ai_1",
                     *         "text": "Send the deck",
                     *         "assignees": [
                     *           {
                     *             "id": "u_ada",
                     *             "email": "ada@acme.test",
                     *             "full_name": "Ada Moreau"
                     *           }
                     *         ],
                     *         "completion_type": "any",
                     *         "status": "Incomplete",
                     *         "due_date": "2026-01-09",
                     *         "note_id": "n_1",
                     *         "ai_detected": false,
                     *         "ai_suggestion_accepted_by_user": null,
                     *         "completed_by": [],
                     *         "wont_do": false,
                     *         "recording_offset": null,
                     *         "links": [
                     *           {
                     *             "system": "GitHub",
                     *             "key": "acme/app#12",
                     *             "url": "https://github.com/acme/app/issues/12",
                     *             "state": "open"
                     *           }
                     *         ],
                     *         "created_at": "2026-01-05T09:10:00.000+00:00",
                     *         "updated_at": "2026-01-05T09:10:00.000+00:00"
                     *       }
                     *     }
                     */
                    "application/json": {
                        action_item: components["schemas"]["ActionItem"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_action_item: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Send the deck",
                 *       "note_id": "n_1",
                 *       "assignees": [
                 *         "ada@acme.test"
                 *       ],
                 *       "due_date": "2026-01-09"
                 *     }
                 */
                "application/json": {
                    /** @description What is to be done; not blank. */
                    text: string;
                    /** @description The note at whose end it is shown; the caller must have the right to edit it. */
                    note_id?: string | null;
                    /** @description Ids or e-mails of active accounts; a person named twice is assigned once. */
                    assignees?: string[] | null;
                    /**
                     * Format: date
                     * @description A day, `YYYY-MM-DD`.
                     */
                    due_date?: string | null;
                    /**
                     * @description `any`: one assignee can complete it; `all`: all must.
                     * @default any
                     * @enum {string|null}
                     */
                    completion_type?: "any" | "all" | null;
                    /** @description The same thing in other systems, such as its issue in a tracker, in the order that people gave. At most 5, each address once. */
                    links?: {
                        /**
                         * @description The other system.
                         * @example GitHub
                         */
                        system: string;
                        /**
                         * @description What people call it there.
                         * @example acme/app#12
                         */
                        key: string;
                        /**
                         * Format: https
                         * @description Its page there, by HTTPS and without a user name or password.
                         * @example https://github.com/acme/app/issues/12
                         */
                        url: string;
                        /**
                         * @description How it stands there, in the words of that system.
                         * @example open
                         */
                        state?: string | null;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description Create an action item */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "action_item": {
                     *         "id": "ai_1",
                     *         "text": "Send the deck",
                     *         "assignees": [
                     *           {
                     *             "id": "u_ada",
                     *             "email": "ada@acme.test",
                     *             "full_name": "Ada Moreau"
                     *           }
                     *         ],
                     *         "completion_type": "any",
                     *         "status": "Incomplete",
                     *         "due_date": "2026-01-09",
                     *         "note_id": "n_1",
                     *         "ai_detected": false,
                     *         "ai_suggestion_accepted_by_user": null,
                     *         "completed_by": [],
                     *         "wont_do": false,
                     *         "recording_offset": null,
                     *         "links": [
                     *           {
                     *             "system": "GitHub",
                     *             "key": "acme/app#12",
                     *             "url": "https://github.com/acme/app/issues/12",
                     *             "state": "open"
                     *           }
                     *         ],
                     *         "created_at": "2026-01-05T09:10:00.000+00:00",
                     *         "updated_at": "2026-01-05T09:10:00.000+00:00"
                     *       }
                     *     }
                     */
                    "application/json": {
                        action_item: components["schemas"]["ActionItem"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_complete_action_item: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Action item identifier.
                 * @example ai_1
                 */
                item_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "completed": true
                 *     }
                 */
                "application/json": {
                    /** @description False reopens it. */
                    completed: boolean;
                };
            };
        };
        responses: {
            /** @description Complete or reopen an action item */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "action_item": {
                     *         "id": "ai_1",
                     *         "text": "Send the deck",
                     *         "assignees": [
                     *           {
                     *             "id": "u_ada",
                     *             "email": "ada@acme.test",
                     *             "full_name": "Ada Moreau"
                     *           }
                     *         ],
                     *         "completion_type": "any",
                     *         "status": "Incomplete",
                     *         "due_date": "2026-01-09",
                     *         "note_id": "n_1",
                     *         "ai_detected": false,
                     *         "ai_suggestion_accepted_by_user": null,
                     *         "completed_by": [],
                     *         "wont_do": false,
                     *         "recording_offset": null,
                     *         "links": [
                     *           {
                     *             "system": "GitHub",
                     *             "key": "acme/app#12",
                     *             "url": "https://github.com/acme/app/issues/12",
                     *             "state": "open"
                     *           }
                     *         ],
                     *         "created_at": "2026-01-05T09:10:00.000+00:00",
                     *         "updated_at": "2026-01-05T09:10:00.000+00:00"
                     *       }
                     *     }
                     */
                    "application/json": {
                        action_item: components["schemas"]["ActionItem"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_archive_action_item: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Action item identifier.
                 * @example ai_1
                 */
                item_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Archive an action item */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "action_item": {
                     *         "id": "ai_1",
                     *         "text": "Send the deck",
                     *         "assignees": [
                     *           {
                     *             "id": "u_ada",
                     *             "email": "ada@acme.test",
                     *             "full_name": "Ada Moreau"
                     *           }
                     *         ],
                     *         "completion_type": "any",
                     *         "status": "Incomplete",
                     *         "due_date": "2026-01-09",
                     *         "note_id": "n_1",
                     *         "ai_detected": false,
                     *         "ai_suggestion_accepted_by_user": null,
                     *         "completed_by": [],
                     *         "wont_do": false,
                     *         "recording_offset": null,
                     *         "links": [
                     *           {
                     *             "system": "GitHub",
                     *             "key": "acme/app#12",
                     *             "url": "https://github.com/acme/app/issues/12",
                     *             "state": "open"
                     *           }
                     *         ],
                     *         "created_at": "2026-01-05T09:10:00.000+00:00",
                     *         "updated_at": "2026-01-05T09:10:00.000+00:00"
                     *       }
                     *     }
                     */
                    "application/json": {
                        action_item: components["schemas"]["ActionItem"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_decisions: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": {
                 *         "series_id": "se_w",
                 *         "status": "stands"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Which page (spec 2.6).
                     * @example {
                     *       "page_size": 20
                     *     }
                     */
                    pagination?: {
                        /** @description The `cursor` of the page before; without it the first page. */
                        cursor?: string | null;
                        /**
                         * @description Rows in a page, 1 to 50.
                         * @default 20
                         */
                        page_size?: number | null;
                    } | null;
                    /**
                     * @description Which decisions; all given filters must match.
                     * @example {
                     *       "series_id": "se_w",
                     *       "status": "stands"
                     *     }
                     */
                    filters?: {
                        /**
                         * @description Decisions of this note and its recordings.
                         * @example n_1
                         */
                        note_id?: string | null;
                        /**
                         * @description Decisions of this recording.
                         * @example r_1
                         */
                        recording_id?: string | null;
                        /**
                         * @description Decisions of the meetings of this series.
                         * @example se_w
                         */
                        series_id?: string | null;
                        /**
                         * @description What they came of is published in this channel; the caller must belong to it.
                         * @example ch_eng
                         */
                        channel_id?: string | null;
                        /**
                         * @description This account wrote or said it, or is named in it by its full name.
                         * @example u_ada
                         */
                        person_id?: string | null;
                        /** @enum {string|null} */
                        status?: "stands" | "superseded" | "withdrawn" | null;
                        /**
                         * @description The decision has each of these words somewhere, whatever the case.
                         * @example hall rent
                         */
                        query?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Made at or after. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        made_at_start?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Made at or before. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        made_at_end?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description What stood then: made by then, and neither withdrawn nor superseded by one made by then. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        as_of?: string | null;
                    } | null;
                    /**
                     * @default made_at_desc
                     * @enum {string|null}
                     */
                    order_by?: "made_at_desc" | "made_at_asc" | null;
                } | null;
            };
        };
        responses: {
            /** @description List decisions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "dec_1",
                     *           "text": "We rent the hall",
                     *           "quote": "Let us rent the hall.",
                     *           "speaker": "Ada Moreau",
                     *           "start_time": 61.5,
                     *           "note_id": "n_1",
                     *           "recording_id": "r_1",
                     *           "title": "Weekly 5 Jan",
                     *           "made_at": "2026-01-05T09:00:00.000Z",
                     *           "status": "stands",
                     *           "superseded_by": null,
                     *           "supersedes": [
                     *             "dec_0"
                     *           ],
                     *           "proposals": [],
                     *           "detected": true,
                     *           "by": null,
                     *           "created_at": "2026-01-05T09:40:00.000Z",
                     *           "updated_at": "2026-01-05T09:40:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: components["schemas"]["Decision"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_decision: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Decision identifier.
                 * @example dec_1
                 */
                decision_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a decision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision": {
                     *         "id": "dec_1",
                     *         "text": "We rent the hall",
                     *         "quote": "Let us rent the hall.",
                     *         "speaker": "Ada Moreau",
                     *         "start_time": 61.5,
                     *         "note_id": "n_1",
                     *         "recording_id": "r_1",
                     *         "title": "Weekly 5 Jan",
                     *         "made_at": "2026-01-05T09:00:00.000Z",
                     *         "status": "stands",
                     *         "superseded_by": null,
                     *         "supersedes": [
                     *           "dec_0"
                     *         ],
                     *         "proposals": [],
                     *         "detected": true,
                     *         "by": null,
                     *         "created_at": "2026-01-05T09:40:00.000Z",
                     *         "updated_at": "2026-01-05T09:40:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        decision: components["schemas"]["Decision"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_decision: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Decision identifier.
                 * @example dec_1
                 */
                decision_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a decision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision_id": "dec_1",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        decision_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_update_decision: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Decision identifier.
                 * @example dec_1
                 */
                decision_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "supersedes": [
                 *         "dec_0"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description What was decided; not blank. */
                    text?: string | null;
                    /** @enum {string|null} */
                    status?: "stands" | "withdrawn" | null;
                    /** @description Ids of the decisions that it replaces. Those that the caller may not see are kept. */
                    supersedes?: string[] | null;
                    /** @description Ids in `proposals` that are not so. */
                    dismiss?: string[] | null;
                } | null;
            };
        };
        responses: {
            /** @description Change a decision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision": {
                     *         "id": "dec_1",
                     *         "text": "We rent the hall",
                     *         "quote": "Let us rent the hall.",
                     *         "speaker": "Ada Moreau",
                     *         "start_time": 61.5,
                     *         "note_id": "n_1",
                     *         "recording_id": "r_1",
                     *         "title": "Weekly 5 Jan",
                     *         "made_at": "2026-01-05T09:00:00.000Z",
                     *         "status": "stands",
                     *         "superseded_by": null,
                     *         "supersedes": [
                     *           "dec_0"
                     *         ],
                     *         "proposals": [],
                     *         "detected": true,
                     *         "by": null,
                     *         "created_at": "2026-01-05T09:40:00.000Z",
                     *         "updated_at": "2026-01-05T09:40:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        decision: components["schemas"]["Decision"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_decision_history: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Decision identifier.
                 * @example dec_1
                 */
                decision_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the history of a decision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "at": "2026-01-05T10:00:00.000Z",
                     *           "user": {
                     *             "id": "u_ada",
                     *             "email": "ada@acme.test",
                     *             "full_name": "Ada Moreau"
                     *           },
                     *           "through": "api",
                     *           "change": {
                     *             "supersedes": true,
                     *             "proposed": "replaces"
                     *           },
                     *           "other": "dec_0"
                     *         },
                     *         {
                     *           "at": "2026-01-05T09:40:00.000Z",
                     *           "user": null,
                     *           "through": "ai_notes",
                     *           "change": {
                     *             "made": true
                     *           },
                     *           "other": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: {
                            /**
                             * @description In UTC.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            at: string;
                            /**
                             * @description A person with an account.
                             * @example {
                             *       "id": "u_ada",
                             *       "email": "ada@acme.test",
                             *       "full_name": "Ada Moreau"
                             *     }
                             */
                            user: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            } | null;
                            /**
                             * @description Where it was written.
                             * @enum {string|null}
                             */
                            through: "api" | "agenda" | "ai_notes" | null;
                            /** @description What was changed; the rest is absent. */
                            change: {
                                /**
                                 * @description It was written, or found.
                                 * @enum {boolean}
                                 */
                                made?: true;
                                text?: {
                                    from: string;
                                    to: string;
                                };
                                /**
                                 * @description What it became; `superseded` by `other`, and `stands` again because `other` gave way.
                                 * @enum {string}
                                 */
                                status?: "stands" | "superseded" | "withdrawn";
                                /**
                                 * @description A person said that it is as AI notes have it.
                                 * @enum {boolean}
                                 */
                                confirmed?: true;
                                /** @description Whether it replaces `other` from now on. */
                                supersedes?: boolean;
                                /**
                                 * @description What a language model had said of `other`.
                                 * @enum {string}
                                 */
                                proposed?: "replaces" | "contradicts" | "repeats";
                                /**
                                 * @description What is not so of `other`.
                                 * @enum {string}
                                 */
                                dismissed?: "replaces" | "contradicts" | "repeats";
                            };
                            /** @description The other decision of the change; null if there is none that the caller may see. */
                            other: string | null;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_decision: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note_id": "n_1",
                 *       "text": "We rent the hall",
                 *       "recording_id": "r_1",
                 *       "quote": "Let us rent the hall.",
                 *       "supersedes": []
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The note of the meeting; the caller must have the right to edit it.
                     * @example n_1
                     */
                    note_id: string;
                    /** @description What was decided; not blank. */
                    text: string;
                    /**
                     * @description The recording of this note that it came of.
                     * @example r_1
                     */
                    recording_id?: string | null;
                    /** @description When, in seconds from the start of the recording. Of several places of the quotation the nearest counts. Without it that of the first. */
                    start_time?: number | null;
                    /** @description Words of the transcript. It needs `recording_id`. */
                    quote?: string | null;
                    /** @description Ids of the decisions that it replaces. Those that the caller may not see are kept. */
                    supersedes?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Write a decision */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision": {
                     *         "id": "dec_1",
                     *         "text": "We rent the hall",
                     *         "quote": "Let us rent the hall.",
                     *         "speaker": "Ada Moreau",
                     *         "start_time": 61.5,
                     *         "note_id": "n_1",
                     *         "recording_id": "r_1",
                     *         "title": "Weekly 5 Jan",
                     *         "made_at": "2026-01-05T09:00:00.000Z",
                     *         "status": "stands",
                     *         "superseded_by": null,
                     *         "supersedes": [
                     *           "dec_0"
                     *         ],
                     *         "proposals": [],
                     *         "detected": true,
                     *         "by": null,
                     *         "created_at": "2026-01-05T09:40:00.000Z",
                     *         "updated_at": "2026-01-05T09:40:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        decision: components["schemas"]["Decision"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_note_sharing: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the note.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who a note is open to */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shares": [
                     *         {
                     *           "user": {
                     *             "id": "u_bo",
                     *             "email": "bo@acme.test",
                     *             "full_name": "Bo Lindqvist"
                     *           },
                     *           "by": "u_ada",
                     *           "can_edit": false
                     *         }
                     *       ],
                     *       "publications": [
                     *         {
                     *           "channel": {
                     *             "id": "ch_eng",
                     *             "title": "Engineering",
                     *             "private": false
                     *           },
                     *           "by": "u_ada"
                     *         }
                     *       ],
                     *       "may_edit": true,
                     *       "may_share": true
                     *     }
                     */
                    "application/json": {
                        /** @description The shares that count: those made by a person who still attends. */
                        shares: components["schemas"]["Share"][];
                        /** @description Where it is published, in public channels and those the caller is in. */
                        publications: components["schemas"]["Publication"][];
                        /** @description Whether the caller may edit its agenda or, if it is a recording, correct it. A series cannot be edited. */
                        may_edit: boolean;
                        /** @description Whether the caller may share and publish it, as an attendee. */
                        may_share: boolean;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_share_note: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the note.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": "bo@acme.test",
                 *       "can_edit": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Id or e-mail of an account.
                     * @example bo@acme.test
                     */
                    user: string;
                    /** @description Whether they may edit; without it a new share does not allow it, and an existing one stays as it is. */
                    can_edit?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Share a note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shares": [
                     *         {
                     *           "user": {
                     *             "id": "u_bo",
                     *             "email": "bo@acme.test",
                     *             "full_name": "Bo Lindqvist"
                     *           },
                     *           "by": "u_ada",
                     *           "can_edit": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The shares that count: those made by a person who still attends. */
                        shares: components["schemas"]["Share"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_unshare_note: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the note.
                 * @example n_1
                 */
                note_id: string;
                /**
                 * @description Identifier of the person.
                 * @example u_bo
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Take back a share of a note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shares": [
                     *         {
                     *           "user": {
                     *             "id": "u_bo",
                     *             "email": "bo@acme.test",
                     *             "full_name": "Bo Lindqvist"
                     *           },
                     *           "by": "u_ada",
                     *           "can_edit": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The shares that count: those made by a person who still attends. */
                        shares: components["schemas"]["Share"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_recording_sharing: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the recording.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who a recording is open to */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shares": [
                     *         {
                     *           "user": {
                     *             "id": "u_bo",
                     *             "email": "bo@acme.test",
                     *             "full_name": "Bo Lindqvist"
                     *           },
                     *           "by": "u_ada",
                     *           "can_edit": false
                     *         }
                     *       ],
                     *       "publications": [
                     *         {
                     *           "channel": {
                     *             "id": "ch_eng",
                     *             "title": "Engineering",
                     *             "private": false
                     *           },
                     *           "by": "u_ada"
                     *         }
                     *       ],
                     *       "may_edit": true,
                     *       "may_share": true
                     *     }
                     */
                    "application/json": {
                        /** @description The shares that count: those made by a person who still attends. */
                        shares: components["schemas"]["Share"][];
                        /** @description Where it is published, in public channels and those the caller is in. */
                        publications: components["schemas"]["Publication"][];
                        /** @description Whether the caller may edit its agenda or, if it is a recording, correct it. A series cannot be edited. */
                        may_edit: boolean;
                        /** @description Whether the caller may share and publish it, as an attendee. */
                        may_share: boolean;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_share_recording: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the recording.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": "bo@acme.test",
                 *       "can_edit": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Id or e-mail of an account.
                     * @example bo@acme.test
                     */
                    user: string;
                    /** @description Whether they may edit; without it a new share does not allow it, and an existing one stays as it is. */
                    can_edit?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Share a recording */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shares": [
                     *         {
                     *           "user": {
                     *             "id": "u_bo",
                     *             "email": "bo@acme.test",
                     *             "full_name": "Bo Lindqvist"
                     *           },
                     *           "by": "u_ada",
                     *           "can_edit": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The shares that count: those made by a person who still attends. */
                        shares: components["schemas"]["Share"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_unshare_recording: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the recording.
                 * @example r_1
                 */
                recording_id: string;
                /**
                 * @description Identifier of the person.
                 * @example u_bo
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Take back a share of a recording */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shares": [
                     *         {
                     *           "user": {
                     *             "id": "u_bo",
                     *             "email": "bo@acme.test",
                     *             "full_name": "Bo Lindqvist"
                     *           },
                     *           "by": "u_ada",
                     *           "can_edit": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The shares that count: those made by a person who still attends. */
                        shares: components["schemas"]["Share"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_series_sharing: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the series.
                 * @example se_w
                 */
                series_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who a series is open to */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shares": [
                     *         {
                     *           "user": {
                     *             "id": "u_bo",
                     *             "email": "bo@acme.test",
                     *             "full_name": "Bo Lindqvist"
                     *           },
                     *           "by": "u_ada",
                     *           "can_edit": false
                     *         }
                     *       ],
                     *       "publications": [],
                     *       "may_edit": false,
                     *       "may_share": true
                     *     }
                     */
                    "application/json": {
                        /** @description The shares that count: those made by a person who still attends. */
                        shares: components["schemas"]["Share"][];
                        /** @description Where it is published, in public channels and those the caller is in. */
                        publications: components["schemas"]["Publication"][];
                        /** @description Whether the caller may edit its agenda or, if it is a recording, correct it. A series cannot be edited. */
                        may_edit: boolean;
                        /** @description Whether the caller may share and publish it, as an attendee. */
                        may_share: boolean;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_share_series: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the series.
                 * @example se_w
                 */
                series_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user": "bo@acme.test",
                 *       "can_edit": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Id or e-mail of an account.
                     * @example bo@acme.test
                     */
                    user: string;
                    /** @description Whether they may edit; without it a new share does not allow it, and an existing one stays as it is. */
                    can_edit?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Share a series */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shares": [
                     *         {
                     *           "user": {
                     *             "id": "u_bo",
                     *             "email": "bo@acme.test",
                     *             "full_name": "Bo Lindqvist"
                     *           },
                     *           "by": "u_ada",
                     *           "can_edit": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The shares that count: those made by a person who still attends. */
                        shares: components["schemas"]["Share"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_unshare_series: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the series.
                 * @example se_w
                 */
                series_id: string;
                /**
                 * @description Identifier of the person.
                 * @example u_bo
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Take back a share of a series */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shares": [
                     *         {
                     *           "user": {
                     *             "id": "u_bo",
                     *             "email": "bo@acme.test",
                     *             "full_name": "Bo Lindqvist"
                     *           },
                     *           "by": "u_ada",
                     *           "can_edit": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The shares that count: those made by a person who still attends. */
                        shares: components["schemas"]["Share"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_publish_note: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the note.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "ch_eng"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Identifier of the channel.
                     * @example ch_eng
                     */
                    channel_id: string;
                };
            };
        };
        responses: {
            /** @description Publish a note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "publications": [
                     *         {
                     *           "channel": {
                     *             "id": "ch_eng",
                     *             "title": "Engineering",
                     *             "private": false
                     *           },
                     *           "by": "u_ada"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Where it is published, in public channels and those the caller is in. */
                        publications: components["schemas"]["Publication"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_unpublish_note: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the note.
                 * @example n_1
                 */
                note_id: string;
                /**
                 * @description Identifier of the channel.
                 * @example ch_eng
                 */
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Take a note out of a channel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "publications": [
                     *         {
                     *           "channel": {
                     *             "id": "ch_eng",
                     *             "title": "Engineering",
                     *             "private": false
                     *           },
                     *           "by": "u_ada"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Where it is published, in public channels and those the caller is in. */
                        publications: components["schemas"]["Publication"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_publish_recording: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the recording.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_id": "ch_eng"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Identifier of the channel.
                     * @example ch_eng
                     */
                    channel_id: string;
                };
            };
        };
        responses: {
            /** @description Publish a recording */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "publications": [
                     *         {
                     *           "channel": {
                     *             "id": "ch_eng",
                     *             "title": "Engineering",
                     *             "private": false
                     *           },
                     *           "by": "u_ada"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Where it is published, in public channels and those the caller is in. */
                        publications: components["schemas"]["Publication"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_unpublish_recording: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the recording.
                 * @example r_1
                 */
                recording_id: string;
                /**
                 * @description Identifier of the channel.
                 * @example ch_eng
                 */
                channel_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Take a recording out of a channel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "publications": [
                     *         {
                     *           "channel": {
                     *             "id": "ch_eng",
                     *             "title": "Engineering",
                     *             "private": false
                     *           },
                     *           "by": "u_ada"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Where it is published, in public channels and those the caller is in. */
                        publications: components["schemas"]["Publication"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_note_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the note.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "expires_in": 604800,
                 *       "parts": [
                 *         "notes",
                 *         "items"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Seconds for which it works; 30 days by default.
                     * @default 2592000
                     */
                    expires_in?: number | null;
                    /** @description What it shows besides the title, `["notes"]` by default. `notes`: the agenda without its items; `items`: its action items. */
                    parts?: ("notes" | "items")[] | null;
                    /** @description Who opens it must give it; tell it another way. */
                    password?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Make a link to a note for people without an account */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "link": {
                     *         "id": "ol_1",
                     *         "parts": [
                     *           "notes",
                     *           "items"
                     *         ],
                     *         "has_password": false,
                     *         "by": {
                     *           "id": "u_ada",
                     *           "email": "ada@acme.test",
                     *           "full_name": "Ada Moreau"
                     *         },
                     *         "created_at": "2026-01-05T09:31:00.000Z",
                     *         "expires_at": "2026-02-04T09:31:00.000Z",
                     *         "works": true,
                     *         "openings": 0,
                     *         "last_opened_at": null,
                     *         "url": "https://meetings.example.com/guest#token=…"
                     *       }
                     *     }
                     */
                    "application/json": {
                        link: {
                            /** @description Identifier of the link. */
                            id: string;
                            parts: ("notes" | "items" | "transcript" | "media")[];
                            has_password: boolean;
                            /**
                             * @description A person with an account.
                             * @example {
                             *       "id": "u_ada",
                             *       "email": "ada@acme.test",
                             *       "full_name": "Ada Moreau"
                             *     }
                             */
                            by: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            };
                            /**
                             * @description When it was made.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it ends.
                             * @example 2026-02-04T09:00:00.000Z
                             */
                            expires_at: string;
                            /** @description False while its maker may not share, or such links are switched off. */
                            works: boolean;
                            /** @description How often it was opened. */
                            openings: number;
                            /**
                             * @description When it was opened last.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            last_opened_at: string | null;
                            /** @description The address, only in this answer. Who has it can open it. */
                            url: string;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_note_links: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the note.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the links to a note for people without an account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": [
                     *         {
                     *           "id": "ol_1",
                     *           "parts": [
                     *             "notes",
                     *             "items"
                     *           ],
                     *           "has_password": false,
                     *           "by": {
                     *             "id": "u_ada",
                     *             "email": "ada@acme.test",
                     *             "full_name": "Ada Moreau"
                     *           },
                     *           "created_at": "2026-01-05T09:31:00.000Z",
                     *           "expires_at": "2026-02-04T09:31:00.000Z",
                     *           "works": true,
                     *           "openings": 0,
                     *           "last_opened_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Those that have not expired, the newest first. */
                        links: components["schemas"]["OutsideLink"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_note_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the note.
                 * @example n_1
                 */
                note_id: string;
                /**
                 * @description Identifier of the link.
                 * @example ol_1
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdraw a link to a note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": []
                     *     }
                     */
                    "application/json": {
                        /** @description Those that have not expired, the newest first. */
                        links: components["schemas"]["OutsideLink"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_recording_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the recording.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "expires_in": 604800,
                 *       "parts": [
                 *         "notes",
                 *         "items"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Seconds for which it works; 30 days by default.
                     * @default 2592000
                     */
                    expires_in?: number | null;
                    /** @description What it shows besides the title, `["notes"]` by default. `notes`: the AI notes; `items`: their action items; `transcript`; `media`: to play. */
                    parts?: ("notes" | "items" | "transcript" | "media")[] | null;
                    /** @description Who opens it must give it; tell it another way. */
                    password?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Make a link to a recording for people without an account */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "link": {
                     *         "id": "ol_1",
                     *         "parts": [
                     *           "notes",
                     *           "items"
                     *         ],
                     *         "has_password": false,
                     *         "by": {
                     *           "id": "u_ada",
                     *           "email": "ada@acme.test",
                     *           "full_name": "Ada Moreau"
                     *         },
                     *         "created_at": "2026-01-05T09:31:00.000Z",
                     *         "expires_at": "2026-02-04T09:31:00.000Z",
                     *         "works": true,
                     *         "openings": 0,
                     *         "last_opened_at": null,
                     *         "url": "https://meetings.example.com/guest#token=…"
                     *       }
                     *     }
                     */
                    "application/json": {
                        link: {
                            /** @description Identifier of the link. */
                            id: string;
                            parts: ("notes" | "items" | "transcript" | "media")[];
                            has_password: boolean;
                            /**
                             * @description A person with an account.
                             * @example {
                             *       "id": "u_ada",
                             *       "email": "ada@acme.test",
                             *       "full_name": "Ada Moreau"
                             *     }
                             */
                            by: {
                                /** @description Identifier of the person. */
                                id: string;
                                /** @description Their address. */
                                email: string;
                                /** @description Their name. */
                                full_name: string;
                            };
                            /**
                             * @description When it was made.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it ends.
                             * @example 2026-02-04T09:00:00.000Z
                             */
                            expires_at: string;
                            /** @description False while its maker may not share, or such links are switched off. */
                            works: boolean;
                            /** @description How often it was opened. */
                            openings: number;
                            /**
                             * @description When it was opened last.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            last_opened_at: string | null;
                            /** @description The address, only in this answer. Who has it can open it. */
                            url: string;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_recording_links: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the recording.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the links to a recording for people without an account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": [
                     *         {
                     *           "id": "ol_1",
                     *           "parts": [
                     *             "notes",
                     *             "items"
                     *           ],
                     *           "has_password": false,
                     *           "by": {
                     *             "id": "u_ada",
                     *             "email": "ada@acme.test",
                     *             "full_name": "Ada Moreau"
                     *           },
                     *           "created_at": "2026-01-05T09:31:00.000Z",
                     *           "expires_at": "2026-02-04T09:31:00.000Z",
                     *           "works": true,
                     *           "openings": 0,
                     *           "last_opened_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Those that have not expired, the newest first. */
                        links: components["schemas"]["OutsideLink"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_recording_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the recording.
                 * @example r_1
                 */
                recording_id: string;
                /**
                 * @description Identifier of the link.
                 * @example ol_1
                 */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdraw a link to a recording */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "links": []
                     *     }
                     */
                    "application/json": {
                        /** @description Those that have not expired, the newest first. */
                        links: components["schemas"]["OutsideLink"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/minutebook",
                 *       "enabled_events": [
                 *         "ai_note.generated"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description A public HTTPS address; it is verified first. */
                    url: string;
                    /** @description The types of events to receive: `action_item.assigned`, `action_item.completed`, `ai_note.generated`, `ai_note.shared_to_channel`, `recording.ready`, `recording.changed`, `recording.deleted`, `upload.failed`, `note.changed`, `note.shared`, `decision.made`, `decision.superseded`; for a workspace webhook also `webhook.failing`, `webhook.failed`, `webhook.recovered`. For a user webhook an empty list means `action_item.assigned`, `action_item.completed`, `ai_note.generated`, `ai_note.shared_to_channel`. */
                    enabled_events: string[];
                    /** @description Free text. */
                    description?: string | null;
                    /**
                     * @description `active` without it.
                     * @enum {string|null}
                     */
                    status?: "active" | "inactive" | null;
                    /**
                     * @description Headers that are sent with each request, and with the verification: at most 10, each of at most 1024 visible ASCII characters. Headers that sign or that HTTP needs are not allowed. The values are kept sealed, and no answer shows them.
                     * @example {
                     *       "Authorization": "Bearer of-the-gateway"
                     *     }
                     */
                    headers?: {
                        [key: string]: string;
                    } | null;
                    /**
                     * @description `user` without it; `workspace` needs a super admin key.
                     * @enum {string|null}
                     */
                    scope?: "user" | "workspace" | null;
                };
            };
        };
        responses: {
            /** @description Create a webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "wh_1",
                     *         "url": "https://hooks.example.com/minutebook",
                     *         "description": "Tells the CRM",
                     *         "status": "active",
                     *         "enabled_events": [
                     *           "ai_note.generated"
                     *         ],
                     *         "scope": "user",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "secret": "whsec_d2hhdCBvbmx5IHRoZSB0d28gb2YgdXMgbWF5IGtub3cu"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A webhook with its secret. */
                        webhook: {
                            /** @description Webhook identifier. */
                            id: string;
                            /** @description Where events are sent to. */
                            url: string;
                            /** @description Free text. */
                            description: string;
                            /**
                             * @description `failed` is set by the service, after five days in which nothing could be delivered.
                             * @enum {string}
                             */
                            status: "active" | "inactive" | "failed";
                            /** @description The types of events to receive: `action_item.assigned`, `action_item.completed`, `ai_note.generated`, `ai_note.shared_to_channel`, `recording.ready`, `recording.changed`, `recording.deleted`, `upload.failed`, `note.changed`, `note.shared`, `decision.made`, `decision.superseded`; for a workspace webhook also `webhook.failing`, `webhook.failed`, `webhook.recovered`. For a user webhook an empty list means `action_item.assigned`, `action_item.completed`, `ai_note.generated`, `ai_note.shared_to_channel`. */
                            enabled_events: string[];
                            /**
                             * @description Which events it receives: `user` those that its owner may see, `workspace` all, `channel` recaps that are published in a channel. The last is changed by `deliver_to` of its channel, and its `url` is only the origin.
                             * @enum {string}
                             */
                            scope: "user" | "workspace" | "channel";
                            /** @description The names of its own headers, if it has any. */
                            header_names?: string[];
                            /**
                             * @description When it was made.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it was last changed.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            updated_at: string;
                            /** @description Verifies signatures. It is shown only this once. */
                            secret: string;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_webhooks: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
                /** @description A JSON object with any of `status`, `created_at_start`, `created_at_end`, `updated_at_start`, `updated_at_end`. All given filters must match. */
                filters?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List webhooks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": {
                     *         "page_info": {
                     *           "cursor": null,
                     *           "page_size": 20
                     *         },
                     *         "data": [
                     *           {
                     *             "id": "wh_1",
                     *             "url": "https://hooks.example.com/minutebook",
                     *             "description": "Tells the CRM",
                     *             "status": "active",
                     *             "enabled_events": [
                     *               "ai_note.generated"
                     *             ],
                     *             "scope": "user",
                     *             "created_at": "2026-01-05T09:00:00.000Z",
                     *             "updated_at": "2026-01-05T09:00:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        webhooks: {
                            page_info: components["schemas"]["PageInfo"];
                            data: components["schemas"]["Webhook"][];
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example wh_1
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "wh_1",
                     *         "url": "https://hooks.example.com/minutebook",
                     *         "description": "Tells the CRM",
                     *         "status": "active",
                     *         "enabled_events": [
                     *           "ai_note.generated"
                     *         ],
                     *         "scope": "user",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example wh_1
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook_id": "wh_1",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        webhook_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_update_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example wh_1
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        /** @description Only the given fields change. `scope` is not accepted. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "inactive"
                 *     }
                 */
                "application/json": {
                    /** @description A public HTTPS address; it is verified first. */
                    url?: string | null;
                    /** @description The types of events to receive: `action_item.assigned`, `action_item.completed`, `ai_note.generated`, `ai_note.shared_to_channel`, `recording.ready`, `recording.changed`, `recording.deleted`, `upload.failed`, `note.changed`, `note.shared`, `decision.made`, `decision.superseded`; for a workspace webhook also `webhook.failing`, `webhook.failed`, `webhook.recovered`. For a user webhook an empty list means `action_item.assigned`, `action_item.completed`, `ai_note.generated`, `ai_note.shared_to_channel`. */
                    enabled_events?: string[] | null;
                    /** @description Free text. */
                    description?: string | null;
                    /**
                     * @description `active` also reactivates a failed one.
                     * @enum {string|null}
                     */
                    status?: "active" | "inactive" | null;
                    /**
                     * @description Replaces all headers; null or `{}` removes them. A new `url` of another origin without `headers` removes them too.
                     * @example {
                     *       "Authorization": "Bearer of-the-gateway"
                     *     }
                     */
                    headers?: {
                        [key: string]: string;
                    } | null;
                    /**
                     * @description Sets these, whether they are there or not, and removes those with null; the others stay. Not beside `headers`.
                     * @example {
                     *       "X-Team": "crm",
                     *       "Authorization": null
                     *     }
                     */
                    change_headers?: {
                        [key: string]: string | null;
                    } | null;
                } | null;
            };
        };
        responses: {
            /** @description Change a webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "wh_1",
                     *         "url": "https://hooks.example.com/minutebook",
                     *         "description": "Tells the CRM",
                     *         "status": "inactive",
                     *         "enabled_events": [
                     *           "ai_note.generated"
                     *         ],
                     *         "scope": "user",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_deliveries: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
                /** @description A JSON object with any of `status`, `event_type`, `created_at_start`, `created_at_end`. All given filters must match. */
                filters?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example wh_1
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": {
                     *         "page_info": {
                     *           "cursor": null,
                     *           "page_size": 20
                     *         },
                     *         "data": [
                     *           {
                     *             "id": "msg_1",
                     *             "event_type": "ai_note.generated",
                     *             "status": "delivered",
                     *             "attempts": 1,
                     *             "created_at": "2026-01-05T09:40:00.000Z",
                     *             "next_attempt_at": null,
                     *             "last_status_code": 200,
                     *             "test": false,
                     *             "recap_title": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        deliveries: {
                            page_info: components["schemas"]["PageInfo"];
                            data: components["schemas"]["Delivery"][];
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_delivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example wh_1
                 */
                webhook_id: string;
                /**
                 * @description Delivery identifier, the `hook-id`.
                 * @example msg_1
                 */
                hook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a delivery */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery": {
                     *         "id": "msg_1",
                     *         "event_type": "ai_note.generated",
                     *         "status": "delivered",
                     *         "attempts": 1,
                     *         "created_at": "2026-01-05T09:40:00.000Z",
                     *         "next_attempt_at": null,
                     *         "last_status_code": 200,
                     *         "test": false,
                     *         "recap_title": null,
                     *         "payload": {
                     *           "event_type": "ai_note.generated",
                     *           "id": "n_1"
                     *         },
                     *         "attempt_log": [
                     *           {
                     *             "number": 1,
                     *             "sent_at": "2026-01-05T09:40:00.012Z",
                     *             "duration_ms": 84,
                     *             "status_code": 200,
                     *             "error": null,
                     *             "response_body": "ok",
                     *             "manual": false
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A delivery with its payload and its attempts. */
                        delivery: {
                            /** @description The `hook-id` that the receiver sees, the same over all attempts. */
                            id: string;
                            /**
                             * @description What happened.
                             * @enum {string}
                             */
                            event_type: "action_item.assigned" | "action_item.completed" | "ai_note.generated" | "ai_note.shared_to_channel" | "recording.ready" | "recording.changed" | "recording.deleted" | "upload.failed" | "note.changed" | "note.shared" | "decision.made" | "decision.superseded" | "webhook.failing" | "webhook.failed" | "webhook.recovered";
                            /**
                             * @description `held` waits until the webhook is active again; `skipped` happened while the webhook was not active; `cancelled` quoted data that was deleted.
                             * @enum {string}
                             */
                            status: "pending" | "delivered" | "failed" | "held" | "skipped" | "cancelled";
                            /** @description Requests that were made so far. */
                            attempts: number;
                            /**
                             * @description When the event happened.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it is tried next; null if no attempt is planned, and during an attempt.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            next_attempt_at: string | null;
                            /** @description Status code of the receiver's last answer; null without an answer. */
                            last_status_code: number | null;
                            /** @description Whether it is a test event that a person requested. */
                            test: boolean;
                            /** @description Of a recap that went to the chat of a channel, its title now; null for other messages, and while the channel does not read it. */
                            recap_title: string | null;
                            /** @description The body as it is sent. */
                            payload: {
                                [key: string]: unknown;
                            } | null;
                            /** @description The newest 100 attempts, in order; `attempts` counts all. */
                            attempt_log: {
                                /** @description From 1. */
                                number: number;
                                /**
                                 * @description When the request was made.
                                 * @example 2026-01-05T09:00:00.000Z
                                 */
                                sent_at: string;
                                /** @description Milliseconds until the answer, or until the attempt was given up. */
                                duration_ms: number;
                                status_code: number | null;
                                /** @description Why there was no answer; null where there was one. */
                                error: string | null;
                                /** @description The first 16 KiB of the answer. */
                                response_body: string | null;
                                /** @description Whether `resend` requested it. */
                                manual: boolean;
                            }[];
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_webhook_statistics: {
        parameters: {
            query?: {
                /** @description How far back, up to now; 1 to 720. */
                hours?: number;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example wh_1
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get statistics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "statistics": {
                     *         "buckets": [
                     *           {
                     *             "start": "2026-01-05T09:00:00.000Z",
                     *             "delivered": 41,
                     *             "failed": 1,
                     *             "skipped": 0,
                     *             "pending": 2,
                     *             "p50_ms": 120,
                     *             "p99_ms": 900
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description For each hour or day, how many of its messages had each result, and how long their attempts took. */
                        statistics: {
                            /** @description One for each hour up to 72 hours, otherwise one for each day; the last one has not ended yet. */
                            buckets: {
                                /**
                                 * @description When the hour or day begins.
                                 * @example 2026-01-05T09:00:00.000Z
                                 */
                                start: string;
                                delivered: number;
                                failed: number;
                                skipped: number;
                                /** @description Waiting, held, or tried again later. */
                                pending: number;
                                /** @description Median duration of the attempts, in milliseconds. */
                                p50_ms: number | null;
                                /** @description 99th percentile of the same. */
                                p99_ms: number | null;
                            }[];
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_resend_delivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example wh_1
                 */
                webhook_id: string;
                /**
                 * @description Delivery identifier, the `hook-id`.
                 * @example msg_1
                 */
                hook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery": {
                     *         "id": "msg_1",
                     *         "event_type": "ai_note.generated",
                     *         "status": "delivered",
                     *         "attempts": 1,
                     *         "created_at": "2026-01-05T09:40:00.000Z",
                     *         "next_attempt_at": null,
                     *         "last_status_code": 200,
                     *         "test": false,
                     *         "recap_title": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        delivery: components["schemas"]["Delivery"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_recover_deliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example wh_1
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-01-05"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-or-date-time
                     * @description Events that happened at or after this. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                     * @example 2026-01-31
                     */
                    since: string;
                    /**
                     * Format: date-or-date-time
                     * @description Events that happened at or before this; without it until now. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                     * @example 2026-01-31
                     */
                    until?: string | null;
                };
            };
        };
        responses: {
            /** @description Recover deliveries */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recovered": 3
                     *     }
                     */
                    "application/json": {
                        /** @description How many messages are recovered. */
                        recovered: number;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_test_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example wh_1
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "ai_note.generated"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What happened.
                     * @enum {string}
                     */
                    event_type: "action_item.assigned" | "action_item.completed" | "ai_note.generated" | "ai_note.shared_to_channel" | "recording.ready" | "recording.changed" | "recording.deleted" | "upload.failed" | "note.changed" | "note.shared" | "decision.made" | "decision.superseded" | "webhook.failing" | "webhook.failed" | "webhook.recovered";
                };
            };
        };
        responses: {
            /** @description Send a test event */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery": {
                     *         "id": "msg_1",
                     *         "event_type": "ai_note.generated",
                     *         "status": "delivered",
                     *         "attempts": 1,
                     *         "created_at": "2026-01-05T09:40:00.000Z",
                     *         "next_attempt_at": null,
                     *         "last_status_code": 200,
                     *         "test": false,
                     *         "recap_title": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        delivery: components["schemas"]["Delivery"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_rotate_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Webhook identifier.
                 * @example wh_1
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 86400
                 *     }
                 */
                "application/json": {
                    /**
                     * @description For how many seconds requests are also signed with the replaced secret.
                     * @default 86400
                     */
                    overlap_seconds?: number | null;
                } | null;
            };
        };
        responses: {
            /** @description Rotate the secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "wh_1",
                     *         "url": "https://hooks.example.com/minutebook",
                     *         "description": "Tells the CRM",
                     *         "status": "active",
                     *         "enabled_events": [
                     *           "ai_note.generated"
                     *         ],
                     *         "scope": "user",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "updated_at": "2026-01-05T09:00:00.000Z",
                     *         "secret": "whsec_d2hhdCBvbmx5IHRoZSB0d28gb2YgdXMgbWF5IGtub3cu"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description A webhook with its secret. */
                        webhook: {
                            /** @description Webhook identifier. */
                            id: string;
                            /** @description Where events are sent to. */
                            url: string;
                            /** @description Free text. */
                            description: string;
                            /**
                             * @description `failed` is set by the service, after five days in which nothing could be delivered.
                             * @enum {string}
                             */
                            status: "active" | "inactive" | "failed";
                            /** @description The types of events to receive: `action_item.assigned`, `action_item.completed`, `ai_note.generated`, `ai_note.shared_to_channel`, `recording.ready`, `recording.changed`, `recording.deleted`, `upload.failed`, `note.changed`, `note.shared`, `decision.made`, `decision.superseded`; for a workspace webhook also `webhook.failing`, `webhook.failed`, `webhook.recovered`. For a user webhook an empty list means `action_item.assigned`, `action_item.completed`, `ai_note.generated`, `ai_note.shared_to_channel`. */
                            enabled_events: string[];
                            /**
                             * @description Which events it receives: `user` those that its owner may see, `workspace` all, `channel` recaps that are published in a channel. The last is changed by `deliver_to` of its channel, and its `url` is only the origin.
                             * @enum {string}
                             */
                            scope: "user" | "workspace" | "channel";
                            /** @description The names of its own headers, if it has any. */
                            header_names?: string[];
                            /**
                             * @description When it was made.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it was last changed.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            updated_at: string;
                            /** @description Verifies signatures. It is shown only this once. */
                            secret: string;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_event_types: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List event types */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_types": [
                     *         {
                     *           "event_type": "action_item.assigned",
                     *           "description": "An action item gained an assignee; sent about 30 seconds after the first change.",
                     *           "user": {
                     *             "schema": {
                     *               "type": "object",
                     *               "required": [
                     *                 "event_type",
                     *                 "id",
                     *                 "text",
                     *                 "assignees",
                     *                 "completion_type",
                     *                 "status",
                     *                 "due_date",
                     *                 "note_id",
                     *                 "ai_generated",
                     *                 "links",
                     *                 "created_at",
                     *                 "updated_at"
                     *               ],
                     *               "properties": {
                     *                 "event_type": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "action_item.assigned"
                     *                   ]
                     *                 },
                     *                 "id": {
                     *                   "type": "string",
                     *                   "description": "Action item identifier."
                     *                 },
                     *                 "text": {
                     *                   "type": "string",
                     *                   "description": "What is to be done."
                     *                 },
                     *                 "assignees": {
                     *                   "type": "array",
                     *                   "items": {
                     *                     "type": "object",
                     *                     "required": [
                     *                       "id",
                     *                       "email",
                     *                       "full_name"
                     *                     ],
                     *                     "properties": {
                     *                       "id": {
                     *                         "type": "string",
                     *                         "description": "Identifier of the person."
                     *                       },
                     *                       "email": {
                     *                         "type": "string",
                     *                         "description": "Their address."
                     *                       },
                     *                       "full_name": {
                     *                         "type": "string",
                     *                         "description": "Their name."
                     *                       }
                     *                     },
                     *                     "description": "A person with an account.",
                     *                     "examples": [
                     *                       {
                     *                         "id": "u_ada",
                     *                         "email": "ada@acme.test",
                     *                         "full_name": "Ada Moreau"
                     *                       }
                     *                     ]
                     *                   }
                     *                 },
                     *                 "completion_type": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "any",
                     *                     "all"
                     *                   ],
                     *                   "description": "`any`: one assignee can complete it; `all`: all must."
                     *                 },
                     *                 "status": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "Incomplete",
                     *                     "Done",
                     *                     "Archived"
                     *                   ]
                     *                 },
                     *                 "due_date": {
                     *                   "type": [
                     *                     "string",
                     *                     "null"
                     *                   ],
                     *                   "description": "`YYYY-MM-DD`."
                     *                 },
                     *                 "note_id": {
                     *                   "type": [
                     *                     "string",
                     *                     "null"
                     *                   ],
                     *                   "description": "The note it belongs to; null without one."
                     *                 },
                     *                 "ai_generated": {
                     *                   "type": "boolean",
                     *                   "description": "Whether AI notes found it."
                     *                 },
                     *                 "links": {
                     *                   "type": "array",
                     *                   "items": {
                     *                     "type": "object",
                     *                     "required": [
                     *                       "system",
                     *                       "key",
                     *                       "url"
                     *                     ],
                     *                     "properties": {
                     *                       "system": {
                     *                         "type": "string",
                     *                         "description": "The other system.",
                     *                         "examples": [
                     *                           "GitHub"
                     *                         ]
                     *                       },
                     *                       "key": {
                     *                         "type": "string",
                     *                         "description": "What people call it there.",
                     *                         "examples": [
                     *                           "acme/app#12"
                     *                         ]
                     *                       },
                     *                       "url": {
                     *                         "type": "string",
                     *                         "description": "Its page there, by HTTPS and without a user name or password.",
                     *                         "examples": [
                     *                           "https://github.com/acme/app/issues/12"
                     *                         ]
                     *                       },
                     *                       "state": {
                     *                         "type": "string",
                     *                         "description": "How it stands there, in the words of that system.",
                     *                         "examples": [
                     *                           "open"
                     *                         ]
                     *                       }
                     *                     }
                     *                   },
                     *                   "description": "The same thing in other systems, such as its issue in a tracker, in the order that people gave."
                     *                 },
                     *                 "created_at": {
                     *                   "type": "string",
                     *                   "description": "In UTC.",
                     *                   "examples": [
                     *                     "2026-01-05T09:10:00.000+00:00"
                     *                   ]
                     *                 },
                     *                 "updated_at": {
                     *                   "type": "string",
                     *                   "description": "In UTC.",
                     *                   "examples": [
                     *                     "2026-01-05T09:10:00.000+00:00"
                     *                   ]
                     *                 },
                     *                 "test": {
                     *                   "type": "boolean",
                     *                   "description": "Only on test events: nothing happened.",
                     *                   "enum": [
                     *                     true
                     *                   ]
                     *                 }
                     *               },
                     *               "additionalProperties": false
                     *             },
                     *             "example": {
                     *               "event_type": "action_item.assigned",
                     *               "id": "ai_1",
                     *               "text": "Send the deck",
                     *               "assignees": [
                     *                 {
                     *                   "id": "u_ada",
                     *                   "email": "ada@acme.test",
                     *                   "full_name": "Ada Moreau"
                     *                 }
                     *               ],
                     *               "completion_type": "any",
                     *               "status": "Incomplete",
                     *               "due_date": "2026-01-09",
                     *               "note_id": "n_1",
                     *               "ai_generated": false,
                     *               "links": [
                     *                 {
                     *                   "system": "GitHub",
                     *                   "key": "acme/app#12",
                     *                   "url": "https://github.com/acme/app/issues/12",
                     *                   "state": "open"
                     *                 }
                     *               ],
                     *               "created_at": "2026-01-05T09:10:00.000+00:00",
                     *               "updated_at": "2026-01-05T09:10:00.000+00:00"
                     *             }
                     *           },
                     *           "workspace": {
                     *             "schema": {
                     *               "type": "object",
                     *               "required": [
                     *                 "event_type",
                     *                 "id",
                     *                 "text",
                     *                 "assignees",
                     *                 "completion_type",
                     *                 "status",
                     *                 "due_date",
                     *                 "note_id",
                     *                 "ai_generated",
                     *                 "links",
                     *                 "created_at",
                     *                 "updated_at",
                     *                 "scope"
                     *               ],
                     *               "properties": {
                     *                 "event_type": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "action_item.assigned"
                     *                   ]
                     *                 },
                     *                 "id": {
                     *                   "type": "string",
                     *                   "description": "Action item identifier."
                     *                 },
                     *                 "text": {
                     *                   "type": "string",
                     *                   "description": "What is to be done."
                     *                 },
                     *                 "assignees": {
                     *                   "type": "array",
                     *                   "items": {
                     *                     "type": "object",
                     *                     "required": [
                     *                       "id",
                     *                       "email",
                     *                       "full_name"
                     *                     ],
                     *                     "properties": {
                     *                       "id": {
                     *                         "type": "string",
                     *                         "description": "Identifier of the person."
                     *                       },
                     *                       "email": {
                     *                         "type": "string",
                     *                         "description": "Their address."
                     *                       },
                     *                       "full_name": {
                     *                         "type": "string",
                     *                         "description": "Their name."
                     *                       }
                     *                     },
                     *                     "description": "A person with an account.",
                     *                     "examples": [
                     *                       {
                     *                         "id": "u_ada",
                     *                         "email": "ada@acme.test",
                     *                         "full_name": "Ada Moreau"
                     *                       }
                     *                     ]
                     *                   }
                     *                 },
                     *                 "completion_type": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "any",
                     *                     "all"
                     *                   ],
                     *                   "description": "`any`: one assignee can complete it; `all`: all must."
                     *                 },
                     *                 "status": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "Incomplete",
                     *                     "Done",
                     *                     "Archived"
                     *                   ]
                     *                 },
                     *                 "due_date": {
                     *                   "type": [
                     *                     "string",
                     *                     "null"
                     *                   ],
                     *                   "description": "`YYYY-MM-DD`."
                     *                 },
                     *                 "note_id": {
                     *                   "type": [
                     *                     "string",
                     *                     "null"
                     *                   ],
                     *                   "description": "The note it belongs to; null without one."
                     *                 },
                     *                 "ai_generated": {
                     *                   "type": "boolean",
                     *                   "description": "Whether AI notes found it."
                     *                 },
                     *                 "links": {
                     *                   "type": "array",
                     *                   "items": {
                     *                     "type": "object",
                     *                     "required": [
                     *                       "system",
                     *                       "key",
                     *                       "url"
                     *                     ],
                     *                     "properties": {
                     *                       "system": {
                     *                         "type": "string",
                     *                         "description": "The other system.",
                     *                         "examples": [
                     *                           "GitHub"
                     *                         ]
                     *                       },
                     *                       "key": {
                     *                         "type": "string",
                     *                         "description": "What people call it there.",
                     *                         "examples": [
                     *                           "acme/app#12"
                     *                         ]
                     *                       },
                     *                       "url": {
                     *                         "type": "string",
                     *                         "description": "Its page there, by HTTPS and without a user name or password.",
                     *                         "examples": [
                     *                           "https://github.com/acme/app/issues/12"
                     *                         ]
                     *                       },
                     *                       "state": {
                     *                         "type": "string",
                     *                         "description": "How it stands there, in the words of that system.",
                     *                         "examples": [
                     *                           "open"
                     *                         ]
                     *                       }
                     *                     }
                     *                   },
                     *                   "description": "The same thing in other systems, such as its issue in a tracker, in the order that people gave."
                     *                 },
                     *                 "created_at": {
                     *                   "type": "string",
                     *                   "description": "In UTC.",
                     *                   "examples": [
                     *                     "2026-01-05T09:10:00.000+00:00"
                     *                   ]
                     *                 },
                     *                 "updated_at": {
                     *                   "type": "string",
                     *                   "description": "In UTC.",
                     *                   "examples": [
                     *                     "2026-01-05T09:10:00.000+00:00"
                     *                   ]
                     *                 },
                     *                 "scope": {
                     *                   "type": "string",
                     *                   "enum": [
                     *                     "workspace"
                     *                   ]
                     *                 },
                     *                 "test": {
                     *                   "type": "boolean",
                     *                   "description": "Only on test events: nothing happened.",
                     *                   "enum": [
                     *                     true
                     *                   ]
                     *                 }
                     *               },
                     *               "additionalProperties": false
                     *             },
                     *             "example": {
                     *               "event_type": "action_item.assigned",
                     *               "id": "ai_1",
                     *               "text": "Send the deck",
                     *               "assignees": [
                     *                 {
                     *                   "id": "u_ada",
                     *                   "email": "ada@acme.test",
                     *                   "full_name": "Ada Moreau"
                     *                 }
                     *               ],
                     *               "completion_type": "any",
                     *               "status": "Incomplete",
                     *               "due_date": "2026-01-09",
                     *               "note_id": "n_1",
                     *               "ai_generated": false,
                     *               "links": [
                     *                 {
                     *                   "system": "GitHub",
                     *                   "key": "acme/app#12",
                     *                   "url": "https://github.com/acme/app/issues/12",
                     *                   "state": "open"
                     *                 }
                     *               ],
                     *               "created_at": "2026-01-05T09:10:00.000+00:00",
                     *               "updated_at": "2026-01-05T09:10:00.000+00:00",
                     *               "scope": "workspace"
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        event_types: {
                            /** @enum {string} */
                            event_type: "action_item.assigned" | "action_item.completed" | "ai_note.generated" | "ai_note.shared_to_channel" | "recording.ready" | "recording.changed" | "recording.deleted" | "upload.failed" | "note.changed" | "note.shared" | "decision.made" | "decision.superseded" | "webhook.failing" | "webhook.failed" | "webhook.recovered";
                            description: string;
                            /** @description Absent if only workspace webhooks receive the event. */
                            user?: {
                                /** @description JSON Schema. */
                                schema: {
                                    [key: string]: unknown;
                                };
                                example: {
                                    [key: string]: unknown;
                                };
                            };
                            workspace: {
                                /** @description JSON Schema. */
                                schema: {
                                    [key: string]: unknown;
                                };
                                example: {
                                    [key: string]: unknown;
                                };
                            };
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_listen_to_events: {
        parameters: {
            query?: {
                /**
                 * @description A comma-separated list of types, as a user webhook names them. Without it those of an empty list: `action_item.assigned`, `action_item.completed`, `ai_note.generated`, `ai_note.shared_to_channel`.
                 * @example ai_note.generated,recording.ready
                 */
                enabled_events?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /** @description The last `id` received, not older than 15 minutes: the answer continues after it. Without it, the answer begins with the next event. An event named `gap` comes first if some may be missing. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Listen to events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example : listening
                     *     id: MTZqMXE0Yi5ldmVudHMuMTc2ODA0NjQwMDAwMC43
                     *
                     *     id: MWh2N2RxZS5ldmVudHMuMTc2ODA0NjQwMDAwMC44
                     *     data: {"event_type":"ai_note.generated","id":"n_1", …}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_search: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "launch \"in March\" -draft",
                 *       "filters": {
                 *         "kinds": [
                 *           "transcript",
                 *           "ai_notes"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Words in any order, `"a phrase"`, `-without`, `prefix*`, or a question in plain language. Case and accents do not matter; words are found in their other forms too. The first 60 words count; all `prefix*` together stand for 1,000 words; of a word that a document has more than 10,000 times, the first ones count.
                     * @example what did we decide about the launch?
                     */
                    query: string;
                    /**
                     * @description Where to search; all given filters must match.
                     * @example {
                     *       "kinds": [
                     *         "transcript"
                     *       ],
                     *       "speaker": "Ada"
                     *     }
                     */
                    filters?: {
                        /** @description Kinds of passages to search; all without it. */
                        kinds?: ("title" | "agenda" | "action_item" | "decision" | "ai_notes" | "transcript")[] | null;
                        /** @description In this note, its recordings, its items and its decisions. */
                        note_id?: string | null;
                        /** @description In this recording. */
                        recording_id?: string | null;
                        /** @description In notes and recordings that are published in this channel, their items and decisions. */
                        channel_id?: string | null;
                        /**
                         * @description In meetings of this series.
                         * @example se_w
                         */
                        series_id?: string | null;
                        /**
                         * @description An address, or up to 20 of them: all must be invited to the event, each person by any address of their account. Case does not matter.
                         * @example [
                         *       "ada@acme.test",
                         *       "guest@elsewhere.test"
                         *     ]
                         */
                        event_attendees?: string | string[] | null;
                        /** @description Transcripts where this person speaks; a snippet begins with their words. Case does not matter. */
                        speaker?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Meetings that start at or after this; without an event the creation counts. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        start_at?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Meetings that start at or before this. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        end_at?: string | null;
                    } | null;
                    /**
                     * @description The best first, or the latest meeting first.
                     * @default relevance
                     * @enum {string|null}
                     */
                    order_by?: "relevance" | "newest" | null;
                    /**
                     * @description Which page (spec 2.6).
                     * @example {
                     *       "page_size": 20
                     *     }
                     */
                    pagination?: {
                        /** @description The `cursor` of the page before; without it the first page. */
                        cursor?: string | null;
                        /**
                         * @description Rows in a page, 1 to 50.
                         * @default 20
                         */
                        page_size?: number | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Search */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "kind": "transcript",
                     *           "note_id": "n_1",
                     *           "recording_id": "r_1",
                     *           "action_item_id": null,
                     *           "decision_id": null,
                     *           "title": "Launch",
                     *           "event_start": "2026-01-05T09:00:00.000Z",
                     *           "created_at": "2026-01-05T10:00:00.000Z",
                     *           "speaker": "Ada",
                     *           "start_time": 61.5,
                     *           "end_time": 118,
                     *           "snippet": {
                     *             "text": "So we launch in March.",
                     *             "hits": [
                     *               [
                     *                 6,
                     *                 12
                     *               ]
                     *             ]
                     *           },
                     *           "score": 7.31
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: components["schemas"]["SearchHit"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_ask: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "question": "When do we launch, and who said so?",
                 *       "filters": {
                 *         "series_id": "se_w"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A question in plain language; `"a phrase"` and `-without` narrow it, as in a search.
                     * @example When do we launch, and who said so?
                     */
                    question: string;
                    /**
                     * @description Where to search; all given filters must match.
                     * @example {
                     *       "kinds": [
                     *         "transcript"
                     *       ],
                     *       "speaker": "Ada"
                     *     }
                     */
                    filters?: {
                        /** @description Kinds of passages to search; all without it. */
                        kinds?: ("title" | "agenda" | "action_item" | "decision" | "ai_notes" | "transcript")[] | null;
                        /** @description In this note, its recordings, its items and its decisions. */
                        note_id?: string | null;
                        /** @description In this recording. */
                        recording_id?: string | null;
                        /** @description In notes and recordings that are published in this channel, their items and decisions. */
                        channel_id?: string | null;
                        /**
                         * @description In meetings of this series.
                         * @example se_w
                         */
                        series_id?: string | null;
                        /**
                         * @description An address, or up to 20 of them: all must be invited to the event, each person by any address of their account. Case does not matter.
                         * @example [
                         *       "ada@acme.test",
                         *       "guest@elsewhere.test"
                         *     ]
                         */
                        event_attendees?: string | string[] | null;
                        /** @description Transcripts where this person speaks; a snippet begins with their words. Case does not matter. */
                        speaker?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Meetings that start at or after this; without an event the creation counts. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        start_at?: string | null;
                        /**
                         * Format: date-or-date-time
                         * @description Meetings that start at or before this. A date, a time in UTC or a time with an offset: `2026-01-31`, `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+01:00`.
                         * @example 2026-01-31
                         */
                        end_at?: string | null;
                    } | null;
                    /** @description For a question that follows others: the last ones and their answers, oldest first. They are not stored. */
                    turns?: {
                        /** @description What was asked. */
                        question: string;
                        /** @description What was answered. */
                        answer?: string | null;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description Ask */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "answer": "Ada said that the launch is in March. [1]",
                     *       "reason": null,
                     *       "citations": [
                     *         {
                     *           "n": 1,
                     *           "kind": "transcript",
                     *           "note_id": "n_1",
                     *           "recording_id": "r_1",
                     *           "action_item_id": null,
                     *           "decision": null,
                     *           "title": "Launch",
                     *           "event_start": "2026-01-05T09:00:00.000Z",
                     *           "speaker": "Ada",
                     *           "start_time": 61.5,
                     *           "quote": "So we launch in March.",
                     *           "url": "https://meetings.example.com/recap/r_1?t=61"
                     *         }
                     *       ],
                     *       "generated_by": "gpt-4o-mini",
                     *       "usage": {
                     *         "requests": 1,
                     *         "input_tokens": 5120,
                     *         "output_tokens": 88,
                     *         "seconds": 2.1,
                     *         "questions_today": 4,
                     *         "questions_limit": 100,
                     *         "llm_tokens_this_month": 412300,
                     *         "llm_tokens_limit": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description Sentences that end in the number of their citation, such as `[1]`; a sentence that says so if nothing was found; null without a language model. */
                        answer: string | null;
                        /** @description Why there is no answer, in a sentence; null if there is one. */
                        reason: string | null;
                        /** @description Of the sentences; without a language model decisions that stand, those that were superseded, and the best passages. Empty if nothing was found. */
                        citations: {
                            /** @description The number in brackets at the end of sentences of the answer. */
                            n: number;
                            /** @enum {string} */
                            kind: "title" | "agenda" | "action_item" | "decision" | "ai_notes" | "transcript";
                            /** @description Null for an action item without a note. */
                            note_id: string | null;
                            recording_id: string | null;
                            action_item_id: string | null;
                            decision: {
                                id: string;
                                /**
                                 * @description Whether it still stands.
                                 * @enum {string}
                                 */
                                status: "stands" | "superseded" | "withdrawn";
                                /** @description The decision that replaced it; null if there is none that you may see. */
                                superseded_by: string | null;
                            } | null;
                            /** @description The title of the note or recording; empty if you see none. */
                            title: string;
                            /**
                             * @description When the meeting starts.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            event_start: string | null;
                            /** @description Who says it. */
                            speaker: string | null;
                            /** @description Seconds from the start of the recording. */
                            start_time: number | null;
                            /** @description It stands in the source word for word. */
                            quote: string;
                            /** @description The page for people, at this moment. */
                            url: string;
                        }[];
                        /** @description The model that wrote the answer; null if none did. */
                        generated_by: string | null;
                        /** @description What the answer took, and what is left. */
                        usage: {
                            /** @description Requests to the language model; 0 without one. */
                            requests: number;
                            /** @description Tokens that it read; null if it does not count them. */
                            input_tokens: number | null;
                            /** @description Tokens that it wrote. */
                            output_tokens: number | null;
                            /** @description From the first request to the last response. */
                            seconds: number;
                            /** @description Questions that you have asked it today (UTC). */
                            questions_today: number;
                            /** @description How many you may ask in a day; null is no limit. */
                            questions_limit: number | null;
                            /** @description Tokens that it used for the workspace in this month (UTC), for notes too. */
                            llm_tokens_this_month: number;
                            /** @description How many it may use in a month; null is no limit. */
                            llm_tokens_limit: number | null;
                        };
                    };
                    "text/event-stream": string;
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_brief: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Note identifier.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a brief */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "brief": {
                     *         "series_id": "se_w",
                     *         "last_time": [
                     *           {
                     *             "id": "dec_1",
                     *             "text": "We rent the hall",
                     *             "quote": "Let us rent the hall.",
                     *             "speaker": "Ada Moreau",
                     *             "start_time": 61.5,
                     *             "note_id": "n_1",
                     *             "recording_id": "r_1",
                     *             "title": "Weekly 5 Jan",
                     *             "made_at": "2026-01-05T09:00:00.000Z",
                     *             "status": "stands",
                     *             "superseded_by": null,
                     *             "supersedes": [
                     *               "dec_0"
                     *             ],
                     *             "proposals": [],
                     *             "detected": true,
                     *             "by": null,
                     *             "created_at": "2026-01-05T09:40:00.000Z",
                     *             "updated_at": "2026-01-05T09:40:00.000Z"
                     *           }
                     *         ],
                     *         "standing": [],
                     *         "decisions": [
                     *           {
                     *             "text": "We launch in March.",
                     *             "note_id": "n_1",
                     *             "recording_id": "r_1",
                     *             "title": "Weekly 5 Jan",
                     *             "event_start": "2026-01-05T09:00:00.000Z",
                     *             "start_time": 61,
                     *             "url": "https://meetings.example.com/recap/r_1?t=61"
                     *           }
                     *         ],
                     *         "open_items": [
                     *           {
                     *             "item": {
                     *               "id": "ai_1",
                     *               "text": "Send the deck",
                     *               "assignees": [
                     *                 {
                     *                   "id": "u_ada",
                     *                   "email": "ada@acme.test",
                     *                   "full_name": "Ada Moreau"
                     *                 }
                     *               ],
                     *               "completion_type": "any",
                     *               "status": "Incomplete",
                     *               "due_date": "2026-01-09",
                     *               "note_id": "n_1",
                     *               "ai_detected": false,
                     *               "ai_suggestion_accepted_by_user": null,
                     *               "completed_by": [],
                     *               "wont_do": false,
                     *               "recording_offset": null,
                     *               "links": [
                     *                 {
                     *                   "system": "GitHub",
                     *                   "key": "acme/app#12",
                     *                   "url": "https://github.com/acme/app/issues/12",
                     *                   "state": "open"
                     *                 }
                     *               ],
                     *               "created_at": "2026-01-05T09:10:00.000+00:00",
                     *               "updated_at": "2026-01-05T09:10:00.000+00:00"
                     *             },
                     *             "title": "Weekly 5 Jan",
                     *             "event_start": "2026-01-05T09:00:00.000Z",
                     *             "url": "https://meetings.example.com/note/n_1"
                     *           }
                     *         ],
                     *         "open_questions": [
                     *           {
                     *             "text": "Who tells the customers?",
                     *             "note_id": "n_1",
                     *             "recording_id": "r_1",
                     *             "title": "Weekly 5 Jan",
                     *             "event_start": "2026-01-05T09:00:00.000Z",
                     *             "start_time": 140,
                     *             "url": "https://meetings.example.com/recap/r_1?t=140"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        brief: components["schemas"]["Brief"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_follow_changes: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous answer; without it everything that the caller sees comes first. */
                cursor?: string;
                /**
                 * @description A comma-separated list of `note`, `recording`, `action_item` and `decision`; all without it. A cursor keeps its kinds.
                 * @example note,recording
                 */
                kinds?: string;
                /** @description Without a cursor: `false` leaves out the first copy and begins with what changes from now on. A cursor keeps this choice. */
                copy?: boolean;
                /** @description Changes at most, 1 to 200. */
                page_size?: number;
                /** @description Seconds to wait for a change if there is none, 0 to 30. */
                wait?: number;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Follow what changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": "bWF0Y2g…",
                     *         "page_size": 100,
                     *         "has_more": false
                     *       },
                     *       "data": [
                     *         {
                     *           "kind": "note",
                     *           "id": "n_1",
                     *           "change": "changed",
                     *           "at": "2026-01-05T09:10:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: {
                            /** @description Send it with the next request, also if nothing follows yet. */
                            cursor: string;
                            /** @description The page size that was used. */
                            page_size: number;
                            /** @description More follows already: send the next request at once. A page may be empty then. */
                            has_more: boolean;
                        };
                        data: components["schemas"]["Change"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_engines: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the engines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transcription": {
                     *         "kind": "local",
                     *         "model": "parakeet-tdt-0.6b-v3",
                     *         "languages": "25 European languages",
                     *         "speakers": false
                     *       },
                     *       "notes": {
                     *         "kind": "embedded",
                     *         "model": null
                     *       },
                     *       "embeddings": {
                     *         "kind": "openai",
                     *         "model": "all-minilm"
                     *       },
                     *       "models": [
                     *         {
                     *           "name": "silero-vad",
                     *           "purpose": "detector",
                     *           "licence": "MIT",
                     *           "bytes": 2327524
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        transcription: {
                            /** @description `local` works on this machine, `embedded` without a model, others by a service. */
                            kind: string;
                            /** @description Its model; null if the service chooses, or there is none. */
                            model: string | null;
                            /** @description For people; null if unknown. */
                            languages: string | null;
                            /** @description Whether it tells speakers apart. */
                            speakers: boolean;
                        } | null;
                        notes: {
                            /** @description `local` works on this machine, `embedded` without a model, others by a service. */
                            kind: string;
                            /** @description Its model; null if the service chooses, or there is none. */
                            model: string | null;
                        };
                        embeddings: {
                            /** @description `local` works on this machine, `embedded` without a model, others by a service. */
                            kind: string;
                            /** @description Its model; null if the service chooses, or there is none. */
                            model: string | null;
                        } | null;
                        /** @description Installed on this machine; not all of them are used. */
                        models: {
                            name: string;
                            /** @description `words` and `detector` transcribe; `segmentation` and `voices` tell speakers apart; `notes` writes. */
                            purpose: string;
                            /** @description Null for files that an operator brought. */
                            licence: string | null;
                            /** @description Of its files. */
                            bytes: number;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_models: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the models of the machine */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from_console": true,
                     *       "installing": {
                     *         "name": "speech-small",
                     *         "model": "parakeet-tdt-110m.en",
                     *         "stage": "downloading",
                     *         "bytes": 54017547,
                     *         "of": 157578346
                     *       },
                     *       "failed": null,
                     *       "free_bytes": 20000000000,
                     *       "memory_bytes": 4000000000,
                     *       "ffmpeg": true,
                     *       "language_library": false,
                     *       "sets": [
                     *         {
                     *           "name": "speech-small",
                     *           "command": "npx --no minutebook models add speech-small",
                     *           "models": [
                     *             "parakeet-tdt-110m.en",
                     *             "silero-vad",
                     *             "pyannote-segmentation-3.0",
                     *             "titanet-small"
                     *           ],
                     *           "languages": "English",
                     *           "licences": [
                     *             "CC-BY-4.0",
                     *             "MIT"
                     *           ],
                     *           "download_bytes": 157578346,
                     *           "disk_bytes": 185068141,
                     *           "memory_bytes": 877602212,
                     *           "recommended": true,
                     *           "installed": false
                     *         }
                     *       ],
                     *       "models": [
                     *         {
                     *           "name": "silero-vad",
                     *           "purpose": "detector",
                     *           "licence": "MIT",
                     *           "disk_bytes": 2327524,
                     *           "languages": "any",
                     *           "download_bytes": 2327524,
                     *           "installed": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description MODELS_FROM_CONSOLE: administrators may install and remove models; not where another installation is seen in their folder. */
                        from_console: boolean;
                        installing: {
                            /** @description What was asked for. */
                            name: string;
                            /** @description The model that is at its turn. */
                            model: string;
                            /**
                             * @description `waiting` for the first bytes, or for another change of the models; `checking` and unpacking.
                             * @enum {string}
                             */
                            stage: "waiting" | "downloading" | "checking";
                            /** @description Downloaded of all. */
                            bytes: number;
                            of: number;
                        } | null;
                        /** @description The last one that could not be installed, until the next one begins. */
                        failed: {
                            name: string;
                            /** @description A sentence. */
                            reason: string;
                        } | null;
                        /** @description On the disk of the models. */
                        free_bytes: number;
                        /** @description Of the machine, or of its container. */
                        memory_bytes: number;
                        /** @description It is there, without which no recording is decoded; only the operator installs it. */
                        ffmpeg: boolean;
                        /** @description node-llama-cpp is there, without which no language model works; only the operator installs it. */
                        language_library: boolean;
                        /** @description What a task needs together. */
                        sets: {
                            name: string;
                            /** @description What the operator types for it. */
                            command: string;
                            models: string[];
                            /** @description For people. */
                            languages: string;
                            licences: string[];
                            download_bytes: number;
                            /** @description Of its files, once installed. */
                            disk_bytes: number;
                            /** @description About what its process takes while it works. */
                            memory_bytes: number;
                            /** @description The set to install here, by the memory of the machine. */
                            recommended: boolean;
                            /** @description All of its models are. */
                            installed: boolean;
                        }[];
                        /** @description Those of the catalogue, then others that are installed. */
                        models: {
                            name: string;
                            /** @description `words` and `detector` transcribe; `segmentation` and `voices` tell speakers apart; `notes` writes. */
                            purpose: string;
                            /** @description Null for files that an operator brought. */
                            licence: string | null;
                            /** @description Of its files. */
                            disk_bytes: number;
                            /** @description For people; null for files that an operator brought. */
                            languages: string | null;
                            download_bytes: number | null;
                            installed: boolean;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_add_model: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "speech-small"
                 *     }
                 */
                "application/json": {
                    /** @description Of a model; to add also of models that belong together, such as `speech`. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Install a model */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "installing": {
                     *         "name": "speech-small",
                     *         "model": "parakeet-tdt-110m.en",
                     *         "stage": "downloading",
                     *         "bytes": 54017547,
                     *         "of": 157578346
                     *       }
                     *     }
                     */
                    "application/json": {
                        installing: {
                            /** @description What was asked for. */
                            name: string;
                            /** @description The model that is at its turn. */
                            model: string;
                            /**
                             * @description `waiting` for the first bytes, or for another change of the models; `checking` and unpacking.
                             * @enum {string}
                             */
                            stage: "waiting" | "downloading" | "checking";
                            /** @description Downloaded of all. */
                            bytes: number;
                            of: number;
                        } | null;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_cancel_model: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancel the installation of a model */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_remove_model: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "silero-vad"
                 *     }
                 */
                "application/json": {
                    /** @description Of a model; to add also of models that belong together, such as `speech`. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Remove a model */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_recorders: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List recorders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "rec_1",
                     *           "kind": "zoom",
                     *           "url": "https://acme.meetings.example.com/recorders/zoom/rec_1",
                     *           "takes": "transcript",
                     *           "tenant_id": null,
                     *           "client_id": null,
                     *           "push_account": null,
                     *           "topic": null,
                     *           "base_url": null,
                     *           "sends_bots": false,
                     *           "subscribed_until": null,
                     *           "user_id": "u_ada",
                     *           "active": true,
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "last_event_at": null,
                     *           "last_error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Recorder"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_recorder: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "zoom",
                 *       "secret": "kx2dF1c9QtW7",
                 *       "takes": "transcript",
                 *       "user": "ada@acme.test"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The service.
                     * @enum {string}
                     */
                    kind: "zoom" | "teams" | "meet" | "vexa" | "attendee" | "bigbluebutton";
                    /** @description Zoom: the secret token that signs its requests. Vexa and Attendee: the secret of the webhook. Teams: the client secret. BigBlueButton: the shared secret of the server. Meet: the key of the service account, as JSON. Kept sealed and never shown. */
                    secret: string;
                    /**
                     * @description transcript: the transcript of the service, for Vexa and Attendee with the audio or video. media: only the media, which are transcribed here; the only choice for BigBlueButton.
                     * @enum {string|null}
                     */
                    takes?: "transcript" | "media" | null;
                    /** @description Id or e-mail of the person who gets the recordings of hosts without an account here. With null they are not imported. Meet: required, because requests to Google act as this person. */
                    user?: string | null;
                    /**
                     * @description Teams: the directory (tenant) id.
                     * @example 11aa22bb-33cc-44dd-55ee-66ff77aa88bb
                     */
                    tenant_id?: string | null;
                    /** @description Teams: the application (client) id. */
                    client_id?: string | null;
                    /**
                     * Format: email
                     * @description Meet: the e-mail of the service account that signs the requests of Pub/Sub.
                     */
                    push_account?: string | null;
                    /** @description Meet: the topic of Pub/Sub that Google writes events to, as `projects/acme/topics/minutebook`. */
                    topic?: string | null;
                    /** @description Vexa, Attendee and BigBlueButton: the address of their API, `https://…`, without the path of a request. */
                    base_url?: string | null;
                    /** @description Vexa and Attendee: the key for their API. Kept sealed and never shown. */
                    api_key?: string | null;
                    /** @description Vexa and Attendee: whether attendees may send its bots into calls. False unless it is given. */
                    sends_bots?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Add a recorder */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recorder": {
                     *         "id": "rec_1",
                     *         "kind": "zoom",
                     *         "url": "https://acme.meetings.example.com/recorders/zoom/rec_1",
                     *         "takes": "transcript",
                     *         "tenant_id": null,
                     *         "client_id": null,
                     *         "push_account": null,
                     *         "topic": null,
                     *         "base_url": null,
                     *         "sends_bots": false,
                     *         "subscribed_until": null,
                     *         "user_id": "u_ada",
                     *         "active": true,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "last_event_at": null,
                     *         "last_error": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        recorder: components["schemas"]["Recorder"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_remove_recorder: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the recorder.
                 * @example rec_1
                 */
                recorder_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a recorder */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recorder_id": "rec_1",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        recorder_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_change_recorder: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the recorder.
                 * @example rec_1
                 */
                recorder_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "takes": "media"
                 *     }
                 */
                "application/json": {
                    /** @description Zoom: the secret token that signs its requests. Vexa and Attendee: the secret of the webhook. Teams: the client secret. BigBlueButton: the shared secret of the server. Meet: the key of the service account, as JSON. Kept sealed and never shown. */
                    secret?: string | null;
                    /** @description Vexa and Attendee: the key for their API. Kept sealed and never shown. */
                    api_key?: string | null;
                    /**
                     * @description transcript: the transcript of the service, for Vexa and Attendee with the audio or video. media: only the media, which are transcribed here; the only choice for BigBlueButton.
                     * @enum {string|null}
                     */
                    takes?: "transcript" | "media" | null;
                    /** @description Id or e-mail of the person who gets the recordings of hosts without an account here. With null they are not imported. Meet: required, because requests to Google act as this person. */
                    user?: string | null;
                    active?: boolean | null;
                    /** @description Vexa and Attendee: whether attendees may send its bots into calls. False unless it is given. */
                    sends_bots?: boolean | null;
                } | null;
            };
        };
        responses: {
            /** @description Change a recorder */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recorder": {
                     *         "id": "rec_1",
                     *         "kind": "zoom",
                     *         "url": "https://acme.meetings.example.com/recorders/zoom/rec_1",
                     *         "takes": "transcript",
                     *         "tenant_id": null,
                     *         "client_id": null,
                     *         "push_account": null,
                     *         "topic": null,
                     *         "base_url": null,
                     *         "sends_bots": false,
                     *         "subscribed_until": null,
                     *         "user_id": "u_ada",
                     *         "active": true,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "last_event_at": null,
                     *         "last_error": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        recorder: components["schemas"]["Recorder"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_retrieve_note_bot: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the note.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read which bot is in the call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bot": {
                     *         "id": "bot_weIAju4OXNZkDTpZ",
                     *         "kind": "attendee",
                     *         "user_id": "u_ada",
                     *         "sent_at": "2026-01-05T08:58:00.000Z"
                     *       },
                     *       "name": "Minutebook of Ada Moreau",
                     *       "may_send": false,
                     *       "may_withdraw": true
                     *     }
                     */
                    "application/json": {
                        bot: components["schemas"]["Bot"];
                        /** @description What the bot is called in the call: that of the caller, if none was sent. */
                        name: string;
                        /** @description Whether the caller can send a bot now. */
                        may_send: boolean;
                        /** @description Whether the caller can withdraw the bot. */
                        may_withdraw: boolean;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_send_note_bot: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the note.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a bot into the call */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bot": {
                     *         "id": "bot_weIAju4OXNZkDTpZ",
                     *         "kind": "attendee",
                     *         "user_id": "u_ada",
                     *         "sent_at": "2026-01-05T08:58:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        bot: components["schemas"]["Bot"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_withdraw_note_bot: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the note.
                 * @example n_1
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdraw the bot from the call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "note_id": "n_1",
                     *       "withdrawn": true
                     *     }
                     */
                    "application/json": {
                        note_id: string;
                        /** @enum {boolean} */
                        withdrawn: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_import_calendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://calendar.example.com/private-0a1b2c/basic.ics"
                 *     }
                 */
                "application/json": {
                    /** @description A feed to read now and every 15 minutes from now on: an HTTPS address. */
                    url?: string | null;
                };
                /**
                 * @example BEGIN:VCALENDAR
                 *     VERSION:2.0
                 *     PRODID:-//Acme//Calendar//EN
                 *     BEGIN:VEVENT
                 *     UID:standup@acme.test
                 *     DTSTAMP:20260101T080000Z
                 *     DTSTART;TZID=Europe/Berlin:20260112T093000
                 *     DURATION:PT15M
                 *     RRULE:FREQ=WEEKLY;COUNT=2
                 *     SUMMARY:Stand-up
                 *     CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example.com/standup
                 *     ORGANIZER;CN=Ada Moreau:mailto:ada@acme.test
                 *     ATTENDEE;CN=Ada Moreau:mailto:ada@acme.test
                 *     ATTENDEE;CN=Bo Lindqvist:mailto:bo@acme.test
                 *     END:VEVENT
                 *     END:VCALENDAR
                 */
                "text/calendar": string;
            };
        };
        responses: {
            /** @description Import a calendar */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events_created": 2,
                     *       "events_updated": 0,
                     *       "events_cancelled": 0,
                     *       "events_skipped": 1,
                     *       "notes_created": 2,
                     *       "problems": [
                     *         "line 18: VEVENT launch@acme.test: the time zone Mars/Olympus of DTSTART at line 20 is not known"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        events_created: number;
                        /** @description Known events that were changed. */
                        events_updated: number;
                        /** @description Cancelled events; those whose note is empty were deleted. */
                        events_cancelled: number;
                        /** @description Events that were not imported or not cancelled; `problems` says why. */
                        events_skipped: number;
                        notes_created: number;
                        /** @description What was not imported, or differs from the calendar, and why, each with its line; at most 101. */
                        problems: string[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_calendar_feeds: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List calendar feeds */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "cal_1",
                     *           "host": "calendar.example.com",
                     *           "provider": null,
                     *           "account": null,
                     *           "needs_consent": false,
                     *           "problems": [],
                     *           "user_id": "u_ada",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "last_read_at": "2026-01-05T09:15:00.000Z",
                     *           "next_read_at": "2026-01-05T09:30:00.000Z",
                     *           "last_error": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: {
                            /** @description Identifier of the feed. */
                            id: string;
                            /** @description The host that it is read from. Its full address is a secret and not shown. */
                            host: string;
                            /**
                             * @description Whose calendar the account is of; null for an address.
                             * @enum {string|null}
                             */
                            provider: "google" | "microsoft" | "caldav" | null;
                            /** @description The e-mail address of the connected account, or its user name if it has none; null for an address. */
                            account: string | null;
                            /** @description The provider gives no access to the account any more, or not with its password: connect it again. It is not read until then. */
                            needs_consent: boolean;
                            /** @description What was not imported since the last full read, and why; at most 101. */
                            problems: string[];
                            /** @description Whose calendar it is. */
                            user_id: string;
                            /**
                             * @description When it was added.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it was last read without an error.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            last_read_at: string | null;
                            /**
                             * @description When it is read next, if its owner is active; null if never, because a world brought it without its address, or because it needs consent.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            next_read_at: string | null;
                            /** @description The error of the last read; null if there was none. */
                            last_error: string | null;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_remove_calendar_feed: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the feed.
                 * @example cal_1
                 */
                feed_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a calendar feed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "feed_id": "cal_1",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        feed_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get this session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "session": {
                     *         "id": "ses_ada",
                     *         "user": {
                     *           "id": "u_ada",
                     *           "email": "ada@acme.test",
                     *           "full_name": "Ada Moreau"
                     *         },
                     *         "workspace": {
                     *           "id": "ws_acme",
                     *           "name": "Acme",
                     *           "subdomain": "acme"
                     *         },
                     *         "super_admin": false,
                     *         "may_elevate": true,
                     *         "elevated_until": null,
                     *         "store_keys": [
                     *           "mN1bXk0cVxJ1rJ5oVw8hQy3kq2m7nF0sYt4uZr6pL9A"
                     *         ],
                     *         "expires_at": "2026-04-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description One of the three. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "mb_ada_0123456789"
                 *     }
                 */
                "application/json": {
                    /** @description A key; the session ends with it. */
                    api_key?: string | null;
                    /** @description The token of a sign-in link; valid once. */
                    token?: string | null;
                    /** @description What `navigator.credentials.get` gave, as `toJSON()` has it; `{}` to be told with which `options` to ask for it. */
                    passkey?: {
                        /** @description The id of the credential, in base64url like all bytes here. */
                        id?: string | null;
                        /** @description The same. */
                        rawId?: string | null;
                        /**
                         * @description Always `public-key`.
                         * @enum {string|null}
                         */
                        type?: "public-key" | null;
                        response?: {
                            /** @description What the browser signed: challenge, origin and type. */
                            clientDataJSON: string;
                            /** @description What the device says of itself. */
                            authenticatorData: string;
                            /** @description Its signature of both. */
                            signature: string;
                            /** @description For whom the device made the key. */
                            userHandle?: string | null;
                        } | null;
                        /** @description Is not read. */
                        clientExtensionResults?: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Is not read. */
                        authenticatorAttachment?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description What to ask the browser for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "options": {
                     *         "challenge": "AXw…",
                     *         "rpId": "meetings.example.com",
                     *         "userVerification": "required"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description For `PublicKeyCredential.parseRequestOptionsFromJSON` of the browser. */
                        options: {
                            /** @description Is answered once, within five minutes. */
                            challenge: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description Sign in */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "session": {
                     *         "id": "ses_ada",
                     *         "user": {
                     *           "id": "u_ada",
                     *           "email": "ada@acme.test",
                     *           "full_name": "Ada Moreau"
                     *         },
                     *         "workspace": {
                     *           "id": "ws_acme",
                     *           "name": "Acme",
                     *           "subdomain": "acme"
                     *         },
                     *         "super_admin": false,
                     *         "may_elevate": true,
                     *         "elevated_until": null,
                     *         "store_keys": [
                     *           "mN1bXk0cVxJ1rJ5oVw8hQy3kq2m7nF0sYt4uZr6pL9A"
                     *         ],
                     *         "expires_at": "2026-04-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sign out */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_elevate_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Answers a 403 `passkey_required`. */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description What `navigator.credentials.get` gave, as `toJSON()` has it; `{}` to be told with which `options` to ask for it. */
                    passkey?: {
                        /** @description The id of the credential, in base64url like all bytes here. */
                        id?: string | null;
                        /** @description The same. */
                        rawId?: string | null;
                        /**
                         * @description Always `public-key`.
                         * @enum {string|null}
                         */
                        type?: "public-key" | null;
                        response?: {
                            /** @description What the browser signed: challenge, origin and type. */
                            clientDataJSON: string;
                            /** @description What the device says of itself. */
                            authenticatorData: string;
                            /** @description Its signature of both. */
                            signature: string;
                            /** @description For whom the device made the key. */
                            userHandle?: string | null;
                        } | null;
                        /** @description Is not read. */
                        clientExtensionResults?: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Is not read. */
                        authenticatorAttachment?: string | null;
                    } | null;
                } | null;
            };
        };
        responses: {
            /** @description Elevate the session to super admin rights */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "session": {
                     *         "id": "ses_ada",
                     *         "user": {
                     *           "id": "u_ada",
                     *           "email": "ada@acme.test",
                     *           "full_name": "Ada Moreau"
                     *         },
                     *         "workspace": {
                     *           "id": "ws_acme",
                     *           "name": "Acme",
                     *           "subdomain": "acme"
                     *         },
                     *         "super_admin": true,
                     *         "may_elevate": true,
                     *         "elevated_until": "2026-01-05T09:30:00.000Z",
                     *         "store_keys": [
                     *           "mN1bXk0cVxJ1rJ5oVw8hQy3kq2m7nF0sYt4uZr6pL9A"
                     *         ],
                     *         "expires_at": "2026-04-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_lower_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Give up super admin rights */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "session": {
                     *         "id": "ses_ada",
                     *         "user": {
                     *           "id": "u_ada",
                     *           "email": "ada@acme.test",
                     *           "full_name": "Ada Moreau"
                     *         },
                     *         "workspace": {
                     *           "id": "ws_acme",
                     *           "name": "Acme",
                     *           "subdomain": "acme"
                     *         },
                     *         "super_admin": false,
                     *         "may_elevate": true,
                     *         "elevated_until": null,
                     *         "store_keys": [
                     *           "mN1bXk0cVxJ1rJ5oVw8hQy3kq2m7nF0sYt4uZr6pL9A"
                     *         ],
                     *         "expires_at": "2026-04-05T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_sessions: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List my sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "ses_ada",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "last_used_at": "2026-01-05T09:30:00.000Z",
                     *           "address": "203.0.113.7",
                     *           "user_agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0",
                     *           "current": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: {
                            /** @description Identifier of the session. */
                            id: string;
                            /**
                             * @description When the person signed in.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it was last used, within a minute.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            last_used_at: string;
                            /** @description Where it was last used from. */
                            address: string;
                            /** @description The `User-Agent` of the browser. */
                            user_agent: string;
                            /** @description Whether it is the session of this request. */
                            current: boolean;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_end_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the session.
                 * @example ses_ada
                 */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sign out another browser */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_passkeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List my passkeys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "pk_1",
                     *           "name": "My laptop",
                     *           "host": "meetings.example.com",
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "last_used_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Passkey"][];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_make_passkey: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description Neither to be told with which `options` to ask the browser for a new passkey; then both. `passkey` answers a 403 `passkey_required`. */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description With `credential`: what you call it. */
                    name?: string | null;
                    /** @description What `navigator.credentials.create` gave, as `toJSON()` has it. */
                    credential?: {
                        /** @description The id of the credential, in base64url like all bytes here. */
                        id: string;
                        /** @description The same. */
                        rawId: string;
                        /**
                         * @description Always `public-key`.
                         * @enum {string}
                         */
                        type: "public-key";
                        response: {
                            /** @description What the browser signed: challenge, origin and type. */
                            clientDataJSON: string;
                            /** @description The new public key. */
                            attestationObject: string;
                            /** @description How the device is reached. */
                            transports?: string[] | null;
                            /** @description Is not read. */
                            authenticatorData?: string | null;
                            /** @description Is not read. */
                            publicKey?: string | null;
                            /** @description Is not read. */
                            publicKeyAlgorithm?: number | null;
                        };
                        /** @description Is not read. */
                        clientExtensionResults?: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Is not read. */
                        authenticatorAttachment?: string | null;
                    } | null;
                    /** @description What `navigator.credentials.get` gave, as `toJSON()` has it; `{}` to be told with which `options` to ask for it. */
                    passkey?: {
                        /** @description The id of the credential, in base64url like all bytes here. */
                        id?: string | null;
                        /** @description The same. */
                        rawId?: string | null;
                        /**
                         * @description Always `public-key`.
                         * @enum {string|null}
                         */
                        type?: "public-key" | null;
                        response?: {
                            /** @description What the browser signed: challenge, origin and type. */
                            clientDataJSON: string;
                            /** @description What the device says of itself. */
                            authenticatorData: string;
                            /** @description Its signature of both. */
                            signature: string;
                            /** @description For whom the device made the key. */
                            userHandle?: string | null;
                        } | null;
                        /** @description Is not read. */
                        clientExtensionResults?: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Is not read. */
                        authenticatorAttachment?: string | null;
                    } | null;
                } | null;
            };
        };
        responses: {
            /** @description What to ask the browser for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "options": {
                     *         "challenge": "AXw…",
                     *         "rp": {
                     *           "name": "Minutebook",
                     *           "id": "meetings.example.com"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON` of the browser. */
                        options: {
                            /** @description Is answered once, within five minutes. */
                            challenge: string;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description Make a passkey */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "passkey": {
                     *         "id": "pk_1",
                     *         "name": "My laptop",
                     *         "host": "meetings.example.com",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "last_used_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        passkey: components["schemas"]["Passkey"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_withdraw_passkey: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the passkey.
                 * @example pk_1
                 */
                passkey_id: string;
            };
            cookie?: never;
        };
        /** @description Answers a 403 `passkey_required`. */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description What `navigator.credentials.get` gave, as `toJSON()` has it; `{}` to be told with which `options` to ask for it. */
                    passkey?: {
                        /** @description The id of the credential, in base64url like all bytes here. */
                        id?: string | null;
                        /** @description The same. */
                        rawId?: string | null;
                        /**
                         * @description Always `public-key`.
                         * @enum {string|null}
                         */
                        type?: "public-key" | null;
                        response?: {
                            /** @description What the browser signed: challenge, origin and type. */
                            clientDataJSON: string;
                            /** @description What the device says of itself. */
                            authenticatorData: string;
                            /** @description Its signature of both. */
                            signature: string;
                            /** @description For whom the device made the key. */
                            userHandle?: string | null;
                        } | null;
                        /** @description Is not read. */
                        clientExtensionResults?: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Is not read. */
                        authenticatorAttachment?: string | null;
                    } | null;
                } | null;
            };
        };
        responses: {
            /** @description Withdraw a passkey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "passkey_id": "pk_1",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        passkey_id: string;
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_create_sign_in_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the person.
                 * @example u_bo
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "valid_seconds": 604800
                 *     }
                 */
                "application/json": {
                    /** @description For how long it works: 15 minutes without it, at most seven days, for an invitation. */
                    valid_seconds?: number | null;
                } | null;
            };
        };
        responses: {
            /** @description Make a sign-in link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://meetings.example.com/sign-in#token=…",
                     *       "expires_at": "2026-01-05T09:15:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Valid once, for the first person who opens it. */
                        url: string;
                        /**
                         * @description Until when.
                         * @example 2026-01-05T09:15:00.000Z
                         */
                        expires_at: string;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_identity: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the person.
                 * @example u_bo
                 */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Release an identity */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_resumable_upload: {
        parameters: {
            query?: never;
            header: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /**
                 * @description The version of the protocol.
                 * @example 1.0.0
                 */
                "Tus-Resumable": string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a resumable upload */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_tus_options_of_upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Any id; the answer is always the same.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the options of a resumable upload */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_resumable_upload: {
        parameters: {
            query?: never;
            header: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /**
                 * @description The version of the protocol.
                 * @example 1.0.0
                 */
                "Tus-Resumable": string;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the offset of a resumable upload */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_send_resumable_upload: {
        parameters: {
            query?: never;
            header: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
                /**
                 * @description The version of the protocol.
                 * @example 1.0.0
                 */
                "Tus-Resumable": string;
                /**
                 * @description Where the piece begins: after the bytes that have arrived.
                 * @example 0
                 */
                "Upload-Offset": number;
                /** @description The length of the file, if it was not sent yet. */
                "Upload-Length"?: number;
            };
            path: {
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example ID3 and what follows */
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description Send a piece of a resumable upload */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_todo_list: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get my to-do list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "todo": {
                     *         "kind": "caldav",
                     *         "host": "cloud.example.com",
                     *         "username": "ada",
                     *         "list": "Work",
                     *         "items": 7,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "last_synced_at": "2026-01-05T09:05:00.000Z",
                     *         "next_sync_at": "2026-01-05T09:10:00.000Z",
                     *         "last_problem": null,
                     *         "conflicts": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        todo: components["schemas"]["TodoList"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_connect_todo_list: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "caldav",
                 *       "url": "https://cloud.example.com",
                 *       "username": "ada",
                 *       "password": "Zx81-Rt5k-Ln0w",
                 *       "list": "Work"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How the list is reached.
                     * @enum {string}
                     */
                    kind: "caldav";
                    /** @description An HTTPS address: of the server, of the domain that names it, or the one that it shows for CalDAV. */
                    url: string;
                    username: string;
                    /** @description One for programs, where the provider has such (app password). It is stored sealed. */
                    password: string;
                    /** @description The name of the list, whatever its case; by default the first one that holds things to do. */
                    list?: string | null;
                };
            };
        };
        responses: {
            /** @description Connect my to-do list */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "todo": {
                     *         "kind": "caldav",
                     *         "host": "cloud.example.com",
                     *         "username": "ada",
                     *         "list": "Work",
                     *         "items": 0,
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "last_synced_at": null,
                     *         "next_sync_at": "2026-01-05T09:10:00.000Z",
                     *         "last_problem": null,
                     *         "conflicts": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        todo: components["schemas"]["TodoList"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_disconnect_todo_list: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disconnect my to-do list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        deleted: true;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_consent: {
        parameters: {
            query?: {
                /** @description The assistant: an https address of a document about it, or the id of its registration. */
                client_id?: string;
                /** @description Where the answer goes. */
                redirect_uri?: string;
                /** @description `code`. */
                response_type?: string;
                /** @description SHA-256 of the verifier. */
                code_challenge?: string;
                /** @description `S256`. */
                code_challenge_method?: string;
                /** @description The address of `/mcp`, or of `/api/v1` for a recorder. */
                resource?: string;
                /** @description `read`, or `read write`. */
                scope?: string;
                /** @description Comes back with the answer. */
                state?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read what an assistant asks for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "consent": {
                     *         "client": {
                     *           "id": "https://assistant.example/client.json",
                     *           "name": "Assistant",
                     *           "host": "assistant.example"
                     *         },
                     *         "opens": "assistant",
                     *         "answer_to": "assistant.example",
                     *         "own_computer": false,
                     *         "scopes": [
                     *           "read",
                     *           "write"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        consent: {
                            client: {
                                /** @description Its `client_id`. */
                                id: string;
                                /** @description What it calls itself. */
                                name: string | null;
                                /** @description Where the document about it is; null if it registered itself. */
                                host: string | null;
                            };
                            /**
                             * @description What it is for: `assistant` opens `/mcp`, `recorder` what a recording needs (its meeting, the upload, its marks).
                             * @enum {string}
                             */
                            opens: "assistant" | "recorder";
                            /** @description The host that gets the answer, or the scheme of a program. */
                            answer_to: string;
                            /** @description The answer goes to a program on the person’s own computer. */
                            own_computer: boolean;
                            /** @description The requested scopes that this session may grant. */
                            scopes: ("read" | "write")[];
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_answer_consent: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_id": "https://assistant.example/client.json",
                 *       "redirect_uri": "https://assistant.example/callback",
                 *       "response_type": "code",
                 *       "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                 *       "code_challenge_method": "S256",
                 *       "scope": "read",
                 *       "allow": true
                 *     }
                 */
                "application/json": {
                    /** @description The assistant: an https address of a document about it, or the id of its registration. */
                    client_id?: string | null;
                    /** @description Where the answer goes. */
                    redirect_uri?: string | null;
                    /** @description `code`. */
                    response_type?: string | null;
                    /** @description SHA-256 of the verifier. */
                    code_challenge?: string | null;
                    /** @description `S256`. */
                    code_challenge_method?: string | null;
                    /** @description The address of `/mcp`, or of `/api/v1` for a recorder. */
                    resource?: string | null;
                    /** @description `read`, or `read write`. */
                    scope?: string | null;
                    /** @description Comes back with the answer. */
                    state?: string | null;
                    /** @description Whether the person lets the assistant in. */
                    allow: boolean;
                    /** @description Which of the requested scopes; all if absent. */
                    scopes?: ("read" | "write")[] | null;
                };
            };
        };
        responses: {
            /** @description Let an assistant in, or refuse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redirect_to": "https://assistant.example/callback?code=mbc_…&iss=https%3A%2F%2Fmeetings.example.com"
                     *     }
                     */
                    "application/json": {
                        /** @description Where the browser goes with the answer. */
                        redirect_to: string;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_grants: {
        parameters: {
            query?: {
                /** @description Rows in a page, 1 to 50. */
                page_size?: number;
                /** @description The `cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List my assistants */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "page_info": {
                     *         "cursor": null,
                     *         "page_size": 20
                     *       },
                     *       "data": [
                     *         {
                     *           "id": "gr_bo",
                     *           "client_id": "https://assistant.example/client.json",
                     *           "client_name": "Assistant",
                     *           "opens": "assistant",
                     *           "answer_to": "assistant.example",
                     *           "scopes": [
                     *             "read"
                     *           ],
                     *           "created_at": "2026-01-05T09:00:00.000Z",
                     *           "last_used_at": null,
                     *           "expires_at": "2027-01-05T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        page_info: components["schemas"]["PageInfo"];
                        data: {
                            /** @description Identifier of the grant. */
                            id: string;
                            /** @description The assistant. */
                            client_id: string;
                            /** @description What it calls itself. */
                            client_name: string | null;
                            /**
                             * @description What it is for: `assistant` opens `/mcp`, `recorder` what a recording needs (its meeting, the upload, its marks).
                             * @enum {string}
                             */
                            opens: "assistant" | "recorder";
                            /** @description The host that got the answer, or the scheme of a program. */
                            answer_to: string;
                            /** @description What it may do. */
                            scopes: ("read" | "write")[];
                            /**
                             * @description When it was allowed.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it was last used, within a minute; null if never.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            last_used_at: string | null;
                            /**
                             * @description When it ends at the latest; 30 days without use end it sooner.
                             * @example 2027-01-05T09:00:00.000Z
                             */
                            expires_at: string;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_delete_grant: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path: {
                /**
                 * @description Identifier of the grant.
                 * @example gr_bo
                 */
                grant_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdraw an assistant’s access */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_list_calendar_providers: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List calendar providers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "providers": [
                     *         {
                     *           "name": "google",
                     *           "title": "Google"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Those that the operator set up. */
                        providers: {
                            /**
                             * @description Whose calendars they are.
                             * @enum {string}
                             */
                            name: "google" | "microsoft";
                            /** @description The name for people. */
                            title: string;
                        }[];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_connect_calendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "google"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Whose calendars they are.
                     * @enum {string}
                     */
                    provider: "google" | "microsoft";
                };
            };
        };
        responses: {
            /** @description Connect a calendar by account */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://accounts.google.com/o/oauth2/v2/auth?client_id=…"
                     *     }
                     */
                    "application/json": {
                        /** @description The page of the provider where the person gives consent. */
                        url: string;
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_connect_caldav_calendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description E-mail or id of the person to act as. Super admin keys only; written to the audit log. */
                "X-On-Behalf-Of"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://cloud.example.com",
                 *       "username": "ada",
                 *       "password": "Zx81-Rt5k-Ln0w"
                 *     }
                 */
                "application/json": {
                    /** @description An HTTPS address: of the server, of the domain that names it, or the one that it shows for CalDAV. */
                    url: string;
                    username: string;
                    /** @description One for programs, where the provider has such (app password). It is stored sealed. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Connect calendars by CalDAV */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "feed": {
                     *         "id": "cal_1",
                     *         "host": "cloud.example.com",
                     *         "provider": "caldav",
                     *         "account": "ada@acme.test",
                     *         "needs_consent": false,
                     *         "problems": [],
                     *         "user_id": "u_ada",
                     *         "created_at": "2026-01-05T09:00:00.000Z",
                     *         "last_read_at": "2026-01-05T09:15:00.000Z",
                     *         "next_read_at": "2026-01-05T09:30:00.000Z",
                     *         "last_error": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        feed: {
                            /** @description Identifier of the feed. */
                            id: string;
                            /** @description The host that it is read from. Its full address is a secret and not shown. */
                            host: string;
                            /**
                             * @description Whose calendar the account is of; null for an address.
                             * @enum {string|null}
                             */
                            provider: "google" | "microsoft" | "caldav" | null;
                            /** @description The e-mail address of the connected account, or its user name if it has none; null for an address. */
                            account: string | null;
                            /** @description The provider gives no access to the account any more, or not with its password: connect it again. It is not read until then. */
                            needs_consent: boolean;
                            /** @description What was not imported since the last full read, and why; at most 101. */
                            problems: string[];
                            /** @description Whose calendar it is. */
                            user_id: string;
                            /**
                             * @description When it was added.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description When it was last read without an error.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            last_read_at: string | null;
                            /**
                             * @description When it is read next, if its owner is active; null if never, because a world brought it without its address, or because it needs consent.
                             * @example 2026-01-05T09:00:00.000Z
                             */
                            next_read_at: string | null;
                            /** @description The error of the last read; null if there was none. */
                            last_error: string | null;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the ways to sign in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "methods": {
                     *         "oidc": {
                     *           "name": "Acme SSO"
                     *         },
                     *         "email": true,
                     *         "api_key": true,
                     *         "passkey": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        methods: {
                            /** @description Sign in at `GET /api/v1/sign_in/oidc`; null without an identity provider. */
                            oidc: {
                                /** @description The name of the identity provider. */
                                name: string;
                            } | null;
                            /** @description Whether a sign-in link can be sent by e-mail. */
                            email: boolean;
                            /** @description Whether people may sign in with a key. */
                            api_key: boolean;
                            /** @description Whether people may sign in with a passkey: browsers have them only for a host name, over HTTPS or of their own machine. */
                            passkey: boolean;
                        };
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_send_sign_in_mail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@acme.test"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description Your address.
                     * @example ada@acme.test
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The same whether or not anybody has that address. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": Record<string, never>;
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_begin_oidc_sign_in: {
        parameters: {
            query?: {
                /** @description The path to come back to, such as `/recap/r_1`; `/` without it. */
                return_to?: string;
                /** @description The subdomain of the workspace to sign in to, for people who are in several; if the host names one, that counts. */
                workspace?: string;
                /** @description Whether the provider must ask the person again, unless they signed in there within the last minute (`max_age`); before administrator rights. */
                fresh?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_finish_oidc_sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_finish_calendar_connection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_open_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "k3zXb2…"
                 *     }
                 */
                "application/json": {
                    /** @description What follows `#token=` in the link. */
                    token: string;
                    /** @description Its password, if it has one. */
                    password?: string | null;
                };
            };
        };
        responses: {
            /** @description Open a link without an account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "shared": {
                     *         "kind": "recording",
                     *         "title": "Weekly 5 Jan",
                     *         "starts_at": "2026-01-05T09:00:10.000Z",
                     *         "ends_at": "2026-01-05T09:29:50.000Z",
                     *         "workspace": "Acme",
                     *         "shared_by": "Ada Moreau",
                     *         "expires_at": "2026-02-04T09:31:00.000Z",
                     *         "parts": [
                     *           "notes",
                     *           "items"
                     *         ],
                     *         "notes": {
                     *           "markdown": "",
                     *           "sections": [
                     *             {
                     *               "title": "Summary",
                     *               "content": "The deck goes out on Friday."
                     *             }
                     *           ]
                     *         },
                     *         "items": [
                     *           {
                     *             "text": "Send the deck",
                     *             "timestamp": 754,
                     *             "assignees": [
                     *               "Ada Moreau"
                     *             ],
                     *             "due_date": null,
                     *             "done": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        shared: components["schemas"]["Shared"];
                    };
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_get_media: {
        parameters: {
            query: {
                /**
                 * @description The person whose link it is.
                 * @example u_ada
                 */
                user_id?: string;
                /**
                 * @description The id of the key that the link was made for.
                 * @example k_ada
                 */
                key_id?: string;
                /** @description Instead of `key_id`: the id of the session that the link was made for. */
                session_id?: string;
                /** @description Instead of `user_id`: the id of the link for people without an account. */
                link_id?: string;
                /**
                 * @description When the link expires, in seconds since 1970.
                 * @example 1768089600
                 */
                expires: string;
                /** @description The signature of the rest of the link. */
                signature: string;
            };
            header?: {
                /** @description Only if this is the `ETag`; 412 otherwise. */
                "If-Match"?: string;
                /** @description Only if this is not the `ETag`; 304 otherwise. */
                "If-None-Match"?: string;
                /** @description A part: `bytes=0-1023`, `bytes=1024-`, `bytes=-1024`. */
                Range?: string;
                /** @description The part only if this is the `ETag`, otherwise all. */
                "If-Range"?: string;
            };
            path: {
                /**
                 * @description The workspace.
                 * @example ws_acme
                 */
                workspace_id: string;
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the media of a recording */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example ID3 and what follows */
                    "*/*": string;
                };
            };
            /** @description The part that was asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example ID3 and what follows */
                    "*/*": string;
                };
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    apps_developer_api_api_check_media: {
        parameters: {
            query: {
                /**
                 * @description The person whose link it is.
                 * @example u_ada
                 */
                user_id?: string;
                /**
                 * @description The id of the key that the link was made for.
                 * @example k_ada
                 */
                key_id?: string;
                /** @description Instead of `key_id`: the id of the session that the link was made for. */
                session_id?: string;
                /** @description Instead of `user_id`: the id of the link for people without an account. */
                link_id?: string;
                /**
                 * @description When the link expires, in seconds since 1970.
                 * @example 1768089600
                 */
                expires: string;
                /** @description The signature of the rest of the link. */
                signature: string;
            };
            header?: {
                /** @description Only if this is the `ETag`; 412 otherwise. */
                "If-Match"?: string;
                /** @description Only if this is not the `ETag`; 304 otherwise. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The workspace.
                 * @example ws_acme
                 */
                workspace_id: string;
                /**
                 * @description Recording identifier.
                 * @example r_1
                 */
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Check the media of a recording */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Every answer that is not a success. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    receive_action_item_assigned: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "action_item.assigned",
                 *       "id": "ai_1",
                 *       "text": "Send the deck",
                 *       "assignees": [
                 *         {
                 *           "id": "u_ada",
                 *           "email": "ada@acme.test",
                 *           "full_name": "Ada Moreau"
                 *         }
                 *       ],
                 *       "completion_type": "any",
                 *       "status": "Incomplete",
                 *       "due_date": "2026-01-09",
                 *       "note_id": "n_1",
                 *       "ai_generated": false,
                 *       "links": [
                 *         {
                 *           "system": "GitHub",
                 *           "key": "acme/app#12",
                 *           "url": "https://github.com/acme/app/issues/12",
                 *           "state": "open"
                 *         }
                 *       ],
                 *       "created_at": "2026-01-05T09:10:00.000+00:00",
                 *       "updated_at": "2026-01-05T09:10:00.000+00:00"
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "action_item.assigned";
                    /** @description Action item identifier. */
                    id: string;
                    /** @description What is to be done. */
                    text: string;
                    assignees: {
                        /** @description Identifier of the person. */
                        id: string;
                        /** @description Their address. */
                        email: string;
                        /** @description Their name. */
                        full_name: string;
                    }[];
                    /**
                     * @description `any`: one assignee can complete it; `all`: all must.
                     * @enum {string}
                     */
                    completion_type: "any" | "all";
                    /** @enum {string} */
                    status: "Incomplete" | "Done" | "Archived";
                    /** @description `YYYY-MM-DD`. */
                    due_date: string | null;
                    /** @description The note it belongs to; null without one. */
                    note_id: string | null;
                    /** @description Whether AI notes found it. */
                    ai_generated: boolean;
                    /** @description The same thing in other systems, such as its issue in a tracker, in the order that people gave. */
                    links: {
                        /**
                         * @description The other system.
                         * @example GitHub
                         */
                        system: string;
                        /**
                         * @description What people call it there.
                         * @example acme/app#12
                         */
                        key: string;
                        /**
                         * @description Its page there, by HTTPS and without a user name or password.
                         * @example https://github.com/acme/app/issues/12
                         */
                        url: string;
                        /**
                         * @description How it stands there, in the words of that system.
                         * @example open
                         */
                        state?: string;
                    }[];
                    /**
                     * @description In UTC.
                     * @example 2026-01-05T09:10:00.000+00:00
                     */
                    created_at: string;
                    /**
                     * @description In UTC.
                     * @example 2026-01-05T09:10:00.000+00:00
                     */
                    updated_at: string;
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                } | {
                    /** @constant */
                    event_type: "action_item.assigned";
                    /** @description Action item identifier. */
                    id: string;
                    /** @description What is to be done. */
                    text: string;
                    assignees: {
                        /** @description Identifier of the person. */
                        id: string;
                        /** @description Their address. */
                        email: string;
                        /** @description Their name. */
                        full_name: string;
                    }[];
                    /**
                     * @description `any`: one assignee can complete it; `all`: all must.
                     * @enum {string}
                     */
                    completion_type: "any" | "all";
                    /** @enum {string} */
                    status: "Incomplete" | "Done" | "Archived";
                    /** @description `YYYY-MM-DD`. */
                    due_date: string | null;
                    /** @description The note it belongs to; null without one. */
                    note_id: string | null;
                    /** @description Whether AI notes found it. */
                    ai_generated: boolean;
                    /** @description The same thing in other systems, such as its issue in a tracker, in the order that people gave. */
                    links: {
                        /**
                         * @description The other system.
                         * @example GitHub
                         */
                        system: string;
                        /**
                         * @description What people call it there.
                         * @example acme/app#12
                         */
                        key: string;
                        /**
                         * @description Its page there, by HTTPS and without a user name or password.
                         * @example https://github.com/acme/app/issues/12
                         */
                        url: string;
                        /**
                         * @description How it stands there, in the words of that system.
                         * @example open
                         */
                        state?: string;
                    }[];
                    /**
                     * @description In UTC.
                     * @example 2026-01-05T09:10:00.000+00:00
                     */
                    created_at: string;
                    /**
                     * @description In UTC.
                     * @example 2026-01-05T09:10:00.000+00:00
                     */
                    updated_at: string;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_action_item_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "action_item.completed",
                 *       "id": "ai_1",
                 *       "text": "Send the deck",
                 *       "note_id": "n_1",
                 *       "stream_id": "ch_eng",
                 *       "stream_title": "Engineering",
                 *       "due_date": "2026-01-09",
                 *       "done": true,
                 *       "wont_do": false,
                 *       "event_id": "evt1_20260105T090000Z",
                 *       "event_title": "Weekly 5 Jan",
                 *       "event_start": "2026-01-05T09:00:00.000Z",
                 *       "event_end": "2026-01-05T09:30:00.000Z",
                 *       "ai_generated": false,
                 *       "links": [
                 *         {
                 *           "system": "GitHub",
                 *           "key": "acme/app#12",
                 *           "url": "https://github.com/acme/app/issues/12",
                 *           "state": "open"
                 *         }
                 *       ],
                 *       "assignee_id": "u_ada",
                 *       "assignee_name": "Ada Moreau",
                 *       "assignee_email": "ada@acme.test"
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "action_item.completed";
                    /** @description Action item identifier. */
                    id: string;
                    /** @description What is to be done. */
                    text: string;
                    /** @description The note it belongs to; null without one. */
                    note_id: string | null;
                    /** @description The channel that the note is published in. */
                    stream_id: string | null;
                    /** @description The channel's title; '' without a channel, and for a private one that the owner is not in. */
                    stream_title: string;
                    /** @description `YYYY-MM-DD`. */
                    due_date: string | null;
                    /** @constant */
                    done: true;
                    /** @description Whether it was archived before it was done. */
                    wont_do: boolean;
                    /** @description The calendar event; '' without one. */
                    event_id: string;
                    event_title: string;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /** @description Whether AI notes found it. */
                    ai_generated: boolean;
                    /** @description The same thing in other systems, such as its issue in a tracker, in the order that people gave. */
                    links: {
                        /**
                         * @description The other system.
                         * @example GitHub
                         */
                        system: string;
                        /**
                         * @description What people call it there.
                         * @example acme/app#12
                         */
                        key: string;
                        /**
                         * @description Its page there, by HTTPS and without a user name or password.
                         * @example https://github.com/acme/app/issues/12
                         */
                        url: string;
                        /**
                         * @description How it stands there, in the words of that system.
                         * @example open
                         */
                        state?: string;
                    }[];
                    /** @description The assignee whom this message is for. */
                    assignee_id: string;
                    assignee_name: string;
                    assignee_email: string;
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                } | {
                    /** @constant */
                    event_type: "action_item.completed";
                    /** @description Action item identifier. */
                    id: string;
                    /** @description What is to be done. */
                    text: string;
                    /** @description The note it belongs to; null without one. */
                    note_id: string | null;
                    /** @description The channel that the note is published in. */
                    stream_id: string | null;
                    /** @description The channel's title; '' without a channel, and for a private one that the owner is not in. */
                    stream_title: string;
                    /** @description `YYYY-MM-DD`. */
                    due_date: string | null;
                    /** @constant */
                    done: true;
                    /** @description Whether it was archived before it was done. */
                    wont_do: boolean;
                    /** @description The calendar event; '' without one. */
                    event_id: string;
                    event_title: string;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /** @description Whether AI notes found it. */
                    ai_generated: boolean;
                    /** @description The same thing in other systems, such as its issue in a tracker, in the order that people gave. */
                    links: {
                        /**
                         * @description The other system.
                         * @example GitHub
                         */
                        system: string;
                        /**
                         * @description What people call it there.
                         * @example acme/app#12
                         */
                        key: string;
                        /**
                         * @description Its page there, by HTTPS and without a user name or password.
                         * @example https://github.com/acme/app/issues/12
                         */
                        url: string;
                        /**
                         * @description How it stands there, in the words of that system.
                         * @example open
                         */
                        state?: string;
                    }[];
                    assignees: {
                        /** @description Identifier of the person. */
                        id: string;
                        /** @description Their address. */
                        email: string;
                        /** @description Their name. */
                        full_name: string;
                    }[];
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_ai_note_generated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "ai_note.generated",
                 *       "id": "n_1",
                 *       "event_id": "evt1_20260105T090000Z",
                 *       "event_title": "Weekly 5 Jan",
                 *       "event_start": "2026-01-05T09:00:00.000Z",
                 *       "event_end": "2026-01-05T09:30:00.000Z",
                 *       "recording_start": "2026-01-05T09:00:10.000Z",
                 *       "recording_end": "2026-01-05T09:29:50.000Z",
                 *       "recap_url": "https://meetings.example.com/recap/r_1",
                 *       "organizer_email": "ada@acme.test",
                 *       "ai_notes": "## Summary\n\nThe deck goes out on Friday.",
                 *       "agenda_notes": "# Goals\n\n* Action Item: Send the deck (Due: 2026-01-09)",
                 *       "has_external_attendees": true,
                 *       "transcript": "[00:00:00] Ada Moreau: Good morning.",
                 *       "attendees": [
                 *         {
                 *           "name": "Ada Moreau",
                 *           "email": "ada@acme.test"
                 *         },
                 *         {
                 *           "name": "",
                 *           "email": "guest@elsewhere.test"
                 *         }
                 *       ],
                 *       "is_user_who_started_recording": true
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "ai_note.generated";
                    /** @description Note identifier. */
                    id: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /** @description The title of the event, or else of the recording; '' if neither is known. */
                    event_title: string;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /**
                     * @description When the recording began.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_start: string | null;
                    /**
                     * @description When the recording ended.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_end: string | null;
                    /** @description The address of the recap for people. */
                    recap_url: string;
                    /** @description '' if it is unknown. */
                    organizer_email: string;
                    /** @description Markdown. */
                    ai_notes: string;
                    /** @description Markdown. */
                    agenda_notes: string;
                    /** @description Whether an attendee is from outside the workspace. */
                    has_external_attendees: boolean;
                    /** @description Lines of `[HH:MM:SS] Speaker: text`; '' with zero-day retention. */
                    transcript: string;
                    attendees: {
                        name: string;
                        email: string;
                    }[];
                    is_user_who_started_recording: boolean;
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                } | {
                    /** @constant */
                    event_type: "ai_note.generated";
                    /** @description Note identifier. */
                    id: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /** @description The title of the event, or else of the recording; '' if neither is known. */
                    event_title: string;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /**
                     * @description When the recording began.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_start: string | null;
                    /**
                     * @description When the recording ended.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_end: string | null;
                    /** @description The address of the recap for people. */
                    recap_url: string;
                    /** @description '' if it is unknown. */
                    organizer_email: string;
                    /** @description Markdown. */
                    ai_notes: string;
                    /** @description Markdown. */
                    agenda_notes: string;
                    /** @description Whether an attendee is from outside the workspace. */
                    has_external_attendees: boolean;
                    /** @description Lines of `[HH:MM:SS] Speaker: text`; '' with zero-day retention. */
                    transcript: string;
                    attendees: {
                        name: string;
                        email: string;
                    }[];
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_ai_note_shared_to_channel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "ai_note.shared_to_channel",
                 *       "id": "n_1",
                 *       "event_id": "evt1_20260105T090000Z",
                 *       "event_title": "Weekly 5 Jan",
                 *       "event_start": "2026-01-05T09:00:00.000Z",
                 *       "event_end": "2026-01-05T09:30:00.000Z",
                 *       "recording_start": "2026-01-05T09:00:10.000Z",
                 *       "recording_end": "2026-01-05T09:29:50.000Z",
                 *       "recap_url": "https://meetings.example.com/recap/r_1",
                 *       "organizer_email": "ada@acme.test",
                 *       "ai_notes": "## Summary\n\nThe deck goes out on Friday.",
                 *       "agenda_notes": "# Goals\n\n* Action Item: Send the deck (Due: 2026-01-09)",
                 *       "has_external_attendees": true,
                 *       "transcript": "[00:00:00] Ada Moreau: Good morning.",
                 *       "attendees": [
                 *         {
                 *           "name": "Ada Moreau",
                 *           "email": "ada@acme.test"
                 *         },
                 *         {
                 *           "name": "",
                 *           "email": "guest@elsewhere.test"
                 *         }
                 *       ],
                 *       "channel_id": "ch_eng",
                 *       "is_user_who_started_recording": true
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "ai_note.shared_to_channel";
                    /** @description Note identifier. */
                    id: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /** @description The title of the event, or else of the recording; '' if neither is known. */
                    event_title: string;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /**
                     * @description When the recording began.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_start: string | null;
                    /**
                     * @description When the recording ended.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_end: string | null;
                    /** @description The address of the recap for people. */
                    recap_url: string;
                    /** @description '' if it is unknown. */
                    organizer_email: string;
                    /** @description Markdown. */
                    ai_notes: string;
                    /** @description Markdown. */
                    agenda_notes: string;
                    /** @description Whether an attendee is from outside the workspace. */
                    has_external_attendees: boolean;
                    /** @description Lines of `[HH:MM:SS] Speaker: text`; '' with zero-day retention. */
                    transcript: string;
                    attendees: {
                        name: string;
                        email: string;
                    }[];
                    /** @description The channel that it was shared to. */
                    channel_id: string;
                    is_user_who_started_recording: boolean;
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                } | {
                    /** @constant */
                    event_type: "ai_note.shared_to_channel";
                    /** @description Note identifier. */
                    id: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /** @description The title of the event, or else of the recording; '' if neither is known. */
                    event_title: string;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /**
                     * @description When the recording began.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_start: string | null;
                    /**
                     * @description When the recording ended.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_end: string | null;
                    /** @description The address of the recap for people. */
                    recap_url: string;
                    /** @description '' if it is unknown. */
                    organizer_email: string;
                    /** @description Markdown. */
                    ai_notes: string;
                    /** @description Markdown. */
                    agenda_notes: string;
                    /** @description Whether an attendee is from outside the workspace. */
                    has_external_attendees: boolean;
                    /** @description Lines of `[HH:MM:SS] Speaker: text`; '' with zero-day retention. */
                    transcript: string;
                    attendees: {
                        name: string;
                        email: string;
                    }[];
                    /** @description The channel that it was shared to. */
                    channel_id: string;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_recording_ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "recording.ready",
                 *       "id": "r_1",
                 *       "note_id": "n_1",
                 *       "title": "Weekly 5 Jan",
                 *       "event_id": "evt1_20260105T090000Z",
                 *       "event_start": "2026-01-05T09:00:00.000Z",
                 *       "event_end": "2026-01-05T09:30:00.000Z",
                 *       "recording_start": "2026-01-05T09:00:10.000Z",
                 *       "recording_end": "2026-01-05T09:29:50.000Z",
                 *       "url": "https://meetings.example.com/recap/r_1"
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "recording.ready";
                    /** @description Recording identifier. */
                    id: string;
                    /** @description Note identifier. */
                    note_id: string;
                    title: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /** @description The page for people. */
                    url: string;
                    /**
                     * @description When the recording began.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_start: string | null;
                    /**
                     * @description When the recording ended.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_end: string | null;
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                } | {
                    /** @constant */
                    event_type: "recording.ready";
                    /** @description Recording identifier. */
                    id: string;
                    /** @description Note identifier. */
                    note_id: string;
                    title: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /** @description The page for people. */
                    url: string;
                    /**
                     * @description When the recording began.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_start: string | null;
                    /**
                     * @description When the recording ended.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_end: string | null;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_recording_changed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "recording.changed",
                 *       "id": "r_1",
                 *       "note_id": "n_1",
                 *       "title": "Weekly 5 Jan",
                 *       "event_id": "evt1_20260105T090000Z",
                 *       "event_start": "2026-01-05T09:00:00.000Z",
                 *       "event_end": "2026-01-05T09:30:00.000Z",
                 *       "recording_start": "2026-01-05T09:00:10.000Z",
                 *       "recording_end": "2026-01-05T09:29:50.000Z",
                 *       "url": "https://meetings.example.com/recap/r_1"
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "recording.changed";
                    /** @description Recording identifier. */
                    id: string;
                    /** @description Note identifier. */
                    note_id: string;
                    title: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /** @description The page for people. */
                    url: string;
                    /**
                     * @description When the recording began.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_start: string | null;
                    /**
                     * @description When the recording ended.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_end: string | null;
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                } | {
                    /** @constant */
                    event_type: "recording.changed";
                    /** @description Recording identifier. */
                    id: string;
                    /** @description Note identifier. */
                    note_id: string;
                    title: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /** @description The page for people. */
                    url: string;
                    /**
                     * @description When the recording began.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_start: string | null;
                    /**
                     * @description When the recording ended.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    recording_end: string | null;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_recording_deleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "recording.deleted",
                 *       "id": "r_1",
                 *       "note_id": "n_1"
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "recording.deleted";
                    /** @description Recording identifier. */
                    id: string;
                    /** @description Note identifier. */
                    note_id: string;
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                } | {
                    /** @constant */
                    event_type: "recording.deleted";
                    /** @description Recording identifier. */
                    id: string;
                    /** @description Note identifier. */
                    note_id: string;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_note_changed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "note.changed",
                 *       "id": "n_1",
                 *       "title": "Weekly 5 Jan",
                 *       "event_id": "evt1_20260105T090000Z",
                 *       "event_start": "2026-01-05T09:00:00.000Z",
                 *       "event_end": "2026-01-05T09:30:00.000Z",
                 *       "url": "https://meetings.example.com/note/n_1"
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "note.changed";
                    /** @description Note identifier. */
                    id: string;
                    title: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /** @description The page for people. */
                    url: string;
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                } | {
                    /** @constant */
                    event_type: "note.changed";
                    /** @description Note identifier. */
                    id: string;
                    title: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /** @description The page for people. */
                    url: string;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_note_shared: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "note.shared",
                 *       "id": "n_1",
                 *       "title": "Weekly 5 Jan",
                 *       "event_id": "evt1_20260105T090000Z",
                 *       "event_start": "2026-01-05T09:00:00.000Z",
                 *       "event_end": "2026-01-05T09:30:00.000Z",
                 *       "url": "https://meetings.example.com/note/n_1",
                 *       "recording_id": null,
                 *       "shared_by": {
                 *         "id": "u_ada",
                 *         "email": "ada@acme.test",
                 *         "full_name": "Ada Moreau"
                 *       },
                 *       "shared_with": {
                 *         "id": "u_bo",
                 *         "email": "bo@acme.test",
                 *         "full_name": "Bo Lindqvist"
                 *       },
                 *       "can_edit": false
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "note.shared";
                    /** @description Note identifier. */
                    id: string;
                    /** @description The recording that was shared; null if it was the note. */
                    recording_id: string | null;
                    title: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /** @description The page for people. */
                    url: string;
                    shared_by: {
                        id: string;
                        email: string;
                        full_name: string;
                    };
                    shared_with: {
                        id: string;
                        email: string;
                        full_name: string;
                    };
                    /** @description Whether the person may edit the note. */
                    can_edit: boolean;
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                } | {
                    /** @constant */
                    event_type: "note.shared";
                    /** @description Note identifier. */
                    id: string;
                    /** @description The recording that was shared; null if it was the note. */
                    recording_id: string | null;
                    title: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /**
                     * @description Scheduled start.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_start: string | null;
                    /**
                     * @description Scheduled end.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    event_end: string | null;
                    /** @description The page for people. */
                    url: string;
                    shared_by: {
                        id: string;
                        email: string;
                        full_name: string;
                    };
                    shared_with: {
                        id: string;
                        email: string;
                        full_name: string;
                    };
                    /** @description Whether the person may edit the note. */
                    can_edit: boolean;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_decision_made: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "decision.made",
                 *       "id": "dec_1",
                 *       "text": "We rent the hall",
                 *       "quote": "Let us rent the hall.",
                 *       "speaker": "Ada Moreau",
                 *       "start_time": 61.5,
                 *       "note_id": "n_1",
                 *       "recording_id": "r_1",
                 *       "title": "Weekly 5 Jan",
                 *       "made_at": "2026-01-05T09:00:00.000Z",
                 *       "status": "stands",
                 *       "superseded_by": null,
                 *       "supersedes": [
                 *         "dec_0"
                 *       ],
                 *       "proposals": [],
                 *       "detected": true,
                 *       "by": null,
                 *       "created_at": "2026-01-05T09:40:00.000Z",
                 *       "updated_at": "2026-01-05T09:40:00.000Z"
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "decision.made";
                    /** @description Decision identifier. */
                    id: string;
                    text: string;
                    /** @description What was said, word for word as in the transcript. */
                    quote: string | null;
                    /** @description Who said it. */
                    speaker: string | null;
                    /** @description When, in seconds from the start of the recording. */
                    start_time: number | null;
                    /** @description The note of the meeting. */
                    note_id: string;
                    /** @description The recording that it came of. */
                    recording_id: string | null;
                    /** @description The title of the recording, else of the note. */
                    title: string;
                    /**
                     * @description The start of the meeting, else the creation.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    made_at: string;
                    /** @enum {string} */
                    status: "stands" | "superseded" | "withdrawn";
                    /** @description The decision that replaced it; null if there is none that the caller may see. */
                    superseded_by: string | null;
                    /** @description Ids of decisions that it replaced. */
                    supersedes: string[];
                    /** @description What a language model proposes; nobody has said it yet. */
                    proposals: {
                        /** @description The earlier decision. */
                        id: string;
                        /**
                         * @description What this decision does to the earlier one.
                         * @enum {string}
                         */
                        kind: "replaces" | "contradicts" | "repeats";
                        /** @description The words that the earlier one rests on. */
                        quote: string | null;
                    }[];
                    /** @description Whether AI notes found it. */
                    detected: boolean;
                    /** @description Id of the person who wrote it. */
                    by: string | null;
                    /**
                     * @description In UTC.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    created_at: string;
                    /**
                     * @description In UTC.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    updated_at: string;
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                } | {
                    /** @constant */
                    event_type: "decision.made";
                    /** @description Decision identifier. */
                    id: string;
                    text: string;
                    /** @description What was said, word for word as in the transcript. */
                    quote: string | null;
                    /** @description Who said it. */
                    speaker: string | null;
                    /** @description When, in seconds from the start of the recording. */
                    start_time: number | null;
                    /** @description The note of the meeting. */
                    note_id: string;
                    /** @description The recording that it came of. */
                    recording_id: string | null;
                    /** @description The title of the recording, else of the note. */
                    title: string;
                    /**
                     * @description The start of the meeting, else the creation.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    made_at: string;
                    /** @enum {string} */
                    status: "stands" | "superseded" | "withdrawn";
                    /** @description The decision that replaced it; null if there is none that the caller may see. */
                    superseded_by: string | null;
                    /** @description Ids of decisions that it replaced. */
                    supersedes: string[];
                    /** @description What a language model proposes; nobody has said it yet. */
                    proposals: {
                        /** @description The earlier decision. */
                        id: string;
                        /**
                         * @description What this decision does to the earlier one.
                         * @enum {string}
                         */
                        kind: "replaces" | "contradicts" | "repeats";
                        /** @description The words that the earlier one rests on. */
                        quote: string | null;
                    }[];
                    /** @description Whether AI notes found it. */
                    detected: boolean;
                    /** @description Id of the person who wrote it. */
                    by: string | null;
                    /**
                     * @description In UTC.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    created_at: string;
                    /**
                     * @description In UTC.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    updated_at: string;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_decision_superseded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "decision.superseded",
                 *       "id": "dec_1",
                 *       "text": "We rent the hall",
                 *       "quote": "Let us rent the hall.",
                 *       "speaker": "Ada Moreau",
                 *       "start_time": 61.5,
                 *       "note_id": "n_1",
                 *       "recording_id": "r_1",
                 *       "title": "Weekly 5 Jan",
                 *       "made_at": "2026-01-05T09:00:00.000Z",
                 *       "status": "stands",
                 *       "superseded_by": null,
                 *       "supersedes": [
                 *         "dec_0"
                 *       ],
                 *       "proposals": [],
                 *       "detected": true,
                 *       "by": null,
                 *       "created_at": "2026-01-05T09:40:00.000Z",
                 *       "updated_at": "2026-01-05T09:40:00.000Z"
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "decision.superseded";
                    /** @description Decision identifier. */
                    id: string;
                    text: string;
                    /** @description What was said, word for word as in the transcript. */
                    quote: string | null;
                    /** @description Who said it. */
                    speaker: string | null;
                    /** @description When, in seconds from the start of the recording. */
                    start_time: number | null;
                    /** @description The note of the meeting. */
                    note_id: string;
                    /** @description The recording that it came of. */
                    recording_id: string | null;
                    /** @description The title of the recording, else of the note. */
                    title: string;
                    /**
                     * @description The start of the meeting, else the creation.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    made_at: string;
                    /** @enum {string} */
                    status: "stands" | "superseded" | "withdrawn";
                    /** @description The decision that replaced it; null if there is none that the caller may see. */
                    superseded_by: string | null;
                    /** @description Ids of decisions that it replaced. */
                    supersedes: string[];
                    /** @description What a language model proposes; nobody has said it yet. */
                    proposals: {
                        /** @description The earlier decision. */
                        id: string;
                        /**
                         * @description What this decision does to the earlier one.
                         * @enum {string}
                         */
                        kind: "replaces" | "contradicts" | "repeats";
                        /** @description The words that the earlier one rests on. */
                        quote: string | null;
                    }[];
                    /** @description Whether AI notes found it. */
                    detected: boolean;
                    /** @description Id of the person who wrote it. */
                    by: string | null;
                    /**
                     * @description In UTC.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    created_at: string;
                    /**
                     * @description In UTC.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    updated_at: string;
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                } | {
                    /** @constant */
                    event_type: "decision.superseded";
                    /** @description Decision identifier. */
                    id: string;
                    text: string;
                    /** @description What was said, word for word as in the transcript. */
                    quote: string | null;
                    /** @description Who said it. */
                    speaker: string | null;
                    /** @description When, in seconds from the start of the recording. */
                    start_time: number | null;
                    /** @description The note of the meeting. */
                    note_id: string;
                    /** @description The recording that it came of. */
                    recording_id: string | null;
                    /** @description The title of the recording, else of the note. */
                    title: string;
                    /**
                     * @description The start of the meeting, else the creation.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    made_at: string;
                    /** @enum {string} */
                    status: "stands" | "superseded" | "withdrawn";
                    /** @description The decision that replaced it; null if there is none that the caller may see. */
                    superseded_by: string | null;
                    /** @description Ids of decisions that it replaced. */
                    supersedes: string[];
                    /** @description What a language model proposes; nobody has said it yet. */
                    proposals: {
                        /** @description The earlier decision. */
                        id: string;
                        /**
                         * @description What this decision does to the earlier one.
                         * @enum {string}
                         */
                        kind: "replaces" | "contradicts" | "repeats";
                        /** @description The words that the earlier one rests on. */
                        quote: string | null;
                    }[];
                    /** @description Whether AI notes found it. */
                    detected: boolean;
                    /** @description Id of the person who wrote it. */
                    by: string | null;
                    /**
                     * @description In UTC.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    created_at: string;
                    /**
                     * @description In UTC.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    updated_at: string;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_upload_failed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "upload.failed",
                 *       "id": "r_9",
                 *       "title": "Old call",
                 *       "event_id": null,
                 *       "failure_reason": "The media could not be read",
                 *       "created_at": "2026-01-06T10:00:00.000Z",
                 *       "user_id": "u_bo"
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "upload.failed";
                    /** @description The `recording_id` of the upload. */
                    id: string;
                    title: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /** @description Why it failed, in one sentence. */
                    failure_reason: string;
                    /**
                     * @description When the upload was made.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    created_at: string;
                    /** @description Who made it. */
                    user_id: string;
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                } | {
                    /** @constant */
                    event_type: "upload.failed";
                    /** @description The `recording_id` of the upload. */
                    id: string;
                    title: string;
                    /** @description The calendar event; null without one. */
                    event_id: string | null;
                    /** @description Why it failed, in one sentence. */
                    failure_reason: string;
                    /**
                     * @description When the upload was made.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    created_at: string;
                    /** @description Who made it. */
                    user_id: string;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_webhook_failing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "webhook.failing",
                 *       "id": "wh_1",
                 *       "url": "https://hooks.example.com/minutebook",
                 *       "webhook_scope": "user",
                 *       "user_id": "u_bo",
                 *       "failing_since": "2026-01-05T09:40:00.000Z",
                 *       "at": "2026-01-05T10:40:05.000Z",
                 *       "last_status_code": 503,
                 *       "last_error": null,
                 *       "scope": "workspace"
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "webhook.failing";
                    /** @description Webhook identifier. */
                    id: string;
                    /** @description Its address, without query. */
                    url: string;
                    /**
                     * @description Its scope.
                     * @enum {string}
                     */
                    webhook_scope: "user" | "workspace";
                    /** @description Its owner. */
                    user_id: string;
                    /**
                     * @description The first failure since its last success.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    failing_since: string;
                    /**
                     * @description The end of the attempt that caused this event.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    at: string;
                    /** @description Status code of that attempt; null without an answer. */
                    last_status_code: number | null;
                    /** @description Why there was no answer; null where there was one. */
                    last_error: string | null;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_webhook_failed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "webhook.failed",
                 *       "id": "wh_1",
                 *       "url": "https://hooks.example.com/minutebook",
                 *       "webhook_scope": "user",
                 *       "user_id": "u_bo",
                 *       "failing_since": "2026-01-05T09:40:00.000Z",
                 *       "at": "2026-01-10T09:40:00.000Z",
                 *       "last_status_code": 503,
                 *       "last_error": null,
                 *       "scope": "workspace"
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "webhook.failed";
                    /** @description Webhook identifier. */
                    id: string;
                    /** @description Its address, without query. */
                    url: string;
                    /**
                     * @description Its scope.
                     * @enum {string}
                     */
                    webhook_scope: "user" | "workspace";
                    /** @description Its owner. */
                    user_id: string;
                    /**
                     * @description The first failure since its last success.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    failing_since: string;
                    /**
                     * @description The end of the attempt that caused this event.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    at: string;
                    /** @description Status code of that attempt; null without an answer. */
                    last_status_code: number | null;
                    /** @description Why there was no answer; null where there was one. */
                    last_error: string | null;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_webhook_recovered: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_type": "webhook.recovered",
                 *       "id": "wh_1",
                 *       "url": "https://hooks.example.com/minutebook",
                 *       "webhook_scope": "user",
                 *       "user_id": "u_bo",
                 *       "failing_since": "2026-01-05T09:40:00.000Z",
                 *       "at": "2026-01-05T12:15:05.000Z",
                 *       "last_status_code": 200,
                 *       "last_error": null,
                 *       "scope": "workspace"
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    event_type: "webhook.recovered";
                    /** @description Webhook identifier. */
                    id: string;
                    /** @description Its address, without query. */
                    url: string;
                    /**
                     * @description Its scope.
                     * @enum {string}
                     */
                    webhook_scope: "user" | "workspace";
                    /** @description Its owner. */
                    user_id: string;
                    /**
                     * @description The first failure since its last success.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    failing_since: string;
                    /**
                     * @description The end of the attempt that caused this event.
                     * @example 2026-01-05T09:00:00.000Z
                     */
                    at: string;
                    /** @description Status code of that attempt; null without an answer. */
                    last_status_code: number | null;
                    /** @description Why there was no answer; null where there was one. */
                    last_error: string | null;
                    /** @constant */
                    scope: "workspace";
                    /**
                     * @description Only on test events: nothing happened.
                     * @constant
                     */
                    test?: true;
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the event is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
