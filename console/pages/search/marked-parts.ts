/** Splits a text into marked and unmarked parts, cleans Markdown, and picks words to find a passage again. *Pure.* */

export type Part = { from: number; isHit: boolean; part: string }

/** @param hits  half-open ranges of code points: an emoji is one code point but two UTF-16 units */
export function partsOf(text: string, hits: number[][]): Part[] {
  const points = [...text]
  const parts: Part[] = []
  const take = (from: number, to: number, isHit: boolean) => {
    if (to > from) parts.push({ from, isHit, part: points.slice(from, to).join('') })
  }
  let at = 0
  for (const [from, to] of hits as [number, number][]) {
    take(at, from, false)
    take(Math.max(from, at), to, true)
    at = Math.max(at, to)
  }
  take(at, points.length, false)
  return parts
}

const [open, close] = ['\ue000', '\ue001']

/** As `partsOf`, without the signs of Markdown: people read a passage, not its source. */
export function cleanPartsOf(text: string, hits: number[][]): Part[] {
  const marked = partsOf(text.replaceAll(/[\ue000\ue001]/g, ' '), hits)
    .map(({ isHit, part }) => (isHit ? open + part + close : part))
    .join('')
  let from = 0
  return withoutMarkdown(marked)
    .split(/(?=\ue000)|(?<=\ue001)/)
    .filter((part) => part !== '')
    .map((piece) => {
      const part = piece.replaceAll(/[\ue000\ue001]/g, '')
      from += part.length
      return { from: from - part.length, isHit: piece.startsWith(open), part }
    })
}

/** Lines are joined in a passage: a heading and the points of a list become parts of one line. */
const withoutMarkdown = (text: string): string =>
  text
    .replaceAll(/(^|…|\s)#{1,6}\s+(\S.*?) {2,}/g, '$1$2 · ')
    .replaceAll(/(^|…|\s)#{1,6}\s+/g, '$1')
    .replaceAll(/(^|…|\s)-\s+(\[[ x]\] )?(\[\d+(:\d\d){1,2}\] )?/g, '$1· ')
    .replaceAll(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/(^|[^\w*\\])(\*{1,3}|`)(?=\S)([^*`]*?\S)\2(?![\w*])/g, '$1$3')
    .replaceAll(/\\([*_#[\]`-])/g, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll('· · ', '· ')
    .replace(/^· /, '')
    .trim()

/** The marked words, each once and in one of its forms: `control` stands for `controls`. */
export function markedWords(text: string, hits: number[][]): string {
  const words: string[] = []
  let touches = false
  for (const { isHit, part } of partsOf(text, hits)) {
    if (isHit) words.push(touches ? words.pop() + part : part)
    touches = isHit
  }
  const isForm = (one: string, other: string) => one.toLowerCase().startsWith(other.toLowerCase())
  const isFirst = (word: string, at: number) =>
    !words.some((each, index) => index < at && (isForm(word, each) || isForm(each, word)))
  return words.filter(isFirst).join(' ')
}

/** The longest run of marked words with only punctuation and blanks between them; '' without a mark. */
export function longestMarked(text: string, hits: number[][]): string {
  let [longest, current] = ['', '']
  for (const { isHit, part } of partsOf(text, hits)) {
    if (!isHit && /[\p{L}\p{N}]/u.test(part)) current = ''
    else if (isHit || current !== '') current += part
    if (isHit && current.length > longest.length) longest = current
  }
  return longest
}
