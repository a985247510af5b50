/** What an upload needs of the engines that hear and write: their seam. They are made in base.ts by `engines/create.ts`. */
import type { StoredTranscript } from '../tables.ts'

/** What an engine could not do, as a sentence for a person; it never names a key or an address. */
export class EngineError extends Error {
  /** Whether trying again later may help (decision 29a). */
  readonly passing: boolean
  /** What the back end asked for by `Retry-After`, if it did. */
  readonly retryAfterSeconds: number | null

  constructor(message: string, more: { passing: boolean; retryAfterSeconds?: number | null; cause?: unknown }) {
    super(message, { cause: more.cause })
    this.passing = more.passing
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
  }
}

/** Said at once to who uploads media, and of uploads that were taken in while there was one (decisions 27, 28). */
export const noTranscriber = 'No transcription service is configured'

/** A file on local disk. */
export type Media = { path: string; bytes: number; contentType: string | null; fileName: string }

/** What is known beforehand: it helps to spell names, and a detected language wins (decision 29). */
export type TranscriptionHints = { languageCode: string | null; title: string; speakers: string[] }

/** `durationSeconds` is null where nothing tells it. */
export type Transcription = { transcript: StoredTranscript; durationSeconds: number | null }

export type Transcriber = {
  /** @throws {EngineError} the back end refused, or cannot answer now; the signal's own reason if that ended it */
  transcribe(media: Media, hints: TranscriptionHints, signal: AbortSignal): Promise<Transcription>
}

/** `people` may be named as speakers and assignees; `email` is their key here, in lower case. */
export type Meeting = {
  title: string
  startedAt: Date | null
  transcript: StoredTranscript
  people: { name: string; email: string }[]
}

/** The same with its transcript as it is stored, JSON: whoever works with it reads it in a thread. */
export type StoredMeeting = Omit<Meeting, 'transcript'> & { transcript: string }

/** `assignees` are e-mails out of `people`; `dueDate` is `YYYY-MM-DD`; `timestamp` whole seconds from the start. */
export type WrittenItem = { text: string; assignees: string[]; dueDate: string | null; timestamp: number | null }

/** Decision 16, but assignees by e-mail. `generatedBy` is the model, or `embedded` (decision 29a). */
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
  /** Always writes: where a model cannot, the embedded writer does. @throws the signal's own reason if that ended it */
  write(meeting: StoredMeeting, signal: AbortSignal): Promise<WrittenNotes>
}
