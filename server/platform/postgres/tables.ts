/** Row types, one for each table of migrations/. Only the room that owns a table writes it; joins may read any. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type Tables = {
  workspaces: WorkspaceRow
  users: UserRow
  /** Every address of the accounts, the current one included. */
  addresses: { workspace_id: string; email_folded: string; email: string; user_id: string }
  api_keys: ApiKeyRow
  api_key_use: { workspace_id: string; key_id: string; used: number; ends_at: Date }
  sessions: SessionRow
  session_use: { workspace_id: string; session_id: string; used: number; ends_at: Date }
  sign_in_tokens: SignInTokenRow
  /** Who accounts are at the identity provider. */
  bound_identities: { workspace_id: string; user_id: string; issuer: string; subject: string; bound_at: Date }
  /** Attempts that have no account, such as failed sign-ins of an address; they belong to no workspace. */
  sign_in_counts: { what: string; used: number; ends_at: Date }
  /** Programs that ask people for access; they belong to no workspace. */
  oauth_clients: OAuthClientRow
  oauth_grants: OAuthGrantRow
  oauth_grant_use: { workspace_id: string; grant_id: string; used: number; ends_at: Date }
  erasures: ErasureRow
  former_texts: FormerTextRow
  voices: VoiceRow
  recap_mail_wishes: RecapMailWishRow
  recap_mails: RecapMailRow
  /** What an identity provider knows about an account. */
  scim_people: {
    workspace_id: string
    user_id: string
    external_id: string | null
    given_name: string | null
    family_name: string | null
    removed: boolean
  }
  /** The channels that an identity provider made. */
  sign_in_groups: { workspace_id: string; name: string; channel_id: string }
  sign_in_members: { workspace_id: string; channel_id: string; user_id: string }
  scim_groups: { workspace_id: string; channel_id: string; external_id: string | null }
  erasure_things: {
    workspace_id: string
    user_id: string
    kind: 'note' | 'recording' | 'item'
    id: string
    took_part: boolean
  }
  channels: { workspace_id: string; id: string; title: string; private: boolean; created_at: Date }
  channel_members: { workspace_id: string; channel_id: string; user_id: string }
  series: { workspace_id: string; id: string; title: string }
  series_shares: ShareRow & { series_id: string }
  events: EventRow
  event_attendees: EventAttendeeRow
  recorders: RecorderRow
  recorder_subscriptions: RecorderSubscriptionRow
  recorder_events: RecorderEventRow
  sent_bots: SentBotRow
  calendar_feeds: CalendarFeedRow
  calendar_feed_events: {
    workspace_id: string
    feed_id: string
    event_guid: string
    provider_id: string | null
    provider_series_id: string | null
  }
  notes: NoteRow
  recordings: RecordingRow
  shares: ShareRow & OfNoteOrRecording
  publications: PublicationRow & OfNoteOrRecording
  outside_links: OutsideLinkRow
  recording_media: RecordingMediaRow
  sight: SightRow
  recording_changes: AiNoteChangeRow
  /** Without `user_id` the command write-notes requested it, or they are the first notes. */
  notes_requests: NotesRequestRow
  transcription_requests: TranscriptionRequestRow
  /** Bytes that the media of a workspace take, those of uploads in progress too; kept by triggers (migrations/0006_uploads.sql). */
  media_use: { workspace_id: string; bytes: string }
  media_leftovers: { file: string }
  /** The tokens of a workspace's current month. */
  model_use: { workspace_id: string; month: string; tokens: string }
  question_counts: { workspace_id: string; user_id: string; day: string; questions: number }
  uploads: UploadRow
  note_templates: NoteTemplatesRow
  upload_sources: UploadSourceRow
  upload_sessions: UploadSessionRow
  idempotency_keys: IdempotencyKeyRow
  action_items: ActionItemRow
  action_item_assignees: { workspace_id: string; item_id: string; user_id: string; position: number }
  action_item_holds: ActionItemHoldRow
  change_holds: ChangeHoldRow
  webhooks: WebhookRow
  secret_key_checks: { key_id: Buffer; sealed: Buffer }
  messages: MessageRow
  attempts: AttemptRow
  delivery_lanes: { workspace_id: string; lane: string; sent_ms: string[]; queued_until_ms: string }
  listeners: { workspace_id: string; user_id: string; listens_until: Date; enabled_events: string[] }
  stream_events: StreamEventRow
  audit_log: AuditRow
  frozen_workspaces: FrozenWorkspaceRow
  search_bundles: { id: GeneratedAlways<string>; workspace_id: string; is_single: boolean }
  search_documents: SearchDocumentRow
  search_passages: SearchPassageRow
  search_vectors: SearchVectorsRow
  search_words: SearchWordRow
  search_stale: { workspace_id: string; kind: 'note' | 'recording' | 'item'; id: string; transaction: string }
  unnumbered_changes: { written: GeneratedAlways<string>; workspace_id: string }
  changes: ChangeRow
  change_counters: { workspace_id: string; last_number: string; forgotten_number: string }
  // Views that state the rule of sight (migrations/0010_sight.sql).
  event_people: { workspace_id: string; event_guid: string; user_id: string }
  note_attendees: { workspace_id: string; note_id: string; user_id: string }
  recording_attendees: { workspace_id: string; recording_id: string; user_id: string }
  opened_by_series: { workspace_id: string; note_id: string; user_id: string; can_edit: boolean }
  /** Who sees what, once for each way: as a person, and by each of their channels. */
  person_sight: { workspace_id: string; user_id: string; kind: 'note' | 'recording'; created_at: Date; id: string }
}

