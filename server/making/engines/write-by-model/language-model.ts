/** How a language model is asked, on this machine or at a service. */
import { EngineError } from '../../../platform/errors.ts'
import type { LlmKind, Message, Reply } from './services.ts'

export type ChatCall = {
  /** The JSON schema of the answer. Services that cannot keep to one are asked without it, so the answer must be checked. */
  schema: object
  signal: AbortSignal
  /** For the whole answer. */
  timeoutSeconds: number
  /** Called for each request, also for a repeated or rejected one. */
  onRequest?(): void
  /** What part of the answer is done, as far as it is known. */
  onProgress?(done: number): void
  /** Receives the answer while it is written, if the model sends it so. */
  onText?(text: string): void
}
export type ChatReply = Reply & { text: string }

export type LanguageModel = {
  kind: LlmKind | 'local'
  name: string
  /**
   * @throws {TooLongError}; {EngineError} a failure, or no answer in time
   * @throws the signal's reason if it aborts
   */
  chat(messages: Message[], call: ChatCall): Promise<ChatReply>
}

/** Models of this machine come and go while the service runs, so the model is looked up for each use. */
export type FindModel = () => Promise<LanguageModel | null>

/** A service is there as long as its settings. */
export const always =
  (model: LanguageModel): FindModel =>
  async () =>
    model

export const modelName = 'The language model'

/** The messages are longer than the model can read, or its answer longer than it can write. */
export class TooLongError extends EngineError {
  /** The back end only refused the request. Each says in its own words that one is too long, so any refusal may mean it. */
  readonly isGuess: boolean

  /** @param said  what the back end said, for the log */
  constructor({ refusal, said }: { refusal?: EngineError; said?: Error } = {}) {
    const message = refusal?.message ?? `${modelName} reads or writes too little at once`
    super(message, { retryable: false, cause: refusal?.cause ?? said })
    this.isGuess = refusal !== undefined
  }
}
