/**
 * An embedding service as OpenAI's public document says, for want of a real one. Its model knows a few topics: a text's vector
 * has a number for each, and one that every text has.
 */
import { type BackEnd, openBackEnd, type ReceivedRequest, type Reply } from './back-end.ts'
import { openAiEmbeddings } from './published/embeddings.ts'
import { problemOf } from './published/published.ts'

export const key = 'sk-embed'

type Request = { model: string; input: string[] }
export type EmbeddingServer = BackEnd & {
  /** Texts that got vectors, in order. */
  read: string[]
  /** Sent in place of the next answers; a fault for good if `always` is set. */
  faults: Reply[]
  always: Reply | null
  /** What is answered to these texts in place of vectors, if anything. */
  judge(input: string[]): Reply | null
}

/** @param refuses  whether the model does not take this text */
export async function openEmbeddings(
  topics: RegExp[],
  refuses: (text: string) => boolean = () => false,
): Promise<EmbeddingServer> {
  const read: string[] = []
  const answer = (request: ReceivedRequest): Reply => {
    const refusal = judge(request)
    const fault = refusal ?? server.always ?? server.faults.shift()
    if (fault) return fault
    const { model, input } = JSON.parse(request.body.toString()) as Request
    const judged = server.judge(input)
    if (judged) return judged
    if (input.some(refuses)) return failure(400, 'This model’s maximum context length is exceeded')
    read.push(...input)
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, topics) }))
    const usage = { prompt_tokens: 8 * input.length, total_tokens: 8 * input.length }
    // Clients go by the index.
    return { body: { object: 'list', data: data.reverse(), model, usage } }
  }
  const backEnd = await openBackEnd(answer)
  const server: EmbeddingServer = Object.assign(backEnd, { read, faults: [], always: null, judge: () => null })
  return server
}

const vectorOf = (text: string, topics: RegExp[]) => [0.1, ...topics.map((topic) => (topic.test(text) ? 1 : 0))]

function judge({ method, path, headers, body }: ReceivedRequest): Reply | null {
  if (method !== 'POST' || path !== '/v1/embeddings') return failure(404, 'Not found')
  if (headers.authorization !== `Bearer ${key}`) return failure(401, `Incorrect key ${headers.authorization}`)
  const problem = problemOf(openAiEmbeddings, Object.entries(JSON.parse(body.toString())))
  return problem === null ? null : failure(400, problem)
}

const failure = (status: number, message: string): Reply => ({ status, body: { error: { message } } })