export type WorkspaceRow = {
  id: string
  subdomain: string
  name: string
  plan: 'team' | 'business' | 'enterprise'
  email_domains: string[]
  retention: 'standard' | 'zero_day'
  webhooks: 'enabled' | 'not_enabled' | 'switched_off'
  workspace_webhooks: boolean
  compatibility: Compatibility
  retention_days: RetentionDays
  /** The super admin who set it last. */
  retention_set_by: string | null
  /** The reason of a legal hold. */
  legal_hold: string | null
  /** Whether its super admins get mails about webhooks that fail. */
  webhook_mail: boolean
  /** Days that its log of deliveries is kept; null is as long as the service keeps it. */
  delivery_retention_days: number | null
  /** Whether people may make links for people without an account. */
  outside_links: boolean
  /** Whether people may give their voices. */
  voices: boolean
  /** What is said before a recording; null is the usual sentence of the console. */
  consent_text: string | null
}

/** The form of the API in a workspace: the contract, or that of the hosted original. */
export type Compatibility = 'none' | 'hosted'

/** For how many days these are kept; null is for ever. */
export type RetentionDays = { transcripts: number | null; media: number | null; everything: number | null }

export type UserRow = {
  workspace_id: string
  id: string
  email: string
  email_folded: string
  full_name: string
  admin: boolean
  active: boolean
  created_at: Date
  /** When the person was erased; name and address are no longer theirs then (decision 50). */
  erased_at: Generated<Date | null>
  /** The reason of a legal hold. */
  legal_hold: Generated<string | null>
}

/** How far the erasure of a person has come. */
export type ErasureRow = {
  workspace_id: string
  user_id: string
  requested_by: string
  requested_at: Date
  stage: Generated<ErasureStage>
  /** From where the stage continues; null at its beginning. */
  position: ColumnType<string[] | null, never, string | null>
  names: ColumnType<ErasedNames | null, never, string | null>
  things: Generated<number>
  things_done: Generated<number>
  finished_at: Generated<Date | null>
}

export type ErasureStage = 'begin' | 'things' | 'own' | 'texts' | 'messages' | 'done'

/** Names and addresses of a person who is being erased, and the address that replaces theirs. */
export type ErasedNames = {
  /** Names that are surely theirs, anywhere. */
  names: string[]
  /** Names that are theirs only where they took part: of one word, or the name of another account too. */
  nearNames: string[]
  /** Names that only others gave them. They are theirs where they took part, and only written as names. */
  givenNames: string[]
  /** In every spelling that is stored. */
  emails: string[]
  standIn: string
}

