/** Tables in Markdown. *Pure.* */
export type TextPart = { kind: 'text'; text: string } | { kind: 'table'; rows: string[][] }

/** A table is a row of cells, a line of dashes, and more rows, as GitHub's Markdown has it; all else is text. */
export function textParts(markdown: string): TextPart[] {
  const lines = markdown.split('\n')
  const parts: TextPart[] = []
  let text: string[] = []
  const isBlank = (line: string) => line.trim() === ''
  const end = () => {
    while (text.length > 0 && isBlank(text[0]!)) text.shift()
    while (text.length > 0 && isBlank(text.at(-1)!)) text.pop()
    if (text.length > 0) parts.push({ kind: 'text', text: text.join('\n') })
    text = []
  }
  for (let at = 0; at < lines.length; at++) {
    const head = cellsOf(lines[at]!)
    const isTable = head && cellsOf(lines[at + 1] ?? '')?.every((cell) => /^:?-+:?$/.test(cell))
    if (!isTable) {
      text.push(lines[at]!)
      continue
    }
    end()
    const rows = [head]
    for (at++; at + 1 < lines.length; at++) {
      const cells = cellsOf(lines[at + 1]!)
      if (!cells) break
      rows.push(head.map((_, column) => cells[column] ?? ''))
    }
    parts.push({ kind: 'table', rows })
  }
  end()
  return parts
}

/** @returns null for a line that is no row */
function cellsOf(line: string): string[] | null {
  const row = line.trim()
  if (!row.startsWith('|') || row.length < 2) return null
  const cells = row.slice(1, row.endsWith('|') ? -1 : undefined).split(/(?<!\\)\|/)
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}
