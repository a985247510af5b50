/** Turns answers of the contract into those of the hosted original. They come as JSON, after the contract has dropped what is not its. *Pure.* */
import type { Pieces } from '../platform/http/send-pieces.ts'
import type { Difference } from './differences.ts'
import { type Thing, withStartAndEnd } from './things.ts'

/** A whole answer that is a success. */
export function reshapeAnswer(difference: Difference, json: string): string {
  // Of whole answers only a transcript by itself has segments.
  if (difference.hasTranscript && !difference.thing) return withStartAndEnd(json)
  return JSON.stringify(reshape(difference, JSON.parse(json)))
}

/** The same for a parsed answer. */
export function reshape({ list, thing = same, message }: Difference, answer: Thing): Thing {
  if (list) return { [list]: { ...answer, data: (answer.data as never[]).map(thing) } }
  if (message) return { ...answer, message }
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, thing(value as never)]))
}

const same = (thing: Thing): Thing => thing

/** An answer in pieces: one entry is in memory at a time. */
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

/** A transcript is the last field, and stays a text: an unescaped quote before that name is not inside of a text. */
function reshapeThing({ thing = same, hasTranscript }: Difference, json: string): string {
  const end = hasTranscript ? json.indexOf(transcriptKey) : -1
  if (end === -1) return JSON.stringify(thing(JSON.parse(json) as never))
  const head = JSON.stringify(thing(JSON.parse(`${json.slice(0, end)}}`) as never))
  return `${head.slice(0, -1)}${withStartAndEnd(json.slice(end))}`
}

/** Errors name the fields as the program sent them. */
export function reshapeFailure({ renamed }: Difference, json: string): string {
  if (!renamed) return json
  const { message, errors, ...rest } = JSON.parse(json) as { message: string; errors?: Record<string, string>[] }
  const named = (text: string) => text.replaceAll(renamed.to, renamed.from)
  const said = named(message)
  const places = errors?.map((error) => ({ location: named(error.location!), message: named(error.message!) }))
  return JSON.stringify({ ...rest, message: said, detail: said, ...(places && { errors: places }) })
}