export type ApiKeyRow = {
  workspace_id: string
  id: string
  user_id: string
  name: string
  secret_hash: Buffer
  super_admin: boolean
  active: boolean
  created_at: Date
  last_used_at: Date | null
  scopes: ('read' | 'write' | 'webhooks' | 'admin' | 'scim')[] | null
  expires_at: Date | null
  /** The administrator who switched it off; null if its owner did, and while it is active. */
  switched_off_by: string | null
}

/** A signed-in browser. `key_id` is the key that it was made with; null for all other ways to sign in. */
export type SessionRow = {
  workspace_id: string
  id: string
  user_id: string
  key_id: string | null
  token_hash: Buffer
  created_at: Date
  last_used_at: Date
  expires_at: Date
  elevated_until: Generated<Date | null>
  address: string
  user_agent: string
}

export type SignInTokenRow = {
  token_hash: Buffer
  workspace_id: string
  user_id: string
  made_by: 'command' | 'administrator' | 'mail'
  /** The administrator who made it. */
  maker_id: string | null
  expires_at: Date
}

/** Who gets recaps by mail; at `daily` in the morning of `time_zone`. */
export type RecapMailWishRow = {
  workspace_id: string
  user_id: string
  recaps: 'none' | 'at_once' | 'daily'
  time_zone: string
}

/** A recap that a person gets by mail; `due_at` is null when its mail has become a job. */
export type RecapMailRow = {
  workspace_id: string
  user_id: string
  recording_id: string
  shared_by: string | null
  due_at: Date | null
}

/** A person's voice; `vector` is sealed, and null if it came with a world without voices. */
export type VoiceRow = {
  workspace_id: string
  user_id: string
  model: string
  vector: Buffer | null
  recordings: number
  created_at: Date
  updated_at: Date
}

/** A text that was overwritten or removed while a legal hold covered it. */
export type FormerTextRow = {
  workspace_id: string
  id: string
  at: Date
  by_user_id: string | null
  kind: 'note' | 'recording' | 'action_item'
  thing_id: string
  note_id: string | null
  recording_id: string | null
  what: 'title' | 'agenda' | 'segments' | 'ai_notes' | 'item'
  former: unknown
  bytes: number
}

export type OAuthClientRow = {
  id: string
  name: string | null
  redirect_uris: string[]
  created_at: Date
  last_used_at: Date
}

/** What a person allowed an assistant. `key_id` is the key that made the session which allowed it; null without one. */
export type OAuthGrantRow = {
  workspace_id: string
  id: string
  user_id: string
  key_id: string | null
  client_id: string
  client_name: string | null
  redirect_uri: string
  scopes: ('read' | 'write')[]
  resource: string
  created_at: Date
  last_used_at: Date | null
  expires_at: Date
  code_hash: Buffer
  code_challenge: string
  code_expires_at: Date
  code_used_at: Date | null
  access_hash: Buffer | null
  access_expires_at: Date | null
  family_hash: Buffer | null
  refresh_hash: Buffer | null
  refresh_expires_at: Date | null
}

export type ShareRow = { workspace_id: string; user_id: string; by_user_id: string; can_edit: Generated<boolean> }

export type PublicationRow = { workspace_id: string; channel_id: string; by_user_id: string }

/** What a link shows to people without an account. */
export type OutsidePart = 'notes' | 'items' | 'transcript' | 'media'

/** A link for people without an account; one of `note_id` and `recording_id` is null, `user_id` made it. */
export type OutsideLinkRow = {
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
  last_opened_at: Generated<Date | null>
}

/** One of them is null; `kind` and `id` are computed from them. */
type OfNoteOrRecording = {
  note_id: string | null
  recording_id: string | null
  kind: GeneratedAlways<'note' | 'recording'>
  id: GeneratedAlways<string>
}

