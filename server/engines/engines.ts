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

/** Receives the reasons that no answer tells: what a back end said. */
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
}

export type NoteWriter = {
  /** Always returns notes: if a model fails, the embedded writer writes them. @throws the signal's reason if it aborts */
  write(meeting: StoredMeeting, signal: AbortSignal): Promise<WrittenNotes>
}
