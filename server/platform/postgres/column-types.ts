/** What columns hold, where a database cannot know it: values of JSON, and unions without a check. */

/**
 * The types of such columns, as `npm run schema` writes them into tables.ts; every column of JSON has one. For a column
 * with a check it is the name of the union. A value of JSON is written as its text.
 */
export const columnTypes: Record<string, string> = {
  'action_items.links': 'ItemLink[]',
  'audit_log.details': 'Record<string, unknown>',
  'calendar_feeds.problems': 'string[]',
  'changes.kind': "'note' | 'recording' | 'action_item' | 'decision' | 'membership'",
  'changes.sight': "'gained' | 'lost'",
  'decision_changes.change': 'RecordedChange',
  'decision_proposals.kind': 'ProposalKind',
  'decisions.source_kind': "'note' | 'recording'",
  'erasures.names': 'ErasedNames',
  'erasures.position': 'string[]',
  'erasures.stage': 'ErasureStage',
  'former_texts.former': 'unknown',
  'glossaries.document': 'StoredGlossary',
  'messages.event_type': 'EventType',
  'messages.status': 'MessageStatus',
  'note_templates.document': 'StoredNoteTemplates',
  'notes.agenda': 'StoredBlock[]',
  'notes_translations.texts': 'string[]',
  'oauth_grants.scopes': "'read' | 'write'",
  'outside_links.parts': 'OutsidePart',
  'person_sight.kind': "'note' | 'recording'",
  'publications.kind': "'note' | 'recording'",
  'recording_changes.change': 'AiNoteChange',
  'recordings.ai_notes': 'StoredAiNotes',
  'recordings.facts': 'RecapFacts',
  'recordings.transcript': 'StoredTranscript',
  'recordings.words': 'StoredWords',
  'rules.does': 'RuleActions',
  'rules.match': 'RuleMatch',
  'search_passages.segments': '[length: number, speaker: number, start_time: number, end_time: number][]',
  'shares.kind': "'note' | 'recording'",
  'stream_events.event_type': 'EventType',
  'todo_conflicts.here': 'TodoText',
  'todo_conflicts.there': 'TodoText',
  'todo_items.known': 'TodoSeen',
  'todo_items.sent': "TodoSeen | 'removed'",
  'upload_sources.facts': 'UploadFacts',
  // Only threads parse it, and it may be written as bytes.
  'upload_sources.transcript': 'ColumnType<string, string | Buffer, string>',
  'upload_sources.words': 'StoredWords',
  // `WrittenNotes` of making/engines/shared/engines.ts.
  'upload_sources.written_notes': 'object',
  'voice_claims.spans': '[start: number, end: number][]',
  'webhooks.chat': 'ChatKind',
  'webhooks.previous_secrets': 'PreviousSecret[]',
  'workspaces.compatibility': 'Compatibility',
  // It is given as a value, too.
  'workspaces.retention_days': 'ColumnType<RetentionDays, RetentionDays | undefined, RetentionDays>',
}

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
  | 'decision.made'
  | 'decision.superseded'
  | 'webhook.failing'
  | 'webhook.failed'
  | 'webhook.recovered'

/** An item as a to-do list has it (decision 68): its text in one line; whether it is done for the list's person. */
export type TodoText = { text: string; due_date: string | null; done: boolean }

/** The same with a hash of the text, in base64url. */
export type TodoSeen = TodoText

/** For how many days these are kept; null is for ever. */
export type RetentionDays = { transcripts: number | null; media: number | null; everything: number | null }

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

/** The same thing in another system: a ticket, an issue, a page. `state` is as that system calls it. */
export type ItemLink = { system: string; key: string; url: string; state?: string }

/** A block as the note holds it; that of an action item or a decision is only its id: the rest is a row of its own table. */
export type StoredBlock =
  | { type: 'heading'; depth: 0; level: 1 | 2 | 3; text: string }
  | { type: 'paragraph' | 'bullet'; depth: number; text: string }
  | { type: 'talking_point'; depth: number; id: string; text: string }
  | { type: 'action_item'; depth: number; id: string }
  | { type: 'decision'; depth: number; id: string }

/**
 * Spec 2.3, as received; times in seconds from the start of the recording. `heard` is the text before terms of the
 * glossary, or names of the meeting, were put into it (decision 66); absent if none were, or a person has corrected the text since.
 */
export type StoredTranscript = {
  language_code: string
  speech_segments: { speaker: string; text: string; start_time: number; end_time: number; heard?: string }[]
  /** Speakers whom nobody named: by their voice (decision 62), or by their microphone; absent if none. */
  recognised?: RecognisedSpeaker[]
}