export type EventRow = {
  workspace_id: string
  guid: string
  series_id: string | null
  title: string
  starts_at: Date
  ends_at: Date
  all_day: boolean
  call_url: string | null
  organizer_email: string | null
  /** The person whose import first brought it; null where that was not kept. */
  imported_by: Generated<string | null>
  /** When its calendar cancelled it. The row stays for the contents of its note. */
  cancelled_at: Generated<Date | null>
  /** SEQUENCE and DTSTAMP of the mail that brought it last; null where none has. */
  sequence: Generated<number | null>
  stamped_at: Generated<Date | null>
  /** They came with a mail about this occurrence alone, and not about its series. */
  revised_alone: Generated<boolean>
}

/** A service that records calls and sends events about them (migrations/0006_uploads.sql). */
export type RecorderRow = {
  workspace_id: string
  id: string
  kind: 'zoom' | 'teams' | 'meet' | 'vexa' | 'attendee'
  takes: 'transcript' | 'media'
  /** Sealed. */
  secret: Buffer
  tenant_id: Generated<string | null>
  client_id: Generated<string | null>
  push_account: Generated<string | null>
  topic: Generated<string | null>
  base_url: Generated<string | null>
  /** Sealed. */
  api_key: Generated<Buffer | null>
  sends_bots: Generated<boolean>
  subscription_id: Generated<string | null>
  subscribed_until: Generated<Date | null>
  fallback_user_id: string | null
  active: Generated<boolean>
  created_at: Date
  last_event_at: Generated<Date | null>
  last_error: Generated<string | null>
}

export type RecorderSubscriptionRow = {
  workspace_id: string
  recorder_id: string
  user_id: string
  name: string | null
  ends_at: Date | null
  due_at: Date
  has_failed: Generated<boolean>
}

export type RecorderEventRow = {
  workspace_id: string
  recorder_id: string
  key: Buffer
  /** Sealed; null once its recording was taken, or it has failed. */
  event: Buffer | null
  failures: Generated<number>
  received_at: Date
}

/** A bot that somebody sent into the call of a note's meeting (migrations/0006_uploads.sql). */
export type SentBotRow = {
  workspace_id: string
  id: string
  note_id: string
  recorder_id: string
  user_id: string
  service_id: Generated<string | null>
  room: Generated<string | null>
  sent_at: Date
  ended_at: Generated<Date | null>
}

export type EventAttendeeRow = {
  workspace_id: string
  event_guid: string
  position: number
  email: string
  email_folded: string
  name: string
  /** Whether this person's own calendar has the event as it is; null where no calendar has said it (migrations/0003_calendar.sql). */
  in_own_calendar: Generated<boolean | null>
}

/**
 * `url` and `tokens` are sealed; `url_key` is a keyed hash of the address. A feed with neither address nor tokens is not
 * read.
 */
export type CalendarFeedRow = {
  workspace_id: string
  id: string
  user_id: string
  url: Buffer | null
  url_key: Buffer | null
  host: string
  /** Of a connected account, as its e-mail address in `account`; null for an address. */
  provider: 'google' | 'microsoft' | null
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
  problems: Generated<string[]>
  failures: Generated<number>
  next_read_at: Date | null
  reading_until: Date | null
  created_at: Date
}

export type NoteRow = {
  workspace_id: string
  id: string
  event_guid: string | null
  series_id: string | null
  created_by: string | null
  title: string
  title_folded: string
  /** A person wrote this title: a calendar import leaves it (decision 29g). */
  titled_by_person: Generated<boolean>
  agenda: Json<StoredBlock[]>
  created_at: Date
  updated_at: Date
}

/** A block as the note holds it; the block of an action item is only its id, and the item is a row of action_items. */
export type StoredBlock =
  | { type: 'heading'; depth: 0; level: 1 | 2 | 3; text: string }
  | { type: 'paragraph' | 'bullet'; depth: number; text: string }
  | { type: 'talking_point'; depth: number; id: string; text: string }
  | { type: 'action_item'; depth: number; id: string }

export type RecordingRow = {
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
  words: ColumnType<StoredWords | null, string | null | undefined, string | null>
  ai_notes: Json<StoredAiNotes> | null
  participants: ColumnType<Participant[], string | undefined, string>
  consent: Json<StoredConsent> | null
}

