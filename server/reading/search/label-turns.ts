/**
 * Who said the found words of a passage, and the speakers' names in its snippet where it spans turns (decision 44 on
 * search). *Pure.*
 */
import { cutWords } from '../../meetings/text-index/words.ts'
import type { Snippet } from './snippet.ts'

/** Where somebody begins to speak in the text of the passage. */
type Turn = { speaker: string; from: number }

export type Said = { speaker: string | null; snippet: Snippet }

/**
 * @param text      of the passage: segments, one a line
 * @param speakers  of the passage
 * @param spoken    two numbers for each turn, as the layout has them (meetings/text-index/layout.ts)
 * @returns null for a text that nobody speaks
 */
export function labelTurns(text: string, speakers: string[], spoken: number[], snippet: Snippet): Said | null {
  const core = snippet.text.replace(/^…|…$/g, '')
  const begin = text.replaceAll('\n', ' ').indexOf(core)
  const turns = begin < 0 ? [] : turnsOf(text, speakers, spoken)
  if (turns.length === 0) return null
  const head = snippet.text.indexOf(core)
  const turnAt = (at: number) => turns.findLast(({ from }) => from <= at)!
  // Hits count code points, and the turns code units.
  const starts = snippet.hits.map(([start]) => [...snippet.text].slice(0, start).join('').length)
  const speaker = mostOften(starts.map((start) => turnAt(begin + start - head).speaker))
  const shown = [
    { ...turnAt(begin), from: begin },
    ...turns.filter(({ from }) => from > begin && from < begin + core.length),
  ]
  const changes = shown.filter(({ speaker }, index) => speaker !== shown[index - 1]?.speaker)
  const labels = changes.map(({ speaker, from }) => ({ at: head + from - begin, label: `${speaker || '?'}: ` }))
  return { speaker, snippet: labels.length > 1 ? withLabels(snippet, labels) : snippet }
}

function turnsOf(text: string, speakers: string[], spoken: number[]): Turn[] {
  const words = [...cutWords(text)]
  const turns: Turn[] = []
  let next = 0
  for (let at = 0; at < spoken.length; at += 2) {
    const [speaker, count] = [speakers[spoken[at]! - 1] ?? '', spoken[at + 1]!]
    const first = words[next]
    // A turn without a word, such as "…", is read as the end of the one before.
    if (count > 0 && first) turns.push({ speaker, from: text.lastIndexOf('\n', first.from) + 1 })
    next += count
  }
  return turns
}

/** The first of those that are there most often. */
function mostOften(speakers: string[]): string | null {
  const counts = new Map<string, number>()
  for (const speaker of speakers) counts.set(speaker, (counts.get(speaker) ?? 0) + 1)
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  return most?.[0] || null
}

/** @param labels  `at` counts code units of the snippet's text */
function withLabels({ text, hits }: Snippet, labels: { at: number; label: string }[]): Snippet {
  const parts = labels.map(({ at, label }, index) => label + text.slice(at, labels[index + 1]?.at))
  const before = labels.map(({ at, label }) => ({ at: [...text.slice(0, at)].length, length: [...label].length }))
  const shift = (start: number) => before.filter(({ at }) => at <= start).reduce((sum, { length }) => sum + length, 0)
  return {
    text: text.slice(0, labels[0]!.at) + parts.join(''),
    hits: hits.map(([start, end]) => [start + shift(start), end + shift(start)]),
  }
}
