/** What one file, or one meeting of a file, says. *Pure.* */

import { parseText, wordsPerSecond } from '../../server/meetings/recordings/transcript/parse-text.ts'
import type { StoredTranscript } from '../../server/platform/postgres/column-types.ts'
import { cutShort, oneLine } from '../../server/platform/text.ts'
import { type Person, readPerson } from '../person.ts'
import { findWhen } from '../when.ts'

export type Part = {
  from: string
  title: string
  startedAt: string | null
  hasTime: boolean
  people: Person[]
  transcript: StoredTranscript | null
  notes: string
}

/** What is said of a meeting above its words. */
export type Heading = Pick<Part, 'title' | 'startedAt' | 'hasTime' | 'people'>

type Segment = StoredTranscript['speech_segments'][number]

export const emptyPart: Part = {
  ...{ from: '', title: '', startedAt: null, hasTime: false },
  ...{ people: [], transcript: null, notes: '' },
}

/** Why a file is not read, for its person. */
export class UnreadableError extends Error {}

export type Fields = Record<string, unknown>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
export const lineOf = (value: unknown): string => oneLine(textOf(value))

/** The first of these fields that has a text. */
export const firstText = (fields: Fields, ...names: string[]): string =>
  names.map((name) => textOf(fields[name])).find(Boolean) ?? ''

/** A moment as a text, or in milliseconds or seconds since 1970. */
export function readWhen(value: unknown): Pick<Part, 'startedAt' | 'hasTime'> {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) {
    const at = new Date(value < 1e11 ? value * 1_000 : value)
    return Number.isNaN(at.getTime()) ? unknownWhen : { startedAt: at.toISOString(), hasTime: true }
  }
  const when = findWhen(textOf(value))
  return when ? { startedAt: when.at.toISOString(), hasTime: when.hasTime } : unknownWhen
}
const unknownWhen = { startedAt: null, hasTime: false }

/** `12.5`, `"12.5"`, `"00:12"`, `"00:00:12.500"`: seconds; null for something else. */
export function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null
  const [, hours = '0', minutes = '0', seconds] =
    /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,7}(?:[.,]\d+)?)s?$/.exec(textOf(value)) ?? []
  if (seconds === undefined) return null
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds.replace(',', '.'))
}

/** People as texts, or as objects with a name and an address. */
export function readPeople(value: unknown): Person[] {
  const list = typeof value === 'string' ? value.split(/[,;\n]/) : Array.isArray(value) ? value : []
  return list.flatMap((each) => {
    if (typeof each === 'string') return readPerson(each) ?? []
    if (!isObject(each)) return []
    const name = lineOf(each.name ?? each.displayName ?? each.display_name ?? each.full_name)
    const email = lineOf(each.email ?? each.emailAddress ?? each.address).toLowerCase()
    if (!name && !email) return []
    return { ...(name && { name: cutShort(name, 255) }), ...(email.includes('@') && { email }) }
  })
}

export type Said = { speaker: string; text: string; start: number | null; end: number | null }

/**
 * Segments that another program has cut: in the order of their starts; one without a time follows the one above.
 * @returns null if nothing was said
 */
export function toTranscript(said: Said[], language = ''): StoredTranscript | null {
  const segments: Segment[] = []
  for (const { speaker, text, start, end } of said) {
    const words = oneLine(text)
    if (words === '') continue
    const begin = start ?? segments.at(-1)?.end_time ?? 0
    const guessed = begin + Math.max(1, words.split(' ').length / wordsPerSecond)
    segments.push({
      speaker: cutShort(oneLine(speaker), 255),
      text: words,
      start_time: begin,
      end_time: Math.max(begin, end ?? guessed),
    })
  }
  segments.sort((one, other) => one.start_time - other.start_time)
  return segments.length === 0 ? null : { language_code: language, speech_segments: segments }
}

/** By the service's own reader. @throws {UnreadableError} with the line */
export function readCaptions(text: string, format: 'vtt' | 'srt' | 'txt'): StoredTranscript {
  try {
    return parseText(text, format)
  } catch (error) {
    throw new UnreadableError(`It is no transcript that can be read: ${(error as Error).message}`)
  }
}
