/** From the turns of the data set to a transcript as the service keeps it. *Pure.* @see demo/NOTICE.md */

export type Source = {
  id: string
  domain: 'product' | 'academic' | 'committee'
  topics: string[]
  summary: string
  turns: { speaker: string; text: string }[]
}

export type Segment = { speaker: string; text: string; start_time: number; end_time: number }

/** The source has no times: they come from the words, at an ordinary pace of speech. */
const WORDS_PER_MINUTE = 150

/**
 * @param nameOf  who speaks under a label of the source
 * @returns the turns that say something, one after the other without a pause, times in tenths of a second
 */
export function readTurns(source: Source, nameOf: (label: string) => string): Segment[] {
  const segments: Segment[] = []
  let words = 0
  for (const turn of source.turns) {
    const text = cleanText(turn.text, source.domain)
    if (!/\p{L}|\p{N}/u.test(text)) continue
    const start_time = secondsOf(words)
    words += text.split(' ').length
    segments.push({ speaker: nameOf(turn.speaker), text, start_time, end_time: secondsOf(words) })
  }
  return segments
}

/** Cuts a transcript where the recording was stopped and started again; each part counts from its own start. */
export function splitTranscript(segments: Segment[], parts: number): Segment[][] {
  return divide(segments, parts).map((part) => {
    const offset = part[0]?.start_time ?? 0
    return part.map((segment) => ({
      ...segment,
      start_time: tenths(segment.start_time - offset),
      end_time: tenths(segment.end_time - offset),
    }))
  })
}

/** Divides a list into parts of nearly the same length, in order. */
export function divide<Value>(list: Value[], parts: number): Value[][] {
  const at = (part: number) => Math.round((list.length * part) / parts)
  return Array.from({ length: parts }, (_, part) => list.slice(at(part), at(part + 1)))
}

/** Members of the committee are introduced with their riding or office once and by name alone after that. */
export function memberName(label: string): string {
  const acting = /^The Acting Chair \((.*?)(?: \(.*)?\)$/.exec(label)
  return acting ? `The Acting Chair (${acting[1]})` : label.replace(/ \(.*$/, '')
}

/** Takes away what the transcribers marked and how the source spaces its words; what was said stays. */
export function cleanText(text: string, domain: Source['domain']): string {
  const marked = domain === 'committee' ? restoreSpaces(text) : text.replace(/(\w) - (?=\w)/g, '$1-')
  return marked
    .replace(/\{\w+\}/g, ' ')
    .replace(/@(?: @)*/g, '…')
    .replaceAll('_', '')
    .replace(/"\s+([^"]*?)\s+"/g, '"$1"')
    .replace(/\s+/g, ' ')
    .replace(/ (?='(?:s|m|d|re|ve|ll)\b)/gi, '')
    .replace(/ (?=[.,?!;:])/g, '')
    .replace(/([.,?!;:])(?:,|\.(?!\.))+(?=\s|$)/g, '$1')
    .replace(/^[\s.,?!;:]+|\s+$/g, '')
}

/** The parliament's text lost its narrow spaces: `Mr.Chair`, `MadamChair`, `June15`, `$25per week`. */
function restoreSpaces(text: string): string {
  return text
    .replace(/\b(Mr|Mrs|Ms|Dr|Hon)\.(?=[A-Z])/g, '$1. ')
    .replace(/(?<=[a-z]{3})(?<!Agri|Access|Global)(?=[A-Z][a-z])|(?<=\bBill)(?=[CS]-)/g, ' ')
    .replace(/(\d(?:st|nd|rd|th))(?=[a-z]{3})/g, '$1 ')
    .replace(/(\d)(?=[a-z]{3})/g, '$1 ')
    .replace(/([a-z]{2})(?=\d)/g, '$1 ')
}

function secondsOf(words: number): number {
  return tenths((words * 60) / WORDS_PER_MINUTE)
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