/** What people were told before a recording; `told` are names or addresses, `at` is in ISO format. */
export type StoredConsent = { text: string; told: string[]; at: string }

/** A person who took part, as the uploader named them; either field may be ''. */
export type Participant = { name: string; email: string }

/** `file` is its name in the media store; `file_name` is what its owner calls it. */
export type RecordingMediaRow = {
  workspace_id: string
  recording_id: string
  file: string
  content_type: string | null
  file_name: string
  media_bytes: ColumnType<string, string | number, number>
}

/** Spec 2.3, as received; times in seconds from the start of the recording. */
export type StoredTranscript = {
  language_code: string
  speech_segments: { speaker: string; text: string; start_time: number; end_time: number }[]
  /** Speakers who were named by their voice (decision 62); absent if none. */
  recognised?: RecognisedSpeaker[]
}
/** `before` is what the speaker was called without it. */
export type RecognisedSpeaker = { speaker: string; before: string }

/** When each word was said, one list for each segment: `[text, start, end]` in seconds; null where it is not known. */
export type StoredWords = (SpokenWord[] | null)[]
export type SpokenWord = [text: string, start: number, end: number]

/** What one correction has changed; fields that it did not change are absent (decision 46). */
export type AiNoteChange = {
  title?: { from: string; to: string }
  speakers?: { from: string; to: string }[]
  segments?: SegmentChange[]
  /** Segments beyond those that are listed. */
  segments_left_out?: number
  ai_notes?: 'edited' | 'written_anew' | 'failed'
  transcript?: 'transcribed_again' | 'failed'
  /** The words that were transcribed before, a line a segment. */
  former_transcript?: string
}
export type SegmentChange = {
  index: number
  text?: { from: string; to: string }
  speaker?: { from: string; to: string }
}

export type AiNoteChangeRow = {
  workspace_id: string
  id: string
  recording_id: string
  at: Date
  user_id: string | null
  change: Json<AiNoteChange>
}

export type NotesRequestRow = {
  workspace_id: string
  recording_id: string
  user_id: string | null
  requested_at: Date
  failures: Generated<number>
  /** The recording has no notes yet; nobody asked for them. */
  is_first: Generated<boolean>
  /** How much of the work is done, from 0 to 1; null if nobody knows. */
  stage_done: Generated<number | null>
}

export type TranscriptionRequestRow = {
  workspace_id: string
  recording_id: string
  user_id: string
  language_code: string | null
  /** How many people speak. */
  speakers: number | null
  /** A model of this machine; null: the one of the settings. */
  model: Generated<string | null>
  requested_at: Date
  failures: Generated<number>
  stage_done: Generated<number | null>
}

/** Decision 16 on recording fields, but assignees by user id: names and addresses are joined when read. */
export type StoredAiNotes = {
  /** The model that wrote them, or `embedded` (decision 29a on media and repeats). */
  generated_by?: string
  /** What a language model used for them; `seconds` is elapsed time. */
  usage?: {
    requests: number
    input_tokens: number | null
    output_tokens: number | null
    seconds: number
    /** Decisions and items of the model that the transcript does not say. */
    dropped: number
  }
  markdown: string
  sections: {
    title: string
    content?: string
    items?: { text: string; timestamp: number | null; assignees?: string[] }[]
  }[]
}

export type UploadRow = {
  workspace_id: string
  recording_id: string
  submitted_by: string
  title: string
  title_folded: string
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  failure_reason: string | null
  event_guid: string | null
  channel_id: string | null
  /** The template that the uploader chose for the AI notes; it may be deleted by now. */
  template_id: Generated<string | null>
  /** Why the embedded writer wrote the notes instead of the language model. */
  notes_fallback: Generated<string | null>
  created_at: Date
  updated_at: Date
}

export type NoteTemplatesRow = { workspace_id: string; document: Json<StoredNoteTemplates>; changed_at: Date }

