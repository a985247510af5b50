/**
 * Transcripts as documents and plain texts: Otter, Teams, Fireflies, Fathom, tl;dv, Meet and Zoom each put who speaks, and
 * when, on a line of its own in their way. *Pure.*
 */
import { type SpokenLine, toSegments } from '../../server/meetings/recordings/transcript/parse-text.ts'
import type { StoredTranscript } from '../../server/platform/postgres/column-types.ts'
import { cutShort, oneLine } from '../../server/platform/text.ts'

const time = '\\(?\\[?((?:\\d{1,2}:)?\\d{1,3}:\\d\\d)(?:[.,]\\d{1,3})?\\]?\\)?'
const name = '([\\p{L}\\p{N}][^:\\n\\t]{0,79}?)'

/** `[who, when]` of a line that has nothing else. */
const headings: [RegExp, (found: string[]) => [who: string, when: string]][] = [
  // Otter, Teams, Granola: `Ada Moreau  0:05`; Fireflies: `Ada Moreau - 00:05`.
  [
    new RegExp(`^${name}(?:\\s{2,}|\\t|\\s+[-–—|]\\s+|\\s(?=[([\\d]))\\s*${time}\\s*:?$`, 'u'),
    ([, who, when]) => [who!, when!],
  ],
  // Fathom: `0:05 - Ada Moreau (Acme)`.
  [new RegExp(`^@?${time}\\s+[-–—|]\\s+${name}\\s*:?$`, 'u'), ([, when, who]) => [who!, when!]],
  // Captions that Zoom saved: `[Ada Moreau] 10:00:05`.
  [/^\[([^\]\n]{1,80})\]\s+(\d{1,2}:\d\d:\d\d)$/u, ([, who, when]) => [who!, when!]],
]
/** Teams before 2023: a span, and below it who speaks. */
const span = /^(\d{1,2}:\d{1,2}:\d{1,2})(?:[.,]\d+)?\s*-->\s*\d{1,2}:\d{1,2}:\d{1,2}(?:[.,]\d+)?$/
/** Meet: a time alone, and below it `Ada Moreau: …`. */
const timeAlone = new RegExp(`^${time}$`)
const named = /^([\p{L}\p{N}][^:\n]{0,59}):\s+(\S.*)$/u
const restOfHeadings = /\s*\((?:[^()]*)\)$/
const end =
  /^(?:transcribed by https?:\/\/otter\.ai|meeting ended after|transcription ended|this editable transcript was computer generated)/i

/** What stands before the words, and the words. */
export type SpokenText = { before: string[]; transcript: StoredTranscript }

/** @returns null: nobody speaks in this text */
export function readSpokenText(lines: string[]): SpokenText | null {
  return readBlocks(lines) ?? readNamedLines(lines)
}

/** A row of blanks as a tab or two spaces, which mean the same: the patterns would try each place in it with each other. */
const withFewBlanks = (line: string) => line.replace(/\s{2,}/g, (blanks) => (blanks.includes('\t') ? '\t' : '  '))

function headingOf(raw: string, next: string | undefined): [who: string, when: string, own: number] | null {
  const line = withFewBlanks(raw)
  for (const [form, read] of headings) {
    const found = form.exec(line)
    if (found) return [...read(found as unknown as string[]), 1]
  }
  const [, when] = span.exec(line) ?? []
  return when && next !== undefined && next.length <= 80 ? [next, when, 2] : null
}

function readBlocks(all: string[]): SpokenText | null {
  const lines = all.map((line) => line.trim())
  const spoken: SpokenLine[] = []
  let first = -1
  for (let at = 0; at < lines.length; at++) {
    const heading = headingOf(lines[at]!, lines[at + 1])
    if (heading) {
      if (first === -1) first = at
      const [who, when, own] = heading
      spoken.push({ speaker: speakerOf(who), time: when, text: '' })
      at += own - 1
    } else if (spoken.length > 0 && lines[at] !== '') {
      if (end.test(lines[at]!)) break
      const last = spoken.at(-1)!
      last.text = last.text === '' ? lines[at]! : `${last.text} ${lines[at]}`
    }
  }
  const said = fromZero(spoken.map((line) => ({ ...line, text: oneLine(line.text) })).filter(({ text }) => text !== ''))
  // One line may end in a time by chance.
  if (said.length === 0 || (said.length < 2 && first > 3)) return null
  return { before: all.slice(0, first), transcript: { language_code: '', speech_segments: toSegments(said) } }
}

/** Times of a clock, as Zoom's captions have them, begin at the first. */
function fromZero(lines: SpokenLine[]): SpokenLine[] {
  const seconds = lines.map(({ time }) => time!.split(':').reduce((sum, part) => sum * 60 + Number(part), 0))
  const isClock = seconds.length > 0 && seconds[0]! >= 4 * 3_600
  if (!isClock) return lines
  return lines.map((line, at) => ({
    ...line,
    time: clockOf(seconds[at]! - seconds[0]! + (seconds[at]! < seconds[0]! ? 86_400 : 0)),
  }))
}

const clockOf = (seconds: number) =>
  [seconds / 3_600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')

const speakerOf = (who: string) => cutShort(oneLine(who.replace(restOfHeadings, '')) || oneLine(who), 255)

const share = 0.5

/** In lines. */
const longestHeading = 20

/** `Ada: text` lines, with times before them or above them: at least half of what stands below the first. */
function readNamedLines(all: string[]): SpokenText | null {
  const spoken: SpokenLine[] = []
  let [first, named_, others, above] = [-1, 0, 0, undefined as string | undefined]
  const names = new Set<string>()
  // Where times stand alone, what is above the first is a heading.
  const begin = Math.max(
    0,
    all.slice(0, longestHeading).findIndex((line) => timeAlone.test(line.trim())),
  )
  for (const [at, line] of all.map((line) => line.trim()).entries()) {
    if (at < begin) continue
    if (line === '' || (spoken.length > 0 && end.test(line))) continue
    const [, alone] = timeAlone.exec(line) ?? []
    if (alone) {
      above = alone
      continue
    }
    const [, before, rest = ''] = new RegExp(`^(?:${time}\\s*[-–]?\\s*)?(.*)$`, 'su').exec(line)!
    const [, who, text] = named.exec(rest.replace(/\*\*/g, '')) ?? []
    if (who && !isHeading.test(who)) {
      if (first === -1) first = at
      named_++
      names.add(who)
      spoken.push({ speaker: speakerOf(who), text: oneLine(text!), time: before ?? above })
      above = undefined
    } else if (before && rest) {
      if (first === -1) first = at
      named_++
      spoken.push({ speaker: '', text: oneLine(rest), time: before })
    } else if (first !== -1) {
      others++
      const last = spoken.at(-1)!
      last.text = `${last.text} ${oneLine(line)}`
    }
  }
  // A list of `Label: value` names everything once.
  const comesBack = names.size < named_
  if (named_ < 2 || !comesBack || named_ < (named_ + others) * share) return null
  return { before: all.slice(0, first), transcript: { language_code: '', speech_segments: toSegments(spoken) } }
}

const isHeading =
  /^(?:attendees|participants|speakers?|invited|date|time|title|duration|location|meeting|when|where|who|topic|agenda|summary|keywords|https?|organi[sz]er|host|from|to|cc|subject)$/i
