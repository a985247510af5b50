/** The lines of a recap for a chat, and how many of them fit. *Pure.* */
import { cutShort } from '../../../platform/text.ts'
import { clockOf, leftOut, momentUrl, type OutlinePoint, type OutlineSection } from './outline.ts'

/** Text of people, or a link with text of ours. */
type Run = { text: string; bold?: true; url?: string }

export type ChatLine = Run[]

export const plain = (line: ChatLine) => line.map(({ text }) => text).join('')

export function linesOf(section: OutlineSection, url: string): ChatLine[] {
  const lines: ChatLine[] = [
    [{ text: section.title, bold: true }],
    ...section.text.split('\n').map((text) => [{ text: text.trim() }]),
    ...section.points.map((point) => lineOfPoint(point, url)),
    [{ text: leftOut(section) > 0 ? `${leftOut(section)} more in the recap` : '' }],
  ]
  return lines.filter((line) => plain(line) !== '')
}

function lineOfPoint({ text, names, seconds }: OutlinePoint, url: string): ChatLine {
  const who = names.length > 0 ? ` (${names.join(', ')})` : ''
  const moment = seconds === null ? [] : [{ text: ' ' }, { text: clockOf(seconds), url: momentUrl(url, seconds) }]
  return [{ text: `• ${text}${who}` }, ...moment]
}

/** The beginning of a text that is long enough for `size` to be at most `most`. */
export function within(most: number, text: string, size: (text: string) => number): string {
  let cut = text
  for (let length = [...text].length; size(cut) > most && length > 1; ) {
    length = Math.ceil(length / 2)
    cut = cutShort(text, length)
  }
  return cut
}

/** The first lines that fit together; the last one is cut, or is `…`, if there are more. */
export function withinAll(most: number, lines: ChatLine[], size: (line: ChatLine) => number): ChatLine[] {
  const more: ChatLine = [{ text: '…' }]
  const kept: ChatLine[] = []
  let left = most - size(more)
  for (const [first, ...rest] of lines) {
    const cutTo = (text: string): ChatLine => [{ ...first, text }, ...rest]
    const text = within(left, first!.text, (text) => size(cutTo(text)))
    const line = cutTo(text)
    if (size(line) > left) return [...kept, more]
    kept.push(line)
    if (text !== first!.text) return kept
    left -= size(line)
  }
  return kept
}

/** As Markdown of Mattermost; an invisible space keeps addresses, names after `@` and emoji codes what they are. */
export const markdownLine = (line: ChatLine): string =>
  line
    .map(({ text, bold, url }) => (url ? `[${text}](${url})` : bold ? `**${markdownText(text)}**` : markdownText(text)))
    .join('')

/** A message without the signs of `markdownText`, to look for names in it; also as JSON, which doubles backslashes. */
export const withoutMarks = (message: string) =>
  message.replace(/\\{1,2}(?=[`*_{}[\]()#+!|~>.-])|\u200b/g, '').replaceAll(dollar, '$')

const dollar = '&#36;'

/**
 * As the reader of its web page takes it (`escape` and `inlinelatex` of mattermost/marked): before a letter or digit a
 * backslash stands for itself and must not be doubled, a dollar sign cannot have one, and two of them are a formula.
 */
const markdownText = (text: string) => {
  const kept = text
    .replace(/[`*_{}[\]()#+!|~>.-]|\\(?![a-z0-9])/gi, '\\$&')
    .replace(/[@<=]|&(?=#?\w+;)|:(?=\/\/|[a-z0-9_+-]+:)/gi, '$&\u200b')
  return /\$[^$\n]+\$(?!\w)/.test(kept) ? kept.replaceAll('$', dollar) : kept
}
