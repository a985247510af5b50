/** Turns texts into vectors that say what they are about, by a service that speaks OpenAI's `/v1/embeddings`. */
import { EngineError } from '../../platform/errors.ts'
import { type Answer, logCause, readJson, requestBackEnd, requireOk } from './shared/request-back-end.ts'

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

/**
 * The service gave no vectors, perhaps because a text is longer than the model reads. Retryable if its status may also
 * mean that it does not work: llama.cpp and others answer 500 to a long text.
 */
export class TextRefusedError extends EngineError {}

export type EmbeddingService = { url: string; apiKey: string; model: string; maxBytes: number }

const name = 'The embedding service'
/** A proxy in front of the service answers 502. */
const faultsByText = [500, 502]
/** Numbers of a vector; the models of 2026 make 256 to 4,096. */
export const maxDimensions = 4_096

export function openEmbedder({ url, apiKey, model, maxBytes }: EmbeddingService): Embedder {
  const headers = { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
  return {
    kind: 'openai',
    name: model,
    async embed(input, { timeoutSeconds, signal }) {
      const body = JSON.stringify({ model, input })
      const limits = { timeoutSeconds, maxBytes }
      const isRefusal = ({ status }: Answer) => faultsByText.includes(status)
      const call = { name, url: `${url}/v1/embeddings`, headers, key: apiKey, body, ...limits, isRefusal }
      const answer = await requestBackEnd(call, signal)
      const mayBeFault = isRefusal(answer)
      if (mayBeFault || [400, 413, 422].includes(answer.status)) {
        const cause = logCause(answer.text, apiKey)
        const what = mayBeFault ? `had a fault (status ${answer.status})` : 'refused a text'
        throw new TextRefusedError(`${name} ${what}`, { retryable: mayBeFault, cause })
      }
      requireOk(answer, { name, key: apiKey })
      return readVectors(readJson(answer, name), input.length)
    },
  }
}

type Embeddings = { data?: { index?: unknown; embedding?: unknown }[] } | null

/**
 * Those without an index are at the places that are left, in order: Gemini leaves out an index of 0, others all of them.
 * @throws {EngineError} an answer without one vector for each text
 */
function readVectors(answer: unknown, count: number): number[][] {
  const given = (answer as Embeddings)?.data
  const data = Array.isArray(given) ? given : []
  const vectors = new Array<unknown>(count)
  for (const each of data) if (each?.index != null) vectors[Number(each.index)] = each.embedding
  const without = data.filter((each) => each?.index == null)
  for (let place = 0; place < count; place++) if (!(place in vectors)) vectors[place] = without.shift()?.embedding
  const [first] = vectors
  const isOne = (vector: unknown): vector is number[] =>
    Array.isArray(vector) && vector.length === (first as number[]).length && vector.every(Number.isFinite)
  const length = Array.isArray(first) ? first.length : 0
  const isWhole =
    data.length === count &&
    vectors.length === count &&
    length >= 1 &&
    length <= maxDimensions &&
    Array.from(vectors).every(isOne)
  if (!isWhole) throw new EngineError(`${name} gave an answer that could not be read`, { retryable: true })
  return vectors as number[][]
}
