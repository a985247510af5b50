/** Native markup as blocks to show. What it does not know it shows as text, so that nothing is hidden. *Pure.* */
export type Block = {
  kind: 'heading' | 'paragraph' | 'bullet' | 'talking-point' | 'action-item'
  /** Nesting, from 0. */
  depth: number
  /** Of headings, 1 to 3. */
  level: number
  text: string
  /** Of action items. */
  isDone: boolean
}

const marker = /^::agenda\{version=1\}\s*$/
const directive = /^::(talking-point|action-item|paragraph)\[(.*)\](?:\{(.*)\})?$/s

/** @see docs/using.md, which describes the markup */
export function readAgenda(markup: string): Block[] {
  const lines = joinContinued(markup.split('\n').filter((line) => !marker.test(line)))
  return lines.filter((line) => line.trim() !== '').map(readBlock)
}

/** After a backslash at the end of a line the same text continues on the next one. */
function joinContinued(lines: string[]): string[] {
  const joined: string[] = []
  let open = false
  for (const line of lines) {
    const continues = /(?<!\\)(\\\\)*\\$/.test(line)
    const text = continues ? line.slice(0, -1) : line
    if (open) joined[joined.length - 1] += `\n${text.trimStart()}`
    else joined.push(text)
    open = continues
  }
  return joined
}

function readBlock(line: string): Block {
  const indent = /^ */.exec(line)![0].length
  const block = { depth: Math.floor(indent / 2), level: 0, isDone: false }
  const rest = line.slice(indent)
  const found = directive.exec(rest)
  if (found) {
    const [, kind, label, attributes = ''] = found
    const isDone = /(^|\s)status=Done(\s|$)/.test(attributes)
    return { ...block, kind: kind as Block['kind'], text: decode(label!), isDone }
  }
  const heading = /^(#{1,3}) (.*)$/s.exec(rest)
  if (heading) return { ...block, kind: 'heading', level: heading[1]!.length, text: decode(heading[2]!) }
  if (rest.startsWith('- ')) return { ...block, kind: 'bullet', text: decode(rest.slice(2)) }
  return { ...block, kind: 'paragraph', text: decode(rest) }
}

/** `&#32;` is the character that it names. */
function decode(text: string): string {
  return text.replace(/&#(\d{1,7});/g, (reference, digits) => {
    const point = Number(digits)
    return point <= 0x10ffff ? String.fromCodePoint(point) : reference
  })
}

export type Span = { text: string; style: 'plain' | 'bold' | 'italic' | 'code' }

/** The inline Markdown that people write most: bold, italic, code; the rest stays as written. */
export function readSpans(text: string): Span[] {
  const found = text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/)
  return found
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('**') && part.length > 4) return { text: part.slice(2, -2), style: 'bold' }
      if (part.startsWith('`') && part.length > 2) return { text: part.slice(1, -1), style: 'code' }
      if (part.startsWith('*') && part.endsWith('*') && part.length > 2)
        return { text: part.slice(1, -1), style: 'italic' }
      return { text: part.replace(/\\([!-/:-@[-`{-~])/g, '$1'), style: 'plain' }
    })
}
