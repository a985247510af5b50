/**
 * The rows of each table and view. `npm run schema` writes this file from the database that the migrations make; the
 * comments are theirs. What a database does not know of its columns stands in column-types.ts.
 */
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type {
  AiNoteChange,
  ErasedNames,
  EventType,
  ItemLink,
  PreviousSecret,
  RecapFacts,
  RecordedChange,
  RetentionDays,
  RuleActions,
  RuleMatch,
  StoredAiNotes,
  StoredBlock,
  StoredGlossary,
  StoredNoteTemplates,
  StoredTranscript,
  StoredWords,
  TodoSeen,
  TodoText,
  UploadFacts,
} from './column-types.ts'

export type Tables = {
  action_item_assignees: {
    workspace_id: string
    item_id: string
    user_id: string
    position: number
  }
  /**
   * Changes of an item within a window become one event (spec 6.4, decision 26). The first change writes the state before
   * it; later ones leave the row. The transaction that announces the event deletes it, so that a crash announces again or
   * not at all. A deleted item has nothing to announce.
   */
  action_item_holds: {
    workspace_id: string
    item_id: string
    due_at: Date
    status: 'Incomplete' | 'Done' | 'Archived'
    assignees: string[]
    /**
     * The trace of the request that opened the window (`traceparent`), so that the worker's work joins it. Null unless
     * traces are exported.
     */
    trace: string | null
  }
  /**
   * `wont_do` is the stored archive flag (spec 6.3); `completed_by` has the people who marked it (decision 25).
   */
  action_items: {
    workspace_id: string
    id: string
    note_id: string | null
    text: string
    completion_type: Generated<'any' | 'all'>
    status: Generated<'Incomplete' | 'Done' | 'Archived'>
    wont_do: Generated<boolean>
    completed_by: Generated<string[]>
    due_date: string | null
    ai_generated: Generated<boolean>
    /** Not by a renamed speaker alone: AI notes that are written again replace such an item. */
    changed_by_people: Generated<boolean>
    recording_offset: number | null
    /** Where the same thing is in other systems (decision 68). */
    links: Json<ItemLink[], undefined>
    created_by: string | null
    created_at: Date
    updated_at: Date
  }
  /**
   * All addresses of the accounts: the current one, `users.email`, and others that still find the account. An address is
   * one account's only, and a row never changes its account.
   */
  addresses: {
    workspace_id: string
    email_folded: string
    email: string
    user_id: string
  }
  /**
   * What keys have used of their present 24 hours, in all processes together (decision 13). It is written only if
   * API_RATE_PER_DAY is on, once a second for all keys that were used.
   */
  api_key_use: {
    workspace_id: string
    key_id: string
    used: number
    ends_at: Date
  }
  /**
   * Only the SHA-256 of a key is kept. It is unique everywhere: on localhost the key alone names its workspace.
   */
  api_keys: {
    workspace_id: string
    id: string
    user_id: string
    name: string
    secret_hash: Buffer
    super_admin: Generated<boolean>
    active: Generated<boolean>
    created_at: Date
    last_used_at: Date | null
    /** Null is every scope, and no end (decision 29c). */
    scopes: ('read' | 'write' | 'webhooks' | 'admin' | 'scim')[] | null
    expires_at: Date | null
    /**
     * The administrator who switched the key off: its owner may not switch it on again. Null if the owner did, or nobody
     * knows who did.
     */
    switched_off_by: string | null
  }
  /** Every request for a message, and its result (decision 39). */
  attempts: {
    workspace_id: string
    message_id: string
    number: number
    sent_at: Date
    duration_ms: number
    status_code: number | null
    error: string | null
    response_body: string | null
    manual: boolean
  }
  /**
   * Who did what in whose name (spec 5.2, decisions 5 and 20). `status` is null if no answer was sent, or not yet. What
   * a session did has no key.
   */
  audit_log: {
    workspace_id: string
    id: string
    at: Date
    action: string
    key_id: string | null
    user_id: string
    on_behalf_of: string | null
    method: string
    path: string
    status: number | null
    address: string
    request_id: string
    body_sha256: string | null
    details: Json<Record<string, unknown>, undefined>
  }
  /**
   * Who an account is at the identity provider (decision 42). The first sign-in there binds it, so that an address that a
   * provider gives to somebody else later does not open the account. An administrator can release it.
   */
  bound_identities: {
    workspace_id: string
    user_id: string
    issuer: string
    subject: string
    bound_at: Date
  }
  /**
   * What a feed had when it was last read. An event that is missing the next time was called off. Of what is gone from an
   * account its vendor gives only the id, of the event or of its series.
   */
  calendar_feed_events: {
    workspace_id: string
    feed_id: string
    event_guid: string
    provider_id: string | null
    provider_series_id: string | null
  }
  /**
   * Calendars that are read again and again (decision 29g). Their addresses are secrets: `url` is sealed with SECRET_KEY,
   * `url_key` is a keyed hash that finds the same address again, and `host` is what people see. A feed that a world
   * brought without its address is not read until an import brings the address.
   * `etag` and `last_modified` belong to the content that was read in full at `full_read_at`; `failures` counts those
   * since the last success, and `problems` has what was not taken since then.
   * While a feed is read no other read of it begins; `reading_until` ends that if the process dies.
   * A connected account is a feed without an address (decisions 60 and 69). `tokens` are sealed like the address, and have
   * the password of one by CalDAV; without them its person must give consent anew. `subject` is the account as its vendor knows it, since two accounts may have one
   * e-mail address; null if a world brought it. `sync_cursor` says up to where its changes were read, of the window that
   * had `window_days` at `full_read_at`. Everything is read again at `full_due_at`; null is at once. The vendor sends
   * notifications to `watch_address` until `watch_until`, with a secret whose hash is `watch_secret`.
   */
  calendar_feeds: {
    workspace_id: string
    id: string
    user_id: string
    url: Buffer | null
    url_key: Buffer | null
    host: string
    provider: 'google' | 'microsoft' | 'caldav' | null
    account: string | null
    subject: string | null
    tokens: Buffer | null
    sync_cursor: string | null
    window_days: number | null
    full_due_at: Date | null
    watch_id: string | null
    watch_resource: string | null
    watch_secret: Buffer | null
    watch_address: string | null
    watch_until: Date | null
    etag: string | null
    last_modified: string | null
    full_read_at: Date | null
    last_read_at: Date | null
    last_error: string | null
    problems: Json<string[], undefined>
    failures: Generated<number>
    next_read_at: Date | null
    reading_until: Date | null
    created_at: Date
  }
  /** The last number of a workspace, and the last one that was removed: a cursor before it has expired. */
  change_counters: {
    workspace_id: string
    last_number: Int8<undefined>
    forgotten_number: Int8<undefined>
  }
  /**
   * Changes of a note or recording within a window become one event, announced at its end by a job. There is a row only
   * where somebody awaits the event, and the transaction that announces it deletes the row. A decision that is typed into an
   * agenda is told when nobody changed it until then; each change moves that. The row of one that is withdrawn stays until it
   * stands again or is deleted.
   */
  change_holds: {
    workspace_id: string
    kind: 'note' | 'recording' | 'decision'
    id: string
    until: Date
  }
  changes: {
    workspace_id: string
    number: Int8
    kind: 'note' | 'recording' | 'action_item' | 'decision' | 'membership'
    id: string
    people: string[] | null
    channel_id: string | null
    /** 'lost': of the people or the channel's members, those who do not see it now learn that it is gone. */
    sight: 'gained' | 'lost' | null
    /** Changes of one transaction happened at once, in whatever order they are numbered. */
    transaction: Int8
    at: Date
  }
  /**
   * `came_while_open`: into the group of a directory while it was public. Such members leave when the directory closes it.
   */
  channel_members: {
    workspace_id: string
    channel_id: string
    user_id: string
    came_while_open: Generated<boolean>
  }
  /** Members of a channel read what is published in it. */
  channels: {
    workspace_id: string
    id: string
    title: string
    private: Generated<boolean>
    created_at: Date
  }
  /**
   * What was changed of a decision, by whom and how. `other` is the decision that the change names: an earlier one, or the
   * successor that replaced this one or gave way. It need not be there any more. `user_id` is null if AI notes changed it.
   */
  decision_changes: {
    workspace_id: string
    id: string
    decision_id: string
    at: Date
    user_id: string | null
    through: 'api' | 'agenda' | 'ai_notes'
    change: Json<RecordedChange>
    other: string | null
  }
  /**
   * Decisions whose words are new, to be compared with the earlier ones by a language model. Each change of the words moves
   * `due_at`; who has compared deletes the row.
   */
  decision_comparisons: {
    workspace_id: string
    decision_id: string
    due_at: Date
  }
  /**
   * What a language model said of a new decision and an earlier one, until a person with the edit right of the new one says
   * it too or dismisses it.
   */
  decision_proposals: {
    workspace_id: string
    newer: string
    older: string
    kind: ProposalKind
    dismissed: Generated<boolean>
  }
  /** `newer` replaced `older`, for as long as `newer` is not withdrawn. A decision has one successor at most. */
  decision_successions: {
    workspace_id: string
    older: string
    newer: string
  }
  /**
   * A decision came of a recap, or of the note alone; who sees that (`source_kind`, `source_id`) sees it. Those of the note
   * alone have a block in its agenda; those of a recap have none, because the agenda has other readers.
   */
  decisions: {
    workspace_id: string
    id: string
    note_id: string
    recording_id: string | null
    text: string
    text_folded: string
    /** What was said, word for word as in the transcript, and who said it. */
    quote: string | null
    speaker: string | null
    /** In seconds from the start of the recording. */
    start_time: number | null
    /** Whether it is superseded is not stored: a successor that stands says so. */
    status: Generated<'stands' | 'withdrawn'>
    /** A language model found it in a transcript. */
    detected: Generated<boolean>
    /** Somebody wrote, changed or confirmed it, so that writing the notes again keeps it. */
    changed_by_people: Generated<boolean>
    made_by: string | null
    /** When the meeting was, else when the row was made. Triggers keep it. */
    made_at: Date
    created_at: Date
    updated_at: Date
    source_kind: GeneratedAlways<'note' | 'recording' | null>
    source_id: GeneratedAlways<string | null>
  }
  /**
   * The times of requests that share one limit: of a user webhook, or of the workspace webhooks of one key (decision 34).
   * `sent_ms` are the latest, `queued_until_ms` is the end of the waiting line, in milliseconds since 1970.
   */
  delivery_lanes: {
    workspace_id: string
    lane: string
    sent_ms: string[]
    queued_until_ms: Int8
  }
  /**
   * Notes, recordings and items that may name the person. `took_part`: the person was in that meeting, so that a short
   * name means them too.
   */
  erasure_things: {
    workspace_id: string
    user_id: string
    kind: 'note' | 'recording' | 'item'
    id: string
    took_part: boolean
  }
  /**
   * What is left to do of an erasure (decision 50). It runs in many short transactions; each writes here how far it is,
   * so that nothing is lost when a worker dies. `names` is what has to be removed; the last transaction removes it too.
   */
  erasures: {
    workspace_id: string
    user_id: string
    /** The super admin who asked for it. */
    requested_by: string
    requested_at: Date
    stage: Generated<ErasureStage>
    /** The last row that the stage has read. */
    position: Json<string[]> | null
    names: Json<ErasedNames> | null
    things: Generated<number>
    things_done: Generated<number>
    finished_at: Date | null
  }
  /** Invited addresses in the order of the invitation, also of groups, guests and people without an account. */
  event_attendees: {
    workspace_id: string
    event_guid: string
    position: number
    email: string
    email_folded: string
    name: Generated<string>
    /**
     * Whether this person's own calendar has the event as it is (docs/decisions/calendar.md). A recording joins a meeting
     * by itself only if the uploader's calendar has it with this time and call link, and names everybody who is in it.
     * Otherwise a colleague could invite the uploader to read what they record, or move a meeting over their call. Null
     * if no calendar has said it: the event then counts for who first imported it, or for all.
     */
    in_own_calendar: boolean | null
  }
  /**
   * A calendar event, one row for each occurrence. Its guid is the one that other calendars know it by (spec 2.2).
   */
  events: {
    workspace_id: string
    guid: string
    series_id: string | null
    title: string
    starts_at: Date
    ends_at: Date
    all_day: Generated<boolean>
    call_url: string | null
    organizer_email: string | null
    /**
     * Whose import first brought the event: only they, the organizer and super admins may call it off or take people out
     * of it (decision 29g). Null if a world brought it without this.
     */
    imported_by: string | null
    /**
     * Made as the next meeting of another, and in no calendar before (docs/decisions/next-meeting.md). No import sets it: only
     * of such an event is a calendar file mailed, in the name of who organizes it.
     */
    made_here: Generated<boolean>
    /**
     * An event that is called off is deleted with its note. If the note has content, both stay, and this is the time.
     */
    cancelled_at: Date | null
    /**
     * The last revision that a mail brought, as its SEQUENCE and DTSTAMP say (RFC 5546, 2.1.5): an older mail changes
     * nothing. A mail names a series or one occurrence, and each counts its revisions for itself. `revised_alone` is true
     * if the mail was about this occurrence.
     */
    sequence: number | null
    stamped_at: Date | null
    revised_alone: Generated<boolean>
  }
  /**
   * What was overwritten or removed under a legal hold (decision 51), whole, so that nobody gets rid of it. `thing_id` is
   * the note, the recording, the item or the decision. `former` is a title, the native markup of an agenda, the changed
   * segments, the AI notes, the item, or the decision. Rows are deleted with their note or recording, and segments with the transcript.
   */
  former_texts: {
    workspace_id: string
    id: string
    at: Date
    /** Who overwrote it; null is the operator's command. */
    by_user_id: string | null
    kind: 'note' | 'recording' | 'action_item' | 'decision'
    thing_id: string
    note_id: string | null
    recording_id: string | null
    what: 'title' | 'agenda' | 'segments' | 'ai_notes' | 'item' | 'decision' | 'mark'
    former: Json<unknown>
    bytes: number
  }
  /**
   * `draining`: workers send no more of its messages and let those under way end. `frozen`: no row of it changes, reads
   * continue. `moved`, `arriving` and `deleting`: it is not served here any more, or not yet. `freeze_id` is new with
   * each freeze: what was copied under it is still the same. `target` says where it moves to, for operators. `served_at`
   * is when the target began to serve it; until then the rows here let the move continue.
   */
  frozen_workspaces: {
    workspace_id: string
    state: 'draining' | 'frozen' | 'moved' | 'arriving' | 'deleting'
    freeze_id: string
    since: Date
    target: string | null
    served_at: Date | null
  }
  /**
   * Names and words as a workspace spells them (decision 66): one document, because it is replaced as a whole. Everyone reads it.
   */
  glossaries: {
    workspace_id: string
    document: Json<StoredGlossary>
    changed_at: Date
  }
  /**
   * A request that may be sent again: the same body gets the first answer, for 24 h (decision 29a). The row is written
   * before its upload, so that two requests at once make one upload; therefore the foreign key is checked at the commit.
   */
  idempotency_keys: {
    workspace_id: string
    user_id: string
    key: string
    body_sha256: Buffer
    recording_id: string
    created_at: Date
  }
  /**
   * Who receives events by GET /api/v1/events: a person once, however many connections they have, and for a while after
   * the last one ended, so that it can be resumed. They receive what a user webhook of theirs would. `enabled_events` has
   * the types of all their connections; each connection leaves out those that it did not ask for.
   */
  listeners: {
    workspace_id: string
    user_id: string
    listens_until: Date
    enabled_events: string[]
  }
  /**
   * Moments that people marked in a recording, while it ran or later (decision 67); `at` in seconds from its start. Before
   * the recording there is an upload, or a session of one, with the same id: a mark goes with the last of them, by triggers,
   * because a foreign key could name only one. Beside a bot there is none of them: such a mark is of the note and of an
   * instant, until a recording of the note is made in which it lies.
   */
  marks: {
    workspace_id: string
    id: string
    recording_id: string | null
    at: number | null
    note_id: string | null
    made_at: Date | null
    text: string | null
    user_id: string
    created_at: Date
  }
  /**
   * Files whose row was deleted, no matter by whom. They are removed after the transaction, or later if the process died
   * in between (decision 19). A file that another row names by then stays.
   */
  media_leftovers: {
    file: string
  }
  /**
   * How many bytes the media of a workspace take (decision 29c), kept by triggers, so that no writer can forget it and
   * reading it is one row. Without a row it is 0.
   */
  media_use: {
    workspace_id: string
    bytes: Int8
  }
  /**
   * One row for an event, a webhook and a recipient, written in the transaction that caused the event, so that none is
   * lost. A second run of the same job writes nothing twice (`event_key`). The table is also the queue: a worker claims a
   * message while it sends it (server/webhooks/delivery/). `claimed_by` is the worker's number, and a claim ends with its
   * connection, or at `claimed_until`. A claim changes no column of an index and pages are filled by half, so it rewrites
   * the row within its page and no index.
   * `body` has the bytes as they are sent, each time the same (decision 38). It is null when the meeting data that it
   * quotes were deleted for good; note_id, recording_id and item_id find it then (decision 19).
   * `failures` counts along the schedule of retries, `attempts` also the manual ones.
   */
  messages: {
    workspace_id: string
    id: string
    webhook_id: string
    event_type: EventType
    event_key: string
    status: MessageStatus
    body: Buffer | null
    note_id: string | null
    recording_id: string | null
    item_id: string | null
    created_at: Date
    /** Kept while the message is claimed or held. */
    next_attempt_at: Date | null
    claim: string | null
    claimed_until: Date | null
    claimed_by: number | null
    manual: Generated<boolean>
    attempts: Generated<number>
    failures: Generated<number>
    last_status_code: number | null
    /** Whether it was held or skipped before it was first sent: its delay then says nothing of the queue. */
    was_held: Generated<boolean>
    /** The trace of the request that caused it (`traceparent`), as in action_item_holds. */
    trace: string | null
  }
  /** Tokens that the language model read and wrote for a workspace in its current month (decision 56). */
  model_use: {
    workspace_id: string
    month: string
    tokens: Int8
  }
  /**
   * What a person changed of it for one meeting, of which a field without a value is as the rules say: the recording, the
   * template, and channels that were added, with this person's rights, or taken out.
   */
  note_plans: {
    workspace_id: string
    note_id: string
    user_id: string
    record: 'bot' | 'remind' | 'never' | null
    template_id: string | null
    added_channels: Generated<string[]>
    dropped_channels: Generated<string[]>
    changed_at: Date
  }
  /**
   * How a workspace wants its AI notes: instructions, a glossary and templates. They are one document, because super
   * admins read it and replace it as a whole. Without a row there are none.
   */
  note_templates: {
    workspace_id: string
    document: Json<StoredNoteTemplates>
    changed_at: Date
  }
  /**
   * An agenda and its metadata (spec 2.2), at most one for an event (decision 29f). `agenda` has the blocks; the block of
   * an action item is its id only, the item itself is in action_items. Nothing is updated before it exists, so a search
   * for recent updates can skip old notes.
   */
  notes: {
    workspace_id: string
    id: string
    event_guid: string | null
    series_id: string | null
    created_by: string | null
    title: string
    title_folded: string
    /** A calendar import renames a note after its event, unless a person gave it its title (decision 29g). */
    titled_by_person: Generated<boolean>
    agenda: Json<StoredBlock[], undefined>
    /** The rule that made it as the next meeting of a series (decision 64), which may be gone. */
    rule_id: string | null
    created_at: Date
    updated_at: Date
  }
  /**
   * Recordings whose AI notes are to be written. The first ones follow the words (decision 55); later ones are written
   * again: `user_id` asked for it, and a job does it; without one the command `write-notes` does. The row is deleted by the transaction that writes the notes, so that nothing is lost when a
   * process dies.
   */
  notes_requests: {
    workspace_id: string
    recording_id: string
    user_id: string | null
    requested_at: Date
    /** Temporary failures so far; each waits longer than the one before. */
    failures: Generated<number>
    is_first: Generated<boolean>
    /** How much of the work is done; null if nobody knows. */
    stage_done: number | null
  }
  /**
   * AI notes of a recording in another language (decision 71): the texts of the notes, in their order. Everything else of them
   * is read from the notes themselves, so a quotation is there as long as they have it.
   */
  notes_translations: {
    workspace_id: string
    recording_id: string
    language: string
    status: Generated<'writing' | 'written' | 'failed'>
    requested_at: Date
    /** Temporary failures so far; each waits longer than the one before. */
    failures: Generated<number>
    failure_reason: string | null
    texts: Json<string[]> | null
    generated_by: string | null
    written_at: Date | null
  }
  /**
   * Programs that registered themselves to ask people for access (decision 48; RFC 7591). Nobody is known yet, so they
   * belong to no workspace. They hold no secret, only what they say of themselves, which is shown to the people they ask.
   * A program with an address of its own (a client ID metadata document) needs no row.
   */
  oauth_clients: {
    id: string
    name: string | null
    redirect_uris: string[]
    created_at: Date
    /** When somebody last saw the question or answered it. Unused programs are removed. */
    last_used_at: Date
  }
  /** As api_key_use, for the grants of sessions that no key made. */
  oauth_grant_use: {
    workspace_id: string
    grant_id: string
    used: number
    ends_at: Date
  }
  /**
   * The access that a person gave an assistant. One row has everything: the code that begins it, and its present tokens,
   * of which only SHA-256 are kept. Deleting the row ends all of them. `key_id` is the key that the person's session was
   * made with; the grant ends with that key, as the session does.
   */
  oauth_grants: {
    workspace_id: string
    id: string
    user_id: string
    key_id: string | null
    /** An https address, or the id of a row of oauth_clients, which may be gone. */
    client_id: string
    client_name: string | null
    redirect_uri: string
    scopes: ('read' | 'write')[]
    /** The address of the /mcp that it is for (RFC 8707). */
    resource: string
    created_at: Date
    last_used_at: Date | null
    /** It ends then, used or not. */
    expires_at: Date
    code_hash: Buffer
    code_challenge: string
    code_expires_at: Date
    code_used_at: Date | null
    access_hash: Buffer | null
    access_expires_at: Date | null
    /**
     * A refresh token has two parts: the first stays for the life of the grant, the second is new each time. The first
     * with another second part is a token that was used before.
     */
    family_hash: Buffer | null
    refresh_hash: Buffer | null
    refresh_expires_at: Date | null
  }
  /**
   * A link that opens parts of a note or a recording to people without an account (decision 57). It opens nothing while
   * `user_id`, who made it, does not attend, and while the workspace has them switched off. Only the SHA-256 of its token
   * is kept, unique everywhere, and of a password only what a slow function makes of it.
   */
  outside_links: {
    workspace_id: string
    id: string
    note_id: string | null
    recording_id: string | null
    user_id: string
    token_hash: Buffer
    password_hash: Buffer | null
    parts: OutsidePart[]
    created_at: Date
    expires_at: Date
    openings: Generated<number>
    last_opened_at: Date | null
  }
  /**
   * What proves at one host that a person is there (decision 70): the public half of a key pair that a device of theirs
   * keeps (WebAuthn). `counter` is how often the device says that it signed; one that goes back is of a copy.
   */
  passkeys: {
    workspace_id: string
    id: string
    user_id: string
    host: string
    credential_id: Buffer
    public_key: Buffer
    counter: Int8
    transports: string[]
    name: string
    created_at: Date
    last_used_at: Date | null
  }
  /**
   * A transaction that sets `minutebook.sight` to `postponed` has sight written once, by `write_postponed_sight`, or at its
   * commit (the row '' stands for it). Rows are here only while it is open.
   */
  postponed_sight: {
    workspace_id: string
    note_id: string
  }
  /** Access for the members of a channel, as shares. */
  publications: {
    workspace_id: string
    note_id: string | null
    recording_id: string | null
    channel_id: string
    by_user_id: string
    rule_id: string | null
    awaits_notes: Generated<boolean>
    kind: GeneratedAlways<'note' | 'recording'>
    id: GeneratedAlways<string>
  }
  /**
   * The key pair by which push services know this installation (RFC 8292), made once. The private key is sealed.
   */
  push_keys: {
    id: string
    public_key: string
    private_key: Buffer
  }
  /**
   * A device on which a person wants to be reminded (decision 65). `sealed` has its address at a push service and its keys
   * (RFC 8030, 8291); `endpoint_hash` finds the address again. It ends with the session or the key that made it.
   */
  push_subscriptions: {
    workspace_id: string
    id: string
    user_id: string
    session_id: string | null
    key_id: string | null
    endpoint_hash: Buffer
    sealed: Buffer
    /** Whether what is sent to it may hold a title. */
    titles: boolean
    created_at: Date
    last_used_at: Date | null
    user_agent: string
  }
  /** Questions that a person asked the language model on a day (decision 56). */
  question_counts: {
    workspace_id: string
    user_id: string
    day: string
    questions: number
  }
  /**
   * Who gets recaps by mail (decision 59): none, each at once, or those of a day together in the morning of `time_zone`.
   */
  recap_mail_wishes: {
    workspace_id: string
    user_id: string
    /** Null: the person never chose, and gets what is sent to them. */
    recaps: 'none' | 'at_once' | 'daily' | null
    time_zone: string
  }
  /**
   * The recaps that a person gets by mail, and the notes that somebody shared with them, each once. `due_at` is null when its mail has become a job. `shared_by` shared
   * it with the person. `is_sent`: it was sent to who attended, also to a person who never chose to get mails.
   */
  recap_mails: {
    workspace_id: string
    user_id: string
    recording_id: string | null
    shared_by: string | null
    due_at: Date | null
    is_sent: Generated<boolean>
    note_id: string | null
  }
  /**
   * What recorders reported, kept for a week, so that a repeated report is not imported again. `event` is sealed, because
   * it contains the token for the download; null when it was imported or has failed.
   */
  recorder_events: {
    workspace_id: string
    recorder_id: string
    key: Buffer
    event: Buffer | null
    failures: Generated<number>
    received_at: Date
  }
  /**
   * The people whose calls a Meet recorder hears of. Google has one subscription for each: `name` is its name there, null
   * for a person whom Google does not know. It is renewed, or tried again, at `due_at`.
   */
  recorder_subscriptions: {
    workspace_id: string
    recorder_id: string
    user_id: string
    name: string | null
    ends_at: Date | null
    due_at: Date
    has_failed: Generated<boolean>
  }
  /**
   * Services that record calls and report it by requests of their own (docs/recorders.md). `secret` signs these requests
   * and is sealed. `takes` says which of their events count, that of the transcript or that of the media: with both, a
   * meeting would be imported twice.
   */
  recorders: {
    workspace_id: string
    id: string
    kind: 'zoom' | 'teams' | 'meet' | 'vexa' | 'attendee' | 'bigbluebutton'
    takes: 'transcript' | 'media'
    secret: Buffer
    /**
     * Of Teams: the application at Microsoft, and the subscription to its events, which ends unless it is renewed. Of
     * Meet `subscribed_until` is the first end of its subscriptions.
     */
    tenant_id: string | null
    client_id: string | null
    subscription_id: string | null
    subscribed_until: Date | null
    /**
     * Of Meet: the service account that signs the requests of Pub/Sub, since anybody with a project at Google could sign as
     * another one; and the topic of Pub/Sub that Google writes events to.
     */
    push_account: string | null
    topic: string | null
    /**
     * Of a service at an address that the operator names, and of one that sends bots the key for its API, sealed.
     */
    base_url: string | null
    api_key: Buffer | null
    /** Whether attendees may send its bots. */
    sends_bots: Generated<boolean>
    /** Whose the recordings of hosts without an account are; null refuses them. */
    fallback_user_id: string | null
    active: Generated<boolean>
    created_at: Date
    last_event_at: Date | null
    last_error: string | null
  }
  /** What people corrected in a recording (decision 46). `user_id` is null if the operator's command wrote. */
  recording_changes: {
    workspace_id: string
    id: string
    recording_id: string
    at: Date
    user_id: string | null
    change: Json<AiNoteChange>
  }
  /** The media of a recording: a file of the store, which is deleted after the row. */
  recording_media: {
    workspace_id: string
    recording_id: string
    file: string
    content_type: string | null
    file_name: string
    media_bytes: Int8
  }
  /** A recap (spec 2.3). It exists since its upload succeeded (decision 28). */
  recordings: {
    workspace_id: string
    id: string
    note_id: string
    title: string
    title_folded: string
    created_at: Date
    updated_at: Date
    started_at: Date | null
    ended_at: Date | null
    started_by: string | null
    transcript: Json<StoredTranscript> | null
    /**
     * When each word was said, if the transcriber told (decision 46): for each segment null or a list of
     * `[text, start, end]`. It is not part of the transcript, which leaves the database as it is stored (spec 2.3).
     */
    words: Json<StoredWords> | null
    ai_notes: Json<StoredAiNotes> | null
    /**
     * What the uploader said of it beside title and time; what was not said is absent. `participants`: who took part if no
     * event says so, `{name, email}` as the uploader named them. They get no access (decision 29). `consent`: what people
     * were told before the recording, who was told and when; `started_by` told them (decision 58).
     * `notes_language`: in which language somebody wanted its notes (decision 71).
     */
    facts: Json<RecapFacts, undefined>
  }
  /**
   * Who was reminded of which meeting (decision 65), kept for a week: once, and once more if it moved to a later time.
   * `starts_at` is the start that they were reminded of.
   */
  reminders: {
    workspace_id: string
    note_id: string
    user_id: string
    starts_at: Date
    made_at: Date
    /** When a push service took it or a page showed it; no mail is sent then. */
    shown_at: Date | null
  }
  /**
   * What happens with meetings like these (decision 64): of a person or, without `user_id`, of the workspace. `match` says
   * which meetings, `does` what. `position` counts from 0 among the rules of one person, or of the workspace. What a rule
   * could not do is its `last_problem`, until it acts again. They name series, channels and people without foreign keys:
   * where one is gone, the rule does nothing and says so.
   */
  rules: {
    workspace_id: string
    id: string
    user_id: string | null
    position: number
    name: string
    match: Json<RuleMatch>
    does: Json<RuleActions>
    last_problem: string | null
    created_at: Date
    updated_at: Date
  }
  /** Groups: the channels that an identity provider made. */
  scim_groups: {
    workspace_id: string
    channel_id: string
    external_id: string | null
  }
  /**
   * What an identity provider says of an account by SCIM (docs/decisions/scim.md), beyond what the account has itself.
   * `removed`: the provider deleted the account. SCIM does not show it then while it is deactivated.
   */
  scim_people: {
    workspace_id: string
    user_id: string
    external_id: string | null
    given_name: string | null
    family_name: string | null
    removed: Generated<boolean>
  }
  /**
   * Documents whose words are stored together, so that a row of a word serves many of them. `is_single`: of one
   * recording, to be put together with others by the job (server/meetings/text-index/join-bundles.ts).
   */
  search_bundles: {
    id: GeneratedAlways<string>
    workspace_id: string
    is_single: boolean
  }
  /**
   * What is found as one: a note (title, agenda), a recording (title, AI notes, transcript), an action item or a decision. It is
   * deleted with its thing, in the same transaction.
   */
  search_documents: {
    id: GeneratedAlways<string>
    workspace_id: string
    note_id: string | null
    recording_id: string | null
    item_id: string | null
    decision_id: string | null
    bundle: Int8
    /** Its number in the bundle. */
    slot: number
    /** The text search dictionary that made the stems of its words. */
    language: string
    /** Where its passages are among its words, and who says which (server/meetings/text-index/layout.ts). */
    layout: Buffer
  }
  /** What a hit shows. */
  search_passages: {
    document: Int8
    workspace_id: string
    number: number
    kind: 'title' | 'agenda' | 'action_item' | 'decision' | 'ai_notes' | 'transcript'
    /** Who speaks in a transcript, who speaks most first. */
    speakers: string[]
    start_time: number | null
    end_time: number | null
    text: string
    /**
     * What of the text is said when, and by whom (server/meetings/text-index/spoken.ts); empty but in a transcript.
     */
    segments: Json<[length: number, speaker: number, start_time: number, end_time: number][]>
  }
  /**
   * What was written and is not indexed yet. Triggers write it, so that no writer can forget it. The writer's transaction
   * indexes its own rows at its end, and a job indexes what is left.
   */
  search_stale: {
    workspace_id: string
    kind: 'note' | 'recording' | 'item' | 'decision'
    id: string
    transaction: Generated<string>
  }
  /**
   * What the passages of a document mean, as vectors, a byte for each number, where the settings name a model for them. A job
   * makes them (server/reading/search/meaning/), and again if another model is named. They go with their text, as the passages do.
   */
  search_vectors: {
    document: Int8
    workspace_id: string
    /** Increases: later pages of a search use no vectors that its first page did not know. */
    number: GeneratedAlways<string>
    model: string
    version: number
    /** Of each vector. They stand one after the other, and those of the texts that the model refused are zeros. */
    dimensions: number
    vectors: Buffer
  }
  /**
   * Each word of a bundle, once, with the documents that have it. A posting has the document's slot and a weight
   * (server/meetings/text-index/posting.ts). `positions` has those of each posting: differences, seven bits a byte, the
   * low ones first. A word with accents has a second row if its stem is another one without them, for a query typed
   * without accents (`unaccented`).
   */
  search_words: {
    bundle: Int8
    workspace_id: string
    stem: string
    word: string
    postings: number[]
    positions: Buffer[]
    unaccented: Generated<boolean>
  }
  /**
   * The keys that stored secrets may be sealed with, each by a check value that only it opens. A start without one of
   * them is refused. One row, or two while SECRET_KEY is changed.
   */
  secret_key_checks: {
    /** The first 4 bytes of the key's SHA-256, as in what it seals. */
    key_id: Buffer
    sealed: Buffer
  }
  /**
   * Bots that people or rules sent into calls, kept for a week: the recap of the call belongs to who sent the bot, and to
   * the note. `service_id` is null while the service is asked, and `room` is where Vexa is told to withdraw its bot from.
   * Meetings that overlap and have one `call_key`, by their links, are one call: it gets one bot. A bot outlives its note,
   * so that it can be withdrawn from a meeting that was called off.
   */
  sent_bots: {
    workspace_id: string
    id: string
    note_id: string | null
    recorder_id: string
    user_id: string
    service_id: string | null
    room: string | null
    sent_at: Date
    /** It was withdrawn, has failed, or its call is over: another one may be sent. */
    ended_at: Date | null
    /** Of the meeting when the bot was sent. */
    call_key: string
    starts_at: Date
    ends_at: Date
    /** Whether nobody pressed a button; `rule_id` is the rule, if it was one. */
    by_itself: Generated<boolean>
    rule_id: string | null
    /**
     * It ended before its call: it failed, was withdrawn, or its meeting was called off or moved. Another may follow.
     */
    makes_room: Generated<boolean>
  }
  /** Repeated meetings. */
  series: {
    workspace_id: string
    id: string
    title: string
  }
  /** Access to those meetings of a series that the maker of the share attends (decision 17). */
  series_shares: {
    workspace_id: string
    series_id: string
    user_id: string
    by_user_id: string
    can_edit: Generated<boolean>
  }
  /** As api_key_use, for the sessions that no key made. */
  session_use: {
    workspace_id: string
    session_id: string
    used: number
    ends_at: Date
  }
  /**
   * A signed-in browser (decision 41). Only the SHA-256 of its token is kept. It is unique everywhere: on localhost the
   * session alone names its workspace. `key_id` is the key that it was made with; the session ends with that key.
   */
  sessions: {
    workspace_id: string
    id: string
    user_id: string
    key_id: string | null
    /** How the person signed in; `link` is one that an administrator or the command line made. */
    way: 'key' | 'link' | 'mail' | 'oidc' | 'passkey'
    token_hash: Buffer
    created_at: Date
    last_used_at: Date
    expires_at: Date
    /** When a passkey, or the identity provider, last said in it that the person is there (decision 70). */
    proved_at: Date | null
    /** Until then it has the rights of a super admin key (decision 43). */
    elevated_until: Date | null
    /** Where it was last used from, and what the browser called itself when it was made. */
    address: string
    user_agent: string
  }
  /**
   * Access for a person to a note or a recording, each of which has its foreign key. It counts while `by_user_id` attends.
   */
  shares: {
    workspace_id: string
    note_id: string | null
    recording_id: string | null
    user_id: string
    by_user_id: string
    can_edit: Generated<boolean>
    /** The rule that made it, which may be gone since. */
    rule_id: string | null
    /** The thing, as sight names it. */
    kind: GeneratedAlways<'note' | 'recording'>
    id: GeneratedAlways<string>
  }
  /**
   * 2. ITS RESULT
   * Without foreign keys: they would look up each thing and reader again and lock its row. Triggers below delete the sight
   * of what is deleted, under the same lock.
   */
  sight: {
    workspace_id: string
    reader_kind: 'person' | 'channel'
    reader_id: string
    kind: 'note' | 'recording'
    created_at: Date
    id: string
  }
  /**
   * Tries without an account, in all processes together: wrong sign-ins from an address, mails to a person, uses of the
   * challenge of a passkey. Nobody is known yet, so they belong to no workspace.
   */
  sign_in_counts: {
    what: string
    used: number
    ends_at: Date
  }
  /**
   * Groups of OIDC_GROUPS_CLAIM: the channel of each, and the members whom a sign-in added, so that a later one removes
   * only these. `name` is as the provider says it; people may rename the channel.
   */
  sign_in_groups: {
    workspace_id: string
    name: string
    channel_id: string
  }
  sign_in_members: {
    workspace_id: string
    channel_id: string
    user_id: string
  }
  /**
   * What signs a person in once, within 15 minutes (decision 42). Only the SHA-256 is kept; a used one is deleted. With
   * OIDC_ONLY only those of the command line count. `maker_id` is the administrator who made it, for the audit log; null
   * for the command line and for mails.
   */
  sign_in_tokens: {
    token_hash: Buffer
    workspace_id: string
    user_id: string
    made_by: 'command' | 'administrator' | 'mail'
    maker_id: string | null
    expires_at: Date
  }
  /**
   * The events for listeners, kept as long as a connection can be resumed. A row is written without a number, in the
   * transaction that causes the event. Short transactions number the rows later, one at a time and in the order of
   * `written`. So a reader who has read up to a number has missed none below it, however long some transactions take.
   * note_id, recording_id and item_id find what is deleted with the meeting data that it quotes (decision 19).
   */
  stream_events: {
    workspace_id: string
    user_id: string
    event_key: string
    event_type: EventType
    number: Int8 | null
    written: GeneratedAlways<string>
    body: string
    note_id: string | null
    recording_id: string | null
    item_id: string | null
    created_at: Date
  }
  /** TO-DO LISTS (decision 68): what is assigned to a person, in a list that they have on a CalDAV server. */
  todo_accounts: {
    workspace_id: string
    user_id: string
    /** What people see of where the list is. */
    host: string
    username: string
    list: string
    /** Sealed: the address, the user name, the password, and the address of the list. */
    account: Buffer
    /**
     * Up to where the list was read (RFC 6578), if the server tells changes so; otherwise a tag that each change replaces,
     * if it has one.
     */
    sync_token: string | null
    tag: string | null
    created_at: Date
    last_synced_at: Date | null
    next_sync_at: Date
    syncing_until: Date | null
    last_problem: string | null
    /** In a row. */
    failures: Generated<number>
  }
  /**
   * Items of people with a list that changed here, until the list is compared. Without a reference to the account, because a
   * change of an item must not fail when somebody disconnects at that moment. A row that is there is locked by a further
   * change, so that a comparison that would delete it waits for that.
   */
  todo_changes: {
    workspace_id: string
    user_id: string
    item_id: string
  }
  /** What was changed on both sides at once: what each said, and which one was kept. */
  todo_conflicts: {
    workspace_id: string
    id: string
    user_id: string
    item_id: string
    at: Date
    kept: 'here' | 'there'
    here: Json<TodoText>
    /** Null if it was deleted there. */
    there: Json<TodoText> | null
  }
  /**
   * An item that is in the list, or on its way to it or out of it. The address there follows from the three ids. A row stays
   * when its item is deleted, until the list has it no more.
   */
  todo_items: {
    workspace_id: string
    user_id: string
    item_id: string
    /** The version there that was compared last; null while it is not there. */
    etag: string | null
    /**
     * What both sides said then: the date, whether it is done, and a hash of the text. A difference from it is a change.
     */
    known: Json<TodoSeen> | null
    /**
     * Written before the request that sends it, and removed by its answer: after a kill or a lost answer it may have arrived.
     */
    sent: Json<TodoSeen | 'removed'> | null
    /** Why it could not be written there. It is tried again when one side changes. */
    problem: string | null
  }
  /**
   * Recordings whose media are to be transcribed again: `user_id` asked for it. As with notes_requests, the transaction
   * that stores the words deletes the row, and so does a correction by hand meanwhile.
   */
  transcription_requests: {
    workspace_id: string
    recording_id: string
    user_id: string
    language_code: string | null
    speakers: number | null
    /** A model of this machine; null: the one of the settings. */
    model: string | null
    requested_at: Date
    failures: Generated<number>
    stage_done: number | null
  }
  /**
   * A row is written without a number, in the transaction that makes the change. After its commit a short transaction
   * numbers it, one at a time for each workspace (server/reading/changes/number-changes.ts). So a follower who has read up to a
   * number has missed none below it, however long some transactions take.
   */
  unnumbered_changes: {
    written: GeneratedAlways<string>
    workspace_id: string
    /**
     * `membership`: the person `id` joined or left `channel_id`. Whoever reads it looks up what the channel has.
     */
    kind: 'note' | 'recording' | 'action_item' | 'decision' | 'membership'
    id: string
    /** More things of this kind to which the same happened. */
    also: string[] | null
    /** Whom it concerns: these people, or who is in this channel; null in both for everyone who sees the thing. */
    people: string[] | null
    channel_id: string | null
    /** What happened to their sight of it; null if only the thing itself changed. */
    sight: 'gained' | 'lost' | null
    /** A number, because it is copied when the workspace moves to another database. */
    transaction: Int8<undefined>
  }
  /**
   * A resumable upload under way: what its owner said of it. The bytes so far are a file of MEDIA_DIR/tus. The metadata
   * are deleted when the upload is complete; the length stays until the row expires, for clients that ask for it.
   */
  upload_sessions: {
    workspace_id: string
    recording_id: string
    user_id: string
    length: Int8 | null
    metadata: string | null
    complete: Generated<boolean>
    created_at: Date
  }
  /**
   * What an upload consists of until it is processed: the address of its media (sealed with SECRET_KEY, because it may
   * contain a password), the stored media, the transcript, the notes written from it. Each stage adds its part, so that a
   * crash repeats one stage only; the last one deletes the row (decisions 28, 29). A PENDING upload without a row came
   * from a world and stays as it is.
   */
  upload_sources: {
    workspace_id: string
    recording_id: string
    address: Buffer | null
    media_file: string | null
    media_type: string | null
    media_name: string | null
    /** The size that the media will have, known before their first byte is stored (decision 29c). */
    media_bytes: Int8 | null
    transcript: ColumnType<string, string | Buffer, string> | null
    words: Json<StoredWords> | null
    duration_seconds: number | null
    written_notes: Json<object> | null
    /**
     * What the uploader said of the recording: the facts that the recap keeps, its language, and when it began.
     */
    facts: Json<UploadFacts, undefined>
    /**
     * The note that the recording goes to, if it has no event; if it is deleted meanwhile, the recording gets its own.
     */
    note_id: string | null
    /** Temporary failures of the present stage so far; each waits longer than the one before. */
    failures: Generated<number>
    /** How much of the present stage is done, from 0 to 1; null if nobody knows. */
    stage_done: number | null
    /** Whether it waits until there is a transcription service; null if it may not wait, and fails without one. */
    waits: boolean | null
  }
  /** The status of an import (spec 2.4, 3.1). It exists before its recording. */
  uploads: {
    workspace_id: string
    recording_id: string
    submitted_by: string
    title: string
    title_folded: string
    status: 'PENDING' | 'SUCCESS' | 'FAILED'
    failure_reason: string | null
    event_guid: string | null
    channel_id: string | null
    /**
     * The template that the uploader chose, kept for when the notes are written again; the workspace may have removed it.
     */
    template_id: string | null
    /**
     * Why the embedded writer wrote the notes instead of the language model, as a sentence of ours; null if it did not.
     */
    notes_fallback: string | null
    /** When rules published and shared its recording: what people take back then stays so. */
    rules_acted_at: Date | null
    /**
     * Of an import: by what its person knows the meeting, so that the same again is nothing. Imports are announced to nobody.
     */
    import_key: string | null
    created_at: Date
    updated_at: Date
  }
  /**
   * A person with an account. Accounts are deactivated, never deleted, so that what they shared and said stays explained.
   * An erased account (decision 50) has no name and no address any more, and cannot be activated again.
   */
  users: {
    workspace_id: string
    id: string
    email: string
    email_folded: string
    full_name: string
    admin: Generated<boolean>
    active: Generated<boolean>
    created_at: Date
    erased_at: Date | null
    /** The reason of a legal hold on what concerns this person (decision 51). */
    legal_hold: string | null
    notes_language: string | null
    /**
     * The language of mails to this person: the one they chose, else that of the browser of their first sign-in.
     */
    language: 'en' | 'de' | 'fr' | null
  }
  /**
   * "This is me" of a speaker of a recording. While it waits for the words of others, nothing is kept of the voice, which may
   * be somebody else's.
   */
  voice_claims: {
    workspace_id: string
    id: string
    recording_id: string
    user_id: string
    /**
     * Where the speaker was heard, in seconds: a claim is of this sound, however its speaker is named later. Other sound is
     * another claim.
     */
    spans: Json<[start: number, end: number][]>
    /** Somebody who cannot be asked may be meant, so that it needs one word at least. */
    needs_word: boolean
    /** When the voice was taken from it; null while it waits. */
    given_at: Date | null
    created_at: Date
  }
  /**
   * Whose voice somebody said was not theirs: it recognises nobody until another recording confirms the person. It outlives
   * the voice, so that deleting it and giving it again changes nothing.
   */
  voice_contests: {
    workspace_id: string
    user_id: string
    at: Date
  }
  /** Who was told of a claim, and what they said of it. */
  voice_words: {
    workspace_id: string
    claim_id: string
    user_id: string
    /** The speaker may be this person: the claim waits for their word. */
    needed: boolean
    /** Whether it is the claimant; null: no word yet. */
    says: boolean | null
  }
  /**
   * The voice of a person who said "this is me" of a speaker (decision 62). Vectors of different models cannot be compared.
   */
  voices: {
    workspace_id: string
    user_id: string
    /** Name and digest of the model. */
    model: string
    /** Sealed; null came with a world without voices, and recognises nobody. */
    vector: Buffer | null
    /** The vector is the mean of so many recordings. */
    recordings: Generated<number>
    created_at: Date
    updated_at: Date
    /** Somebody else who was there said that it is this person's. */
    confirmed: Generated<boolean>
  }
  /**
   * A registered receiver of events (spec 2.8). A workspace webhook remembers the key that made it. The key may be
   * deleted, and the webhook is then stopped (spec 3.3), so there is no foreign key. `secret` is sealed with SECRET_KEY.
   */
  webhooks: {
    workspace_id: string
    id: string
    user_id: string
    api_key_id: string | null
    scope: Generated<'user' | 'workspace' | 'channel'>
    url: string
    description: Generated<string>
    status: Generated<'active' | 'inactive' | 'failed'>
    enabled_events: Generated<string[]>
    secret: Buffer
    /**
     * Secrets that a rotation left valid for a while (decision 39), the newest first, each as
     * {"secret": sealed, in base64, "until": a time in UTC}.
     */
    previous_secrets: Json<PreviousSecret[], undefined>
    /**
     * Headers that the owner adds to each request, mostly a bearer token of a gateway: one sealed JSON object. Answers
     * show their names and never a value.
     */
    sealed_headers: Buffer | null
    header_names: Generated<string[]>
    /**
     * Since when every attempt failed (decision 36). Administrators are told once of each such time and once of its end:
     * `announced_failing_since` is the `failing_since` that they were told of. `mail_due_at` is when the last mail about the
     * webhook was due, or the next one is: at most one an hour.
     */
    failing_since: Date | null
    announced_failing_since: Date | null
    mail_due_at: Date | null
    /**
     * The incoming webhook of a chat (decision 59), in the form of this service. Its address is a secret: `secret` has it,
     * and `url` only the origin.
     */
    channel_id: string | null
    chat: ChatKind | null
    created_at: Date
    updated_at: Date
  }
  /** A tenant: its address, plan and switches (decisions 4, 6, 31). */
  workspaces: {
    id: string
    subdomain: string
    name: string
    plan: Generated<'team' | 'business' | 'enterprise'>
    email_domains: Generated<string[]>
    retention: Generated<'standard' | 'zero_day'>
    webhooks: Generated<'enabled' | 'not_enabled' | 'switched_off'>
    workspace_webhooks: Generated<boolean>
    /** Whether super admins receive mails about webhooks that fail. */
    webhook_mail: Generated<boolean>
    /** The form of the API: the contract, or the hosted original, for programs that were written for it. */
    compatibility: Generated<Compatibility>
    /**
     * For how many days transcripts, media and everything are kept (decision 51); null is for ever. The daily job removes
     * what is older, and records it in the name of the super admin who set it last.
     */
    retention_days: ColumnType<RetentionDays, RetentionDays | undefined, RetentionDays>
    retention_set_by: string | null
    /**
     * For how many days the log of deliveries is kept; null is as long as the service keeps it, which is the longest.
     */
    delivery_retention_days: number | null
    /** Whether people may give their voices, by which later speakers are named (decision 62). */
    voices: Generated<boolean>
    /** Whether people may make links for people without an account (decision 57). */
    outside_links: Generated<boolean>
    /** Whether administrator rights need a passkey, or a sign-in at the identity provider (decision 70). */
    second_factor: Generated<boolean>
    /** What is said before a recording (decision 58); null is the usual sentence. */
    consent_text: string | null
    /**
     * The language of AI notes (decision 71): a tag, or `spoken`; null is whatever counts next. Likewise of a person.
     */
    notes_language: string | null
    /** The reason of a legal hold (decision 51). While it is set, nothing of the workspace is deleted. */
    legal_hold: string | null
  }
  /**
   * Accounts of which an address is invited, once for each. A deactivated attendee still counts as the maker of a share.
   */
  event_people: {
    workspace_id: string
    event_guid: string
    user_id: string
  }
  /** A note without an event has its creator as its attendee. */
  note_attendees: {
    workspace_id: string
    note_id: string
    user_id: string
  }
  /** What somebody opened: a share for a person, a publication for a channel. */
  opened: {
    workspace_id: string
    kind: string
    id: string
    reader_kind: string
    reader_id: string
    by_user_id: string
  }
  /**
   * A share of a series opens a note with an event if the maker of the share attends the event; one without an event if
   * they made it and attend some event of the series. Later notes too. So nobody gets into a meeting that the maker of the
   * share was not in, and a share with oneself opens nothing.
   */
  opened_by_series: {
    workspace_id: string
    note_id: string
    user_id: string
    can_edit: boolean
  }
  /** Who sees what, once for each way: themselves, and each of their channels. */
  person_sight: {
    workspace_id: string
    user_id: string
    kind: 'note' | 'recording'
    created_at: Date
    id: string
  }
  /**
   * The attendees of a note read it and its recordings.
   * A person reads the one note or recording that an attendee shared with them, and notes with their recordings of a shared
   * series, while the maker of the share attends.
   * A channel reads the one note or recording that an attendee published in it, while the maker of the publication attends.
   * 
   * Whether they attend is a `case` and not a join with note_attendees: PostgreSQL would compute both halves of that union
   * for the whole workspace. With `offset 0` it looks for the one maker: without statistics it read all invitations of all
   * workspaces first, and a share among 3,300,000 took over 40 s instead of 0.1 s.
   */
  readers: {
    workspace_id: string
    kind: string
    id: string
    reader_kind: string
    reader_id: string
  }
  recording_attendees: {
    workspace_id: string
    recording_id: string
    user_id: string
  }
  /** A series is attended by those who attend any of its events. Only they may share it. */
  series_attendees: {
    workspace_id: string
    series_id: string
    user_id: string
  }
  /**
   * Those who see a series: its attendees, who may share it, and those with whom it is shared, who may leave it.
   */
  series_readers: {
    workspace_id: string
    series_id: string
    user_id: string
  }
  /** Notes and recordings, each with the note whose attendees decide about it. */
  things: {
    workspace_id: string
    kind: string
    id: string
    note_id: string
    created_at: Date
  }
  /**
   * With whom a series is shared: while the maker of the share attends an event of it. This opens no note (see
   * `opened_by_series`).
   */
  valid_series_shares: {
    workspace_id: string
    series_id: string
    user_id: string
    can_edit: boolean
  }
}

