/** The interfaces of the engines that transcribe and write notes. base.ts creates them with `making/engines/create.ts`. */
import type { FoundDecision } from '../../../meetings/decisions/keep-detected.ts'
import { EngineError } from '../../../platform/errors.ts'
import type { ProvedSentence, StoredTranscript, StoredWords } from '../../../platform/postgres/column-types.ts'

/**
 * The error of uploads of media. An upload that was accepted while a service was configured fails with it
 * (decisions 27 on uploads, 28 on upload states).
 */
export const noTranscriber = 'No transcription service is configured'

/** An upload that may wait is not failed by it: there may be a service later. */
export class NoTranscriberError extends EngineError {
  constructor() {
    super(noTranscriber, { retryable: false })
  }
}

/** Whether media can be transcribed now. @param model  with this one, which only the transcriber of this machine has */
export const isReady = async (transcriber: Transcriber | null, model?: string) =>
  transcriber !== null && ((await transcriber.isReady?.(model)) ?? model === undefined)

/** A file on local disk. */
export type Media = { path: string; bytes: number; contentType: string | null; fileName: string }

/**
 * Facts that help to spell names. A detected language has priority over `languageCode` (decision 29 on the note of an
 * upload). `agenda` is a text, '' without an agenda. `glossary` has terms as the workspace spells them; the first `likely`
 * of them (absent: all) are named by the meeting's texts. `series` is the title of the event's series.
 */
export type TranscriptionHints = {
  languageCode: string | null
  title: string
  speakers: string[]
  agenda: string
  glossary: string[]
  likely?: number
  series?: string
  /** How many people speak, as a person says; null: nobody said it. */
  speakerCount?: number | null
  /** One of the models of this machine for words; services have none. */
  model?: string | null
}

/** The mean voice of a speaker, as a vector with the length 1. Vectors of different models cannot be compared. */
export type SpeakerVoice = { speaker: string; vector: number[]; model: string }

/** When a speaker speaks, in seconds. */
export type SpokenSpan = { speaker: string; start: number; end: number }

/** `words` has a list for each segment, and is absent if no word has times. `durationSeconds` is null if unknown. */
export type Transcription = {
  transcript: StoredTranscript
  words?: StoredWords | null
  /** Only of transcribers that know them; never stored. */
  voices?: SpeakerVoice[]
  /** The channel in which each speaker is heard most; absent where all is heard as one. Never stored. */
  channels?: Map<string, number>
  durationSeconds: number | null
}

/** What was said lately in a recording that still grows. Times are in seconds from its start. */
export type LiveWords = {
  segments: { text: string; start: number; end: number }[]
  /** Everything before was heard: the next time begins here. */
  until: number
  /** Sound was left out, because there was too much of it. */
  isCut: boolean
}

/** Receives the back end's own error messages, which no answer of the API contains. */
export type EngineLog = { warn(details: object, message: string): void }

/** Receives the share of the work that is done, from 0 to 1. */
export type OnProgress = (done: number) => void

/** `sharer`: whose work it is, as those who wait for a process of this machine take turns. */
export type TranscribeOptions = { onProgress?: OnProgress | undefined; sharer?: string | undefined }

export type Transcriber = {
  /** Absent: always. Models of this machine come and go while the service runs. */
  isReady?(model?: string): Promise<boolean>
  /** @throws {EngineError} the back end rejected the request or cannot answer now; the signal's reason if it aborts */
  transcribe(
    media: Media,
    hints: TranscriptionHints,
    signal: AbortSignal,
    options?: TranscribeOptions,
  ): Promise<Transcription>
  /**
   * Hears the newest sound of a growing file from this second on; absent where nothing can.
   * @returns null while recordings, or another growing file, are transcribed
   */
  hearLive?(path: string, fromSeconds: number, signal: AbortSignal): Promise<LiveWords | null>
  /**
   * Hears the voices of known speakers; absent where nothing can.
   * @returns those who speak enough for a voice; none without models for it
   */
  hearVoices?(media: Media, spans: SpokenSpan[], signal: AbortSignal, sharer?: string): Promise<SpeakerVoice[]>
}

/**
 * `people` may be speakers and assignees. Their key is `email`, in lower case. `account: false` means that items cannot be
 * assigned to the person, so an item's text must contain the name.
 */
