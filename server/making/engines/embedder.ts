/** Turns texts into vectors that say what they are about, by a service that speaks OpenAI's `/v1/embeddings`. */
import { EngineError } from '../../platform/errors.ts'
import { readJson, requestBackEnd, requireOk } from './shared/request-back-end.ts'

export type Embedder = {
  kind: 'openai'
  /** Of the model. */
  name: string
  /**
   * @returns a vector for each text, all of the same length
   * @throws {TextRefusedError} the model does not take one of the texts; {EngineError} any other failure
   * @throws the signal's reason if it aborts
   */
  embed(texts: string[], call: { timeoutSeconds: number; signal: AbortSignal }): Promise<number[][]>
}

/** A text is longer than the model reads, or of a form that it does not take. */
export class TextRefusedError extends Error {}

export type EmbeddingService = { url: string; apiKey: string; model: string; maxBytes: number }

const name = 'The embedding service'
/** Numbers of a vector; the models of 2026 make 256 to 4,096. */
export const maxDimensions = 4_096

export function openEmbedder({ url, apiKey, model, maxBytes }: EmbeddingService): Embedder {
  const headers = { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
  return {
    kind: 'openai',
    name: model,
    async embed(input, { timeoutSeconds, signal }) {
      const body = JSON.stringify({ model, input })
      const call = { name, url: `${url}/v1/embeddings`, headers, key: apiKey, body, timeoutSeconds, maxBytes }
      const answer = await requestBackEnd(call, signal)
      if ([400, 413, 422].includes(answer.status)) throw new TextRefusedError(`${name} refused a text`)
      requireOk(answer, { name, key: apiKey })
      return readVectors(readJson(answer, name), input.length)
    },
  }
}

type Embeddings = { data?: { index?: unknown; embedding?: unknown }[] } | null

/** @throws {EngineError} an answer without one vector for each text */
function readVectors(answer: unknown, count: number): number[][] {
  const data = (answer as Embeddings)?.data
  const vectors = new Array<unknown>(count)
  if (Array.isArray(data)) for (const each of data) vectors[Number(each?.index)] = each?.embedding
  const [first] = vectors
  const isOne = (vector: unknown): vector is number[] =>
    Array.isArray(vector) && vector.length === (first as number[]).length && vector.every(Number.isFinite)
  const length = Array.isArray(first) ? first.length : 0
  const isWhole = vectors.length === count && length >= 1 && length <= maxDimensions && Array.from(vectors).every(isOne)
  if (!isWhole) throw new EngineError(`${name} gave an answer that could not be read`, { retryable: true })
  return vectors as number[][]
}
