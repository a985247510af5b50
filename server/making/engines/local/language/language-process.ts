/** The process that asks the language model of this machine. It loads the model once, and answers one order at a time. */
import type { Message } from '../../write-by-model/services.ts'
import { report, serveOrders } from '../serve-orders.ts'
import type { Chat, Context, HistoryItem, Llama, Model, Runtime } from './llama.d.ts'
import type { ChatOrder, ChatReport } from './messages.ts'
import { repeatsItself } from './repeats-itself.ts'

type Opened = { llama: Llama; model: Model; chat: Chat; context: Context }

/**
 * In tokens. Within them the library chooses what fits into the memory and the model; a request of the note writer has
 * up to 10,000, and a larger context only takes memory.
 */
const contextTokens = { min: 2_048, max: 16_384 }
const answerTokens = { min: 768, max: 4_096 }
const reportEachTokens = 16

let opened: Promise<Opened> | null = null

async function open(runtime: Runtime, { model: path, threads: maxThreads }: ChatOrder): Promise<Opened> {
  // Nothing is downloaded or compiled here: a build that does not fit is an error.
  const options = { build: 'never', skipDownload: true, progressLogs: false, logLevel: 'error' }
  const llama = await runtime.getLlama({ ...options, maxThreads })
  const model = await llama.loadModel({ modelPath: path })
  const context = await model.createContext({ contextSize: contextTokens })
  const chat = new runtime.LlamaChat({ contextSequence: context.getSequence() })
  return { llama, context, chat, model }
}

async function serve(order: ChatOrder): Promise<ChatReport> {
  const found = await (import(order.runtime) as Promise<Runtime>).catch((error: Error) => error)
  if (found instanceof Error) return { failed: 'runtime', cause: found.message }
  opened ??= open(found, order)
  const ready = await opened.catch((error: Error) => error)
  if (ready instanceof Error) return { failed: 'model', cause: ready.message }
  return answer(ready, order)
}

async function answer({ llama, model, chat, context }: Opened, { messages, schema }: ChatOrder): Promise<ChatReport> {
  const history: HistoryItem[] = [...messages.map(historyItem), { type: 'model', response: [] }]
  const { contextText } = chat.chatWrapper.generateContextState({ chatHistory: history })
  const inputTokens = contextText.tokenize(model.tokenizer).length
  const left = context.contextSize - inputTokens
  if (left < answerTokens.min) return { tooLong: true }
  let outputTokens = 0
  let text = ''
  // It would go on until the context is full: hours on a small machine.
  const loop = new AbortController()
  const { response, metadata } = await chat.generateResponse(history, {
    grammar: await llama.createGrammarForJsonSchema(schema),
    maxTokens: Math.min(left, answerTokens.max),
    temperature: 0,
    onToken: ({ length }) => {
      outputTokens += length
      if (outputTokens % reportEachTokens >= length) return
      report({ writtenTokens: outputTokens })
      if (repeatsItself(text)) loop.abort()
    },
    onTextChunk: (chunk) => {
      text += chunk
    },
    signal: loop.signal,
    stopOnAbortSignal: true,
  })
  const isCut = metadata.stopReason === 'maxTokens' || loop.signal.aborted
  return { done: true, text: response, inputTokens, outputTokens, isCut }
}

const historyItem = ({ role, content }: Message): HistoryItem =>
  role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content }

serveOrders(serve)