/** How a workspace wants its AI notes. */
export type StoredNoteTemplates = {
  instructions: string | null
  glossary: { term: string; meaning: string | null }[]
  templates: {
    id: string
    name: string
    instructions: string | null
    sections: { title: string; instructions: string | null }[]
    series_ids: string[]
    title_contains: string | null
    is_default: boolean
  }[]
}

/** The content of an upload until it is processed; each stage adds to it. */
export type UploadSourceRow = {
  workspace_id: string
  recording_id: string
  /** Sealed: the URL of the media and the credentials for it. */
  address: Buffer | null
  media_file: string | null
  media_type: string | null
  media_name: string | null
  /** Bytes that the media take, or will take once they are fetched. */
  media_bytes: ColumnType<string | null, string | number | null | undefined, number | null>
  /** JSON; it may be written as bytes. Only threads parse it. */
  transcript: ColumnType<string | null, string | Buffer | null | undefined, string | null>
  words: ColumnType<StoredWords | null, string | null | undefined, string | null>
  duration_seconds: number | null
  /** `WrittenNotes` of making/engines/engines.ts. */
  written_notes: Json<object> | null
  language_code: string | null
  started_at: Date | null
  participants: ColumnType<Participant[], string, string>
  consent: Json<StoredConsent> | null
  /** The note that the recording goes to, if it has no event. */
  note_id: string | null
  failures: Generated<number>
  stage_done: Generated<number | null>
}

/** A resumable upload under way; `metadata` as its client sent it. */
export type UploadSessionRow = {
  workspace_id: string
  recording_id: string
  user_id: string
  length: ColumnType<string | null, number | null, number | null>
  metadata: string | null
  complete: Generated<boolean>
  created_at: Date
}

export type IdempotencyKeyRow = {
  workspace_id: string
  user_id: string
  key: string
  body_sha256: Buffer
  recording_id: string
  created_at: Date
}

export type ActionItemRow = {
  workspace_id: string
  id: string
  note_id: string | null
  text: string
  completion_type: 'any' | 'all'
  status: 'Incomplete' | 'Done' | 'Archived'
  wont_do: boolean
  completed_by: string[]
  /** `YYYY-MM-DD`: a day, not a moment. */
  due_date: string | null
  ai_generated: boolean
  recording_offset: number | null
  created_by: string | null
  created_at: Date
  updated_at: Date
}

/** What an item was before the changes that are held until `due_at` (decision 26 on the window). */
export type ChangeHoldRow = {
  workspace_id: string
  kind: 'note' | 'recording'
  id: string
  /** When it is announced. */
  until: Date
}

export type ActionItemHoldRow = {
  workspace_id: string
  item_id: string
  due_at: Date
  status: ActionItemRow['status']
  /** User ids. */
  assignees: string[]
  /** `traceparent` of the request that opened it; null unless traces are exported. */
  trace: Generated<string | null>
}

export type WebhookRow = {
  workspace_id: string
  id: string
  user_id: string
  api_key_id: string | null
  scope: 'user' | 'workspace' | 'channel'
  /** Of a channel's webhook: `secret` has its address then, and `url` only the origin. */
  channel_id: Generated<string | null>
  chat: Generated<ChatKind | null>
  url: string
  description: string
  status: 'active' | 'inactive' | 'failed'
  enabled_events: string[]
  secret: Buffer
  created_at: Date
  updated_at: Date
  failing_since: Generated<Date | null>
  /** The `failing_since` that administrators were notified of; they are notified again when it has ended. */
  announced_failing_since: Generated<Date | null>
  /** When the last mail about it was due, or the next one is. */
  mail_due_at: Generated<Date | null>
  previous_secrets: ColumnType<PreviousSecret[], string | undefined, string>
  /** Sealed JSON by name; null without any. */
  sealed_headers: Generated<Buffer | null>
  header_names: Generated<string[]>
}

/** The services in whose forms a channel's recaps are sent. */
export type ChatKind = 'slack' | 'teams' | 'mattermost' | 'generic'

/** `secret` is sealed, in base64; it signs too until `until`. */
export type PreviousSecret = { secret: string; until: string }

