/** The lines of Markdown as the service prints an agenda: headings, bullets and paragraphs. *Pure.* */
export type ProseLine = { kind: 'heading' | 'bullet' | 'paragraph'; level: number; depth: number; text: string }

export function linesOf(markdown: string): ProseLine[] {
  return markdown
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, spaces = '', rest = ''] = /^( *)(.*)$/.exec(line)!
      const depth = Math.floor(spaces.length / 2)
      const heading = /^(#{1,6})(?: +(.*))?$/.exec(rest)
      if (heading && depth === 0)
        return { kind: 'heading', level: Math.min(heading[1]!.length, 3), depth, text: heading[2] ?? '' }
      const bullet = /^[*-](?: +(.*))?$/.exec(rest)
      if (bullet) return { kind: 'bullet', level: 0, depth, text: bullet[1] ?? '' }
      // `&nbsp;` is the Markdown of an empty paragraph; a backslash keeps a text from looking like a block.
      return { kind: 'paragraph', level: 0, depth, text: rest === '&nbsp;' ? '' : rest.replace(/^\\(?=[^\w\s])/, '') }
    })
}
