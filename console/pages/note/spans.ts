/** Inline Markdown of a line. *Pure.* */
/** `length` is the length of the source, signs included. */
export type Span = { text: string; style: 'plain' | 'bold' | 'italic' | 'code'; length: number }

/** The inline Markdown that people write most: bold, italic, code; the rest stays as written. */
export function readSpans(text: string): Span[] {
  const found = text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/)
  return found.filter((part) => part !== '').map((part) => ({ ...read(part), length: part.length }))
}

function read(part: string): Omit<Span, 'length'> {
  if (part.startsWith('**') && part.length > 4) return { text: part.slice(2, -2), style: 'bold' }
  if (part.startsWith('`') && part.length > 2) return { text: part.slice(1, -1), style: 'code' }
  if (part.startsWith('*') && part.endsWith('*') && part.length > 2) return { text: part.slice(1, -1), style: 'italic' }
  return { text: part.replace(/\\([!-/:-@[-`{-~])/g, '$1'), style: 'plain' }
}
