/** Inline Markdown of a line. *Pure.* */
export type Style = 'plain' | 'bold' | 'italic' | 'code'
export type Span = { text: string; style: Style }

const signs = { plain: '', bold: '**', italic: '*', code: '`' } as const
const styled = /(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/

/**
 * The inline Markdown that people write most: bold, italic, code; the rest stays as written. Text that `printSpans` would
 * not write in this way is one plain span, so that `printSpans(readSpans(text))` is `text`.
 */
export function readSpans(text: string): Span[] {
  const parts = text.split(styled).filter((part) => part !== '')
  const spans = parts.map((part) => ({ style: styleOf(part), part }))
  const read = spans.map(({ style, part }) => ({
    style,
    text: part.slice(signs[style].length, part.length - signs[style].length),
  }))
  return printSpans(read) === text ? read : [{ text, style: 'plain' }]
}

function styleOf(part: string): Style {
  if (part.startsWith('**') && part.length > 4) return 'bold'
  if (part.startsWith('`') && part.length > 2) return 'code'
  return part.startsWith('*') && part.endsWith('*') && part.length > 2 ? 'italic' : 'plain'
}

/** Signs stand at the text: spaces at the ends of a span stay outside. Neighbours of one style are one span. */
export function printSpans(spans: Span[]): string {
  const joined: Span[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last?.style === span.style) last.text += span.text
    else joined.push({ ...span })
  }
  return joined.map(printSpan).join('')
}

function printSpan({ text, style }: Span): string {
  const inner = text.trim()
  const [before, after] = [text.slice(0, text.indexOf(inner)), text.slice(text.indexOf(inner) + inner.length)]
  // A sign in the text would end the span too early.
  const isPlain = style === 'plain' || inner === '' || inner.includes(signs[style][0]!)
  return isPlain ? text : before + signs[style] + inner + signs[style] + after
}

/** Plain text as readers see it: a backslash before a sign is left out. */
export const withoutBackslashes = (text: string) => text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