/** `before` is what the speaker was called without it. `by` is absent: by their voice. */
export type RecognisedSpeaker = { speaker: string; before: string; by?: 'microphone' }

/** When each word was said, one list for each segment: `[text, start, end]` in seconds; null where it is not known. */
export type StoredWords = (SpokenWord[] | null)[]

export type SpokenWord = [text: string, start: number, end: number]

/** Decision 16 on recording fields, but assignees by user id: names and addresses are joined when read. */
export type StoredAiNotes = {
  /** The model that wrote them, or `embedded` (decision 29a on media and repeats). */
  generated_by?: string
  /** They came with an import, and `generated_by` is whom it names (docs/decisions/imports.md). */
  imported?: true
  /** What a language model used for them; `seconds` is elapsed time. */
  usage?: {
    requests: number
    input_tokens: number | null
    output_tokens: number | null
    seconds: number
    /** Sentences of the model that the transcript does not prove. */
    dropped: number
  }
  markdown: string
  sections: {
    title: string
    content?: string
    sentences?: ProvedSentence[]
    items?: { text: string; timestamp: number | null; assignees?: string[]; sentences?: ProvedSentence[] }[]
  }[]
}

/**
 * A sentence of a section or of a point, as it stands in its text, and where it comes from: `quote` are words of the
 * transcript from `segment` on (from 0), which are said at `timestamp`, in whole seconds. The quote goes with the transcript.
 */
export type ProvedSentence = { text: string; segment: number; timestamp: number; quote?: string }

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

/** What one change of a decision has changed; fields that it did not change are absent (decision 63). */
export type RecordedChange = {
  made?: true
  text?: { from: string; to: string }
  /** What it became. */
  status?: 'stands' | 'superseded' | 'withdrawn'
  /** A person said that it is as AI notes have it. */
  confirmed?: true
  /** Whether it replaces another one from now on. */
  supersedes?: boolean
  /** What a language model had proposed, and a person said too. */
  proposed?: ProposalKind
  /** What a language model had proposed, and a person said is not so. */
  dismissed?: ProposalKind
}

export type ProposalKind = 'replaces' | 'contradicts' | 'repeats'

/** What people were told before a recording; `told` are names or addresses, `at` is in ISO format. */
export type StoredConsent = { text: string; told: string[]; at: string }

/** A person who took part, as the uploader named them; either field may be ''. */
export type Participant = { name: string; email: string }

/**
 * What the uploader said of a recording, as its recap keeps it, and the language that somebody wanted of its notes. What was
 * not said is absent.
 */
export type RecapFacts = { participants?: Participant[]; consent?: StoredConsent; notes_language?: string }

/**
 * What the uploader said of a recording, from the request to the recap: also its language, when it began (ISO format), and
 * whether it, or its first channel, is of their own microphone alone.
 */
export type UploadFacts = RecapFacts & {
  language_code?: string
  started_at?: string
  own_microphone?: boolean | 'first_channel'
}

/**
 * Names and words as a workspace spells them. `sounds_like` is what is written in place of the term where it is not known;
 * `note` is for people. Fields without a value are absent.
 */
export type StoredGlossary = { terms: { term: string; sounds_like?: string[]; note?: string }[] }

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
    notes_language: string | null
  }[]
}

/** Which meetings a rule is about (decision 64): all that is given must hold. */
export type RuleMatch = {
  series_id?: string
  feed_id?: string
  /** An address and a domain in folded form. */
  organizer?: string
  domain?: string
  title_contains?: string
  outsiders?: boolean
  people_min?: number
  people_max?: number
}

/** What a rule does with a meeting; an empty list is nothing, and keeps later rules from doing it. */
export type RuleActions = {
  record?: RecordWish
  recorder_id?: string
  template_id?: string
  /** A BCP 47 tag, or `spoken`. */
  notes_language?: string
  publish?: string[]
  /** `user` is an id. */
  share?: { user: string; can_edit: boolean }[]
  next?: NextWish
}

/** Of the next meeting, when there is a recap: it is made, also mailed as a calendar file, or neither. */
export const nextWishes = ['make', 'invite', 'never'] as const
export type NextWish = (typeof nextWishes)[number]

export const recordWishes = ['bot', 'remind', 'never'] as const
export type RecordWish = (typeof recordWishes)[number]

/** `secret` is sealed, in base64; it signs too until `until`. */
export type PreviousSecret = { secret: string; until: string }