export type Meeting = {
  title: string
  startedAt: Date | null
  /** Of the IANA database, for the day of the meeting; absent: UTC. */
  timeZone?: string
  transcript: StoredTranscript
  people: { name: string; email: string; account?: boolean }[]
  /** What the workspace wants in its notes. */
  guidance?: Guidance
  /** Only what every reader of the notes may read. */
  background?: Background
  /** What people marked, `at` in seconds from the start. */
  marks?: { at: number; text: string | null }[]
  /** In which a language model writes, as a tag; '' or absent: that of the meeting. The embedded writer only quotes. */
  language?: string
}

/**
 * For a language model; the embedded writer only quotes the meeting and ignores it. `instructions` are those of the
 * workspace, then those of the template.
 */
export type Guidance = {
  instructions: string[]
  glossary: { term: string; meaning: string | null }[]
  /** The sections that the template adds to the usual ones. */
  sections: { title: string; instructions: string | null }[]
}

/** `agenda` is a text, '' without one. `openItems` are open since the previous meeting; their `assignees` are names. */
export type Background = { agenda: string; openItems: { text: string; assignees: string[]; dueDate: string | null }[] }

/** A meeting with its transcript as stored JSON, which writers parse in a thread. */
export type StoredMeeting = Omit<Meeting, 'transcript'> & {
  transcript: string
  /** Whose work it is, for a fair share of the threads. */
  sharer?: string
  /** Whose budget of tokens it is. */
  workspaceId?: string
}

/** `assignees` are e-mails of `people`. `dueDate` is `YYYY-MM-DD`. `timestamp` is in whole seconds from the start. */
export type WrittenItem = { text: string; assignees: string[]; dueDate: string | null; timestamp: number | null }

/**
 * AI notes (decision 16 on recording fields), but with assignees by e-mail. `generatedBy` is the model, or `embedded`
 * (decision 29a on media and repeats); of an import whom it names. `sentences` are those of a text, with what
 * proves them.
 */
export type WrittenNotes = {
  generatedBy: string
  /** They came with an import. */
  imported?: true
  markdown: string
  sections: {
    title: string
    content?: string
    sentences?: ProvedSentence[]
    items?: { text: string; timestamp: number | null; assignees?: string[]; sentences?: ProvedSentence[] }[]
  }[]
  actionItems: WrittenItem[]
  /** Those of a language model, which proves each; absent if there are none. */
  decisions?: FoundDecision[]
  /** What the language model used, even if its notes were not used; absent without a model. */
  usage?: Usage
  /** Why the embedded writer replaced the language model, as a sentence for administrators. */
  fallbackReason?: string
}

/**
 * Tokens are null if the model does not count them. `seconds` are from the first request to the last answer. `dropped`
 * counts the sentences that were left out, because their quotation does not stand in the transcript or says something else.
 */
export type Usage = {
  requests: number
  input_tokens: number | null
  output_tokens: number | null
  seconds: number
  dropped: number
}

/**
 * `isLastTry` is true if absent; false: the caller tries again later if the model cannot answer now. `replaces`: there
 * are notes already, which stay if the model fails. `isBudgetSpent`: the model is not asked. `onUsage` receives what the
 * model used, also if it fails or the signal aborts.
 */
export type WriteOptions = {
  isLastTry?: boolean
  replaces?: boolean
  isBudgetSpent?: boolean
  onProgress?: OnProgress
  onUsage?(usage: Usage): Promise<void>
}

/** The model answers, but not for this meeting; it would not another time. */
export class UnwritableError extends EngineError {
  constructor(message: string) {
    super(message, { retryable: false })
  }
}

/** The reason for administrators, and for who asks a question, while LLM_TOKENS_PER_MONTH are used up. */
export const budgetSpent = 'The workspace has used the tokens that its language model has for this month'

export type NoteWriter = {
  /** A language model writes now, which takes long: nobody should wait for it to read the transcript. Absent: never. */
  usesModel?(): Promise<boolean>
  /**
   * If a model fails, the embedded writer writes the notes.
   * @throws {EngineError} the model failed, and there are notes already; or it may answer later, and it is not the last
   *   try
   * @throws the signal's reason if it aborts
   */
  write(meeting: StoredMeeting, signal: AbortSignal, options?: WriteOptions): Promise<WrittenNotes>
}
