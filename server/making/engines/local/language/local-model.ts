/** A language model on this machine: one process, one answer at a time. The process ends when nothing is asked for a while. */
import { EngineError } from '../../../../platform/errors.ts'
import { FairQueue } from '../../../../platform/fair-queue.ts'
import {
  type ChatCall,
  type ChatReply,
  type LanguageModel,
  modelName,
  TooLongError,
} from '../../write-by-model/language-model.ts'
import type { Message } from '../../write-by-model/services.ts'
import { OwnProcess } from '../own-process.ts'
import type { ChatOrder, ChatReport } from './messages.ts'

export type LocalModel = {
  name: string
  path: string
  bytes: number
  /** The address of node-llama-cpp. */
  runtime: string
  /** Compares the file with its digest. @returns what is wrong, as sentences */
  verify(signal: AbortSignal): Promise<string[]>
  threads: number
  /** How long an idle process keeps the model in memory. */
  idleSeconds: number
}

const program = new URL('./language-process.ts', import.meta.url)

/** The file is read into memory; a context of 16,384 tokens takes 2.4 GB with Qwen3 4B. */
const memoryOf = (modelBytes: number) => 1.5 * modelBytes + 4_000_000_000

export function openLocalModel(model: LocalModel): LanguageModel {
  const queue = new FairQueue({ slots: 1, maxWaiting: Infinity })
  let running: OwnProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let isVerified = false

  async function verifyOnce(signal: AbortSignal): Promise<void> {
    if (isVerified) return
    const [fault] = await model.verify(signal)
    if (fault !== undefined) throw failure('The language model of this server is damaged', fault)
    isVerified = true
  }

  function end(): void {
    running?.[Symbol.dispose]()
    running = null
  }

  async function chat(messages: Message[], call: ChatCall): Promise<ChatReply> {
    await queue.enter({ signal: call.signal })
    clearTimeout(idle)
    try {
      await verifyOnce(call.signal)
      if (!running?.isAlive) running = new OwnProcess(program)
      const { path, runtime, bytes, threads } = model
      const order = { model: path, runtime, threads, maxMemoryBytes: memoryOf(bytes), messages, schema: call.schema }
      return await askProcess(running, order, call)
    } catch (error) {
      if (!(error instanceof TooLongError)) end()
      throw error
    } finally {
      idle = setTimeout(end, model.idleSeconds * 1_000).unref()
      queue.leave()
    }
  }
  return { kind: 'local', name: model.name, chat }
}

/** About the tokens of an answer; only for the share that is done. */
const usualTokens = 800

function askProcess(child: OwnProcess, order: ChatOrder, call: ChatCall): Promise<ChatReply> {
  const { signal, timeoutSeconds, onRequest, onProgress } = call
  onRequest?.()
  const tooLate = failure(`${modelName} did not answer within ${timeoutSeconds} s`)
  return child.run<ChatReport, ChatReply>(order, {
    signal,
    seconds: timeoutSeconds,
    sentences: { tooLate, died: `${modelName} stopped before it had answered` },
    read(report) {
      if ('failed' in report) throw failure(sentences[report.failed], report.cause)
      if ('writtenTokens' in report) return void onProgress?.(Math.min(1, report.writtenTokens / usualTokens))
      if ('tooLong' in report || report.isCut) throw new TooLongError()
      return { ...report, text: report.text ?? '' }
    },
  })
}

const sentences = {
  runtime: 'There is no build of node-llama-cpp for this machine',
  model: `${modelName} cannot be read, or needs more memory than there is`,
  memory: `${modelName} needed more memory than it may have`,
}

/** Another try on this machine would end the same. */
const failure = (sentence: string, cause?: string) =>
  new EngineError(sentence, { retryable: false, cause: cause === undefined ? undefined : new Error(cause) })
