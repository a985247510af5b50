/** Prints rows as a table in Markdown, as the documents have it. */
export function printTable(header: string[], rows: string[][]): void {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  console.log([line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n'))
}
