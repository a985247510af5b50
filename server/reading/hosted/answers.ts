/** Converts responses of the contract, already serialized as JSON, to those of the hosted original. *Pure.* */
import type { Pieces } from '../../platform/http/send-pieces.ts'
import type { Difference } from './differences.ts'
import { type Thing, withStartAndEnd } from './things.ts'

/** Converts a complete successful response. */
export function reshapeAnswer(difference: Difference, json: string): string {
  // Among responses that are not streamed, only a transcript has segments.
  if (difference.hasTranscript && !difference.thing) return withStartAndEnd(json)
  return JSON.stringify(reshape(difference, JSON.parse(json)))
}

/** The same for a parsed response. */
export function reshape({ list, thing = same, message }: Difference, answer: Thing): Thing {
  if (list) return { [list]: { ...answer, data: (answer.data as never[]).map(thing) } }
  if (message) return { ...answer, message }
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, thing(value as never)]))
}

const same = (thing: Thing): Thing => thing

/** Converts a streamed response, with one entry in memory at a time. */
export function reshapePieces(difference: Difference, { before, entries, after }: Pieces): Pieces {
  const { list } = difference
  return {
    before: list ? `{"${list}":${before}` : before,
    entries: reshapeEntries(difference, entries),
    after: list ? `${after}}` : after,
  }
}

async function* reshapeEntries(difference: Difference, entries: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const entry of entries) yield reshapeThing(difference, entry)
}

const transcriptKey = ',"transcript":'

/** The transcript is the last field and is not parsed. Its key cannot be inside a string, where quotes are escaped. */
function reshapeThing({ thing = same, hasTranscript }: Difference, json: string): string {
  const end = hasTranscript ? json.indexOf(transcriptKey) : -1
  if (end === -1) return JSON.stringify(thing(JSON.parse(json) as never))
  const head = JSON.stringify(thing(JSON.parse(`${json.slice(0, end)}}`) as never))
  return `${head.slice(0, -1)}${withStartAndEnd(json.slice(end))}`
}

/** Uses the names of fields that the program sent. */
export function reshapeFailure({ renamed }: Difference, json: string): string {
  if (!renamed) return json
  const { message, errors, ...rest } = JSON.parse(json) as { message: string; errors?: Record<string, string>[] }
  const named = (text: string) => text.replaceAll(renamed.to, renamed.from)
  const said = named(message)
  const places = errors?.map((error) => ({ location: named(error.location!), message: named(error.message!) }))
  return JSON.stringify({ ...rest, message: said, detail: said, ...(places && { errors: places }) })
}
