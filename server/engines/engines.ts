/** The interface of engines, which transcribe and write notes. base.ts makes them with `engines/create.ts`. */
import type { StoredTranscript, StoredWords } from '../tables.ts'

/** Why an engine failed, as a sentence for people; it never contains a key or an address. */
export class EngineError extends Error {
  /** Whether trying again later may help (decision 29a). */
  readonly retryable: boolean
  /** The `Retry-After` of the back end, if it sent one. */
  readonly retryAfterSeconds: number | null

  constructor(message: string, more: { retryable: boolean; retryAfterSeconds?: number | null; cause?: unknown }) {
    super(message, { cause: more.cause })
    this.retryable = more.retryable
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
  }
}

/** Answers uploads of media, and is the failure of those accepted while a service was configured (decisions 27, 28). */
export const noTranscriber = 'No transcription service is configured'

/** A file on local disk. */
export type Media = { path: string; bytes: number; contentType: string | null; fileName: string }

/**
 * Known facts that help to spell names; a detected language wins over `languageCode` (decision 29). `agenda` is its text,
 * '' if there is none; `glossary` the terms that the workspace wants spelled so.
 */
export type TranscriptionHints = {
  languageCode: string | null
  title: string
  speakers: string[]
  agenda: string
  glossary: string[]
}

/** `words` has a list a segment, and is absent if no word has times; `durationSeconds` is null if it is unknown. */
export type Transcription = { transcript: StoredTranscript; words?: StoredWords | null; durationSeconds: number | null }

/** Receives reasons that are in no answer: the back end's own words. */
export type EngineLog = { warn(details: object, message: string): void }

export type Transcriber = {
  /** @throws {EngineError} the back end rejected the request or cannot answer now; the signal's reason if it aborts */
  transcribe(media: Media, hints: TranscriptionHints, signal: AbortSignal): Promise<Transcription>
}

/**
 * `people` may be named as speakers and assignees; `email` is their key here, in lower case. `account: false`: no item can
 * be given to them, so their name has to stand in its text.
 */
export type Meeting = {
  title: string
  startedAt: Date | null
  transcript: StoredTranscript
  people: { name: string; email: string; account?: boolean }[]
  /** What the workspace wants of its notes. */
  guidance?: Guidance
  /** What everyone who reads the notes may read besides. */
  background?: Background
}

/** A language model follows it; the embedded writer only quotes, and does not. `instructions` are the workspace's, then the template's. */
export type Guidance = {
  instructions: string[]
  glossary: { term: string; meaning: string | null }[]
  /** That the template adds to the usual ones. */
  sections: { title: string; instructions: string | null }[]
}

/** The agenda as text, '' without one, and the items that the meeting before left open; `assignees` are names. */
export type Background = {
  agenda: string
  openItems: { text: string; assignees: string[]; dueDate: string | null }[]
}

/** The same with its transcript as stored JSON; writers parse it in a thread. */
export type StoredMeeting = Omit<Meeting, 'transcript'> & { transcript: string }

/** `assignees` are e-mails from `people`; `dueDate` is `YYYY-MM-DD`; `timestamp` is in whole seconds from the start. */
export type WrittenItem = { text: string; assignees: string[]; dueDate: string | null; timestamp: number | null }

/** As in decision 16, but with assignees by e-mail. `generatedBy` is the model, or `embedded` (decision 29a). */
export type WrittenNotes = {
  generatedBy: string
  markdown: string
  sections: {
    title: string
    content?: string
    items?: { text: string; timestamp: number | null; assignees?: string[] }[]
  }[]
  actionItems: WrittenItem[]
  /** What a language model took for it, in vain too; absent if none was asked. */
  usage?: Usage
  /** Why the embedded writer wrote them although there is a language model, as a sentence for administrators. */
  fallbackReason?: string
}

/** Tokens are null if the model does not count them, `seconds` those from the first request to the last answer. */
export type Usage = { requests: number; input_tokens: number | null; output_tokens: number | null; seconds: number }

export type NoteWriter = {
  /** Always returns notes: if a model fails, the embedded writer writes them. @throws the signal's reason if it aborts */
  write(meeting: StoredMeeting, signal: AbortSignal): Promise<WrittenNotes>
}
