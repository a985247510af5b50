/** What the service and the process of its language model tell each other. */
import type { Message, Reply } from '../../write-by-model/services.ts'
import type { Failed, Order } from '../serve-orders.ts'

export type ChatOrder = Order & {
  /** The address of node-llama-cpp. */
  runtime: string
  /** The file of the model; the same in all orders of a process. */
  model: string
  /** 0: as many as the processor has cores. */
  threads: number
  messages: Message[]
  schema: object
}

export type ChatReport =
  | ({ done: true } & Reply)
  /** The messages, or the answer, are longer than the context. */
  | { tooLong: true }
  | Failed<'runtime' | 'model'>
  /** The process works. */
  | { writtenTokens: number }