export type EventType =
  | 'action_item.assigned'
  | 'action_item.completed'
  | 'ai_note.generated'
  | 'ai_note.shared_to_channel'
  | 'recording.ready'
  | 'recording.changed'
  | 'recording.deleted'
  | 'upload.failed'
  | 'note.changed'
  | 'note.shared'
  | 'webhook.failing'
  | 'webhook.failed'
  | 'webhook.recovered'

export type MessageStatus = 'pending' | 'delivered' | 'failed' | 'held' | 'skipped' | 'cancelled'

export type MessageRow = {
  workspace_id: string
  id: string
  webhook_id: string
  event_type: EventType
  /** The same for the same event, so that it is announced once. */
  event_key: string
  status: MessageStatus
  body: Buffer | null
  note_id: string | null
  recording_id: string | null
  item_id: string | null
  created_at: Date
  /** Kept while claimed or held. */
  next_attempt_at: Date | null
  claim: Generated<string | null>
  /** When the claim expires, and the number of its worker. After that these values mean nothing. */
  claimed_until: Generated<Date | null>
  claimed_by: Generated<number | null>
  manual: Generated<boolean>
  attempts: Generated<number>
  failures: Generated<number>
  was_held: Generated<boolean>
  last_status_code: Generated<number | null>
  /** `traceparent` of what caused it; null unless traces are exported. */
  trace: Generated<string | null>
}

export type AttemptRow = {
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

/** A stream event for one listener; numbered after the commit of the change that caused it. */
export type StreamEventRow = {
  workspace_id: string
  user_id: string
  event_key: string
  event_type: EventType
  number: Generated<string | null>
  written: GeneratedAlways<string>
  body: string
  note_id: string | null
  recording_id: string | null
  item_id: string | null
  created_at: Date
}

/** A workspace that moves to another database (migrations/0013_cells.sql). `freeze_id` identifies this freeze. */
export type FrozenWorkspaceRow = {
  workspace_id: string
  state: 'draining' | 'frozen' | 'moved' | 'arriving' | 'deleting'
  freeze_id: string
  since: Date
  target: string | null
  served_at: Date | null
}

export type AuditRow = {
  workspace_id: string
  id: string
  at: Date
  action: string
  /** Null for a session. */
  key_id: string | null
  user_id: string
  on_behalf_of: string | null
  method: string
  path: string
  status: number | null
  address: string
  request_id: string
  body_sha256: string | null
  details: Json<Record<string, unknown>>
}

/** One of the three ids is set. */
export type SearchDocumentRow = {
  id: GeneratedAlways<string>
  workspace_id: string
  note_id: string | null
  recording_id: string | null
  item_id: string | null
  bundle: string
  slot: number
  language: string
  layout: Buffer
}

export type SearchPassageRow = {
  document: string
  workspace_id: string
  number: number
  kind: 'title' | 'agenda' | 'action_item' | 'ai_notes' | 'transcript'
  speakers: string[]
  start_time: number | null
  end_time: number | null
  text: string
}

export type SearchVectorsRow = {
  document: string
  workspace_id: string
  number: GeneratedAlways<string>
  model: string
  version: number
  dimensions: number
  vectors: Buffer
}

export type SearchWordRow = {
  bundle: string
  workspace_id: string
  stem: string
  word: string
  postings: number[]
  positions: Buffer[]
  unaccented: Generated<boolean>
}

/** Read as a value, written as its text. */
type Json<Value> = ColumnType<Value, string, string>

/** `people`: whom it concerns; null for everyone in whose sight it is. `lost`: they lost sight of it. */
/** A reader, who is a person or a channel, reads a thing. */
export type SightRow = {
  workspace_id: string
  reader_kind: 'person' | 'channel'
  reader_id: string
  kind: 'note' | 'recording'
  created_at: Date
  id: string
}

export type ChangeRow = {
  workspace_id: string
  number: string
  /** `membership`: the person `id` joined (`gained`) or left (`lost`) the channel. */
  kind: 'note' | 'recording' | 'action_item' | 'membership'
  id: string
  people: string[] | null
  channel_id: string | null
  sight: 'gained' | 'lost' | null
  transaction: string
  at: Date
}
