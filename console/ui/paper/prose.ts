/** The lines of Markdown as the service prints an agenda: headings, bullets and paragraphs. *Pure.* */
export type ProseLine = { kind: 'heading' | 'bullet' | 'paragraph'; level: number; depth: number; text: string }

export function linesOf(markdown: string): ProseLine[] {
  return markdown
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const rest = line.replace(/^ +/, '')
      const depth = Math.floor((line.length - rest.length) / 2)
      const [mark] = /^(?:#{1,6}|[*-])(?= |$)/.exec(rest) ?? []
      const text = mark === undefined ? rest : rest.slice(mark.length).replace(/^ +/, '')
      if (mark?.startsWith('#') && depth === 0) return { kind: 'heading', level: Math.min(mark.length, 3), depth, text }
      if (mark === '*' || mark === '-') return { kind: 'bullet', level: 0, depth, text }
      // `&nbsp;` is the Markdown of an empty paragraph; a backslash keeps a text from looking like a block.
      return { kind: 'paragraph', level: 0, depth, text: rest === '&nbsp;' ? '' : rest.replace(/^\\(?=[^\w\s])/, '') }
    })
}
