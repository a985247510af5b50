/** A language model on this machine: one process, one answer at a time. The process ends when nothing is asked for a while. */
import { EngineError } from '../../../../platform/errors.ts'
import { FairQueue } from '../../../../platform/fair-queue.ts'
import {
  type ChatCall,
  type ChatReply,
  type FindModel,
  modelName,
  TooLongError,
} from '../../write-by-model/language-model.ts'
import type { Message } from '../../write-by-model/services.ts'
import { OwnProcess } from '../own-process.ts'
import type { FindLanguageModel, FoundLanguageModel } from './find-language-model.ts'
import type { ChatOrder, ChatReport } from './messages.ts'

export type LocalModels = {
  find: FindLanguageModel
  threads: number
  /** How long an idle process keeps the model in memory. */
  idleSeconds: number
}

type Runnable = FoundLanguageModel & { runtime: string }

const isRunnable = (found: FoundLanguageModel | null): found is Runnable => Boolean(found?.runtime)

const program = new URL('./language-process.ts', import.meta.url)

/** The file is read into memory; a context of 16,384 tokens takes 2.4 GB with Qwen3 4B. */
export const memoryOf = (modelBytes: number) => 1.5 * modelBytes + 4_000_000_000

/** @returns what finds the model of now; null without one, or without its library */
export function openLocalModels({ find, threads, idleSeconds }: LocalModels): FindModel {
  const queue = new FairQueue({ slots: 1, maxWaiting: Infinity })
  let running: { child: OwnProcess; version: string } | null = null
  let idle: NodeJS.Timeout | undefined
  /** The version that was found whole. */
  let verified = ''

  async function verifyOnce({ version, verify }: Runnable, signal: AbortSignal): Promise<void> {
    if (version === verified) return
    const [fault] = await verify(signal)
    if (fault !== undefined) throw failure('The language model of this server is damaged', fault)
    verified = version
  }

  function end(): void {
    running?.child[Symbol.dispose]()
    running = null
  }

  /** A process has one model in memory, so another version gets another process. */
  function processFor({ version }: Runnable): OwnProcess {
    if (!running?.child.isAlive || running.version !== version) end()
    running ??= { child: new OwnProcess(program), version }
    return running.child
  }

  async function chat(model: Runnable, messages: Message[], call: ChatCall): Promise<ChatReply> {
    await queue.enter({ signal: call.signal })
    clearTimeout(idle)
    try {
      await verifyOnce(model, call.signal)
      const { path, runtime, bytes } = model
      const order = { model: path, runtime, threads, maxMemoryBytes: memoryOf(bytes), messages, schema: call.schema }
      return await askProcess(processFor(model), order, call)
    } catch (error) {
      if (error instanceof TooLongError) throw error
      end()
      if (!(error instanceof EngineError) || (await find())?.version === model.version) throw error
      // It was replaced or removed meanwhile: the next try has what is there then.
      throw new EngineError(error.message, { retryable: true, cause: error })
    } finally {
      idle = setTimeout(end, idleSeconds * 1_000).unref()
      queue.leave()
    }
  }

  return async () => {
    const found = await find()
    if (!isRunnable(found)) return null
    return { kind: 'local', name: found.name, chat: (messages, call) => chat(found, messages, call) }
  }
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
