/** A JSON file: one meeting, or a list of them, of any program. *Pure.* */
import { readFathom } from './fathom.ts'
import { readFireflies, readSentences } from './fireflies.ts'
import { readGranola } from './granola.ts'
import { emptyPart, type Fields, isObject, objectsOf, type Part, UnreadableError } from './part.ts'
import { readPlainJson, readSegments } from './plain-json.ts'
import { readTldv } from './tldv.ts'

/** In this order: the first that knows the form reads it. */
const forms = [readFireflies, readFathom, readTldv, readGranola, readPlainJson]

const listNames = ['meetings', 'notes', 'items', 'transcripts', 'results', 'recordings', 'docs', 'data']

/** Of one file. */
export const maxMeetings = 5_000

/** @throws {UnreadableError} */
export function readJsonFile(text: string): Part[] {
  const value = parse(text)
  const one = isObject(value) ? readOne(value) : null
  if (one) return [one]
  const words = Array.isArray(value) ? readWordsAlone(objectsOf(value)) : null
  if (words) return [words]
  const list = Array.isArray(value) ? objectsOf(value) : isObject(value) ? listIn(value) : []
  if (list.length > maxMeetings)
    throw new UnreadableError(`It has more than ${maxMeetings} meetings: split it into smaller files`)
  const parts = list.flatMap((each) => readOne(each) ?? [])
  if (parts.length === 0)
    throw new UnreadableError('It is JSON, but neither words nor notes of a meeting are found in it')
  return parts
}

function readOne(value: Fields): Part | null {
  for (const read of forms) {
    const part = read(value)
    if (part && (part.transcript || part.notes)) return part
  }
  return null
}

/** A list of what was said: Fireflies' download, or segments. */
function readWordsAlone(list: Fields[]): Part | null {
  const [first] = list
  if (!first || !('sentence' in first || 'text' in first) || 'title' in first || 'transcript' in first) return null
  const isFireflies = 'sentence' in first
  const transcript = isFireflies ? readSentences(list) : readSegments(list)
  return transcript && { ...emptyPart, from: isFireflies ? 'Fireflies' : '', transcript }
}

function listIn(value: Fields): Fields[] {
  for (const name of listNames) {
    const inner = value[name]
    if (Array.isArray(inner)) return objectsOf(inner)
    if (isObject(inner)) return Object.values(inner).filter(isObject)
  }
  return []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new UnreadableError('It is no valid JSON')
  }
}