export type ProposalKind = 'replaces' | 'contradicts' | 'repeats'
export type ErasureStage = 'begin' | 'things' | 'own' | 'texts' | 'messages' | 'done'
export type MessageStatus = 'pending' | 'delivered' | 'failed' | 'held' | 'skipped' | 'cancelled'
export type OutsidePart = 'notes' | 'items' | 'transcript' | 'media'
export type ChatKind = 'slack' | 'teams' | 'mattermost' | 'generic'
export type Compatibility = 'none' | 'hosted'

export type ActionItemAssigneeRow = Selectable<Tables['action_item_assignees']>
export type ActionItemHoldRow = Selectable<Tables['action_item_holds']>
export type ActionItemRow = Selectable<Tables['action_items']>
export type AddressRow = Selectable<Tables['addresses']>
export type ApiKeyUseRow = Selectable<Tables['api_key_use']>
export type ApiKeyRow = Selectable<Tables['api_keys']>
export type AttemptRow = Selectable<Tables['attempts']>
export type AuditLogRow = Selectable<Tables['audit_log']>
export type BoundIdentityRow = Selectable<Tables['bound_identities']>
export type CalendarFeedEventRow = Selectable<Tables['calendar_feed_events']>
export type CalendarFeedRow = Selectable<Tables['calendar_feeds']>
export type ChangeCounterRow = Selectable<Tables['change_counters']>
export type ChangeHoldRow = Selectable<Tables['change_holds']>
export type ChangeRow = Selectable<Tables['changes']>
export type ChannelMemberRow = Selectable<Tables['channel_members']>
export type ChannelRow = Selectable<Tables['channels']>
export type DecisionChangeRow = Selectable<Tables['decision_changes']>
export type DecisionComparisonRow = Selectable<Tables['decision_comparisons']>
export type DecisionProposalRow = Selectable<Tables['decision_proposals']>
export type DecisionSuccessionRow = Selectable<Tables['decision_successions']>
export type DecisionRow = Selectable<Tables['decisions']>
export type DeliveryLaneRow = Selectable<Tables['delivery_lanes']>
export type ErasureThingRow = Selectable<Tables['erasure_things']>
export type ErasureRow = Selectable<Tables['erasures']>
export type EventAttendeeRow = Selectable<Tables['event_attendees']>
export type EventRow = Selectable<Tables['events']>
export type FormerTextRow = Selectable<Tables['former_texts']>
export type FrozenWorkspaceRow = Selectable<Tables['frozen_workspaces']>
export type GlossaryRow = Selectable<Tables['glossaries']>
export type IdempotencyKeyRow = Selectable<Tables['idempotency_keys']>
export type ListenerRow = Selectable<Tables['listeners']>
export type MarkRow = Selectable<Tables['marks']>
export type MediaLeftoverRow = Selectable<Tables['media_leftovers']>
export type MediaUseRow = Selectable<Tables['media_use']>
export type MessageRow = Selectable<Tables['messages']>
export type ModelUseRow = Selectable<Tables['model_use']>
export type NotePlanRow = Selectable<Tables['note_plans']>
export type NoteTemplateRow = Selectable<Tables['note_templates']>
export type NoteRow = Selectable<Tables['notes']>
export type NotesRequestRow = Selectable<Tables['notes_requests']>
export type NotesTranslationRow = Selectable<Tables['notes_translations']>
export type OAuthClientRow = Selectable<Tables['oauth_clients']>
export type OAuthGrantUseRow = Selectable<Tables['oauth_grant_use']>
export type OAuthGrantRow = Selectable<Tables['oauth_grants']>
export type OutsideLinkRow = Selectable<Tables['outside_links']>
export type PasskeyRow = Selectable<Tables['passkeys']>
export type PostponedSightRow = Selectable<Tables['postponed_sight']>
export type PublicationRow = Selectable<Tables['publications']>
export type PushKeyRow = Selectable<Tables['push_keys']>
export type PushSubscriptionRow = Selectable<Tables['push_subscriptions']>
export type QuestionCountRow = Selectable<Tables['question_counts']>
export type RecapMailWishRow = Selectable<Tables['recap_mail_wishes']>
export type RecapMailRow = Selectable<Tables['recap_mails']>
export type RecorderEventRow = Selectable<Tables['recorder_events']>
export type RecorderSubscriptionRow = Selectable<Tables['recorder_subscriptions']>
export type RecorderRow = Selectable<Tables['recorders']>
export type RecordingChangeRow = Selectable<Tables['recording_changes']>
export type RecordingMediaRow = Selectable<Tables['recording_media']>
export type RecordingRow = Selectable<Tables['recordings']>
export type ReminderRow = Selectable<Tables['reminders']>
export type RuleRow = Selectable<Tables['rules']>
export type ScimGroupRow = Selectable<Tables['scim_groups']>
export type ScimPersonRow = Selectable<Tables['scim_people']>
export type SearchBundleRow = Selectable<Tables['search_bundles']>
export type SearchDocumentRow = Selectable<Tables['search_documents']>
export type SearchPassageRow = Selectable<Tables['search_passages']>
export type SearchStaleRow = Selectable<Tables['search_stale']>
export type SearchVectorRow = Selectable<Tables['search_vectors']>
export type SearchWordRow = Selectable<Tables['search_words']>
export type SecretKeyCheckRow = Selectable<Tables['secret_key_checks']>
export type SentBotRow = Selectable<Tables['sent_bots']>
export type SeriesRow = Selectable<Tables['series']>
export type SeriesShareRow = Selectable<Tables['series_shares']>
export type SessionUseRow = Selectable<Tables['session_use']>
export type SessionRow = Selectable<Tables['sessions']>
export type ShareRow = Selectable<Tables['shares']>
export type SightRow = Selectable<Tables['sight']>
export type SignInCountRow = Selectable<Tables['sign_in_counts']>
export type SignInGroupRow = Selectable<Tables['sign_in_groups']>
export type SignInMemberRow = Selectable<Tables['sign_in_members']>
export type SignInTokenRow = Selectable<Tables['sign_in_tokens']>
export type StreamEventRow = Selectable<Tables['stream_events']>
export type TodoAccountRow = Selectable<Tables['todo_accounts']>
export type TodoChangeRow = Selectable<Tables['todo_changes']>
export type TodoConflictRow = Selectable<Tables['todo_conflicts']>
export type TodoItemRow = Selectable<Tables['todo_items']>
export type TranscriptionRequestRow = Selectable<Tables['transcription_requests']>
export type UnnumberedChangeRow = Selectable<Tables['unnumbered_changes']>
export type UploadSessionRow = Selectable<Tables['upload_sessions']>
export type UploadSourceRow = Selectable<Tables['upload_sources']>
export type UploadRow = Selectable<Tables['uploads']>
export type UserRow = Selectable<Tables['users']>
export type VoiceClaimRow = Selectable<Tables['voice_claims']>
export type VoiceContestRow = Selectable<Tables['voice_contests']>
export type VoiceWordRow = Selectable<Tables['voice_words']>
export type VoiceRow = Selectable<Tables['voices']>
export type WebhookRow = Selectable<Tables['webhooks']>
export type WorkspaceRow = Selectable<Tables['workspaces']>

/** Read as a value, written as its text. */
type Json<Value, Missing = never> = ColumnType<Value, string | Missing, string>
/** Read as text, since a number may not hold it. */
type Int8<Missing = never> = ColumnType<string, string | number | Missing, string | number>
