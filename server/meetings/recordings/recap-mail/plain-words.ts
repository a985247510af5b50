/** The words of Markdown without its signs, for places that read none of it or another one. *Pure.* */

/**
 * Emphasis and code lose their signs; a link is its words and its address, so that nobody is led elsewhere than they see;
 * a row of a table is a line. Signs that mean nothing, as in `2*3`, stay.
 */
export function plainWords(markdown: string): string {
  return markdown
    .split('\n')
    .flatMap((line) => plainLine(line) ?? [])
    .join('\n')
}

/** @returns null for the line below the head of a table */
function plainLine(line: string): string | null {
  const row = line.trim()
  if (!row.startsWith('|') || row.length < 2) return plainInline(line.replace(/^#{1,6} +/, ''))
  const cells = row
    .slice(1, row.endsWith('|') ? -1 : undefined)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
  if (cells.every((cell) => /^:?-+:?$/.test(cell))) return null
  return cells.map(plainInline).join(' · ')
}

const inline =
  /\\([!-/:-@[-`{-~])|`([^`]+)`|\*\*([^*]+)\*\*|(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])|\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)/gi

const plainInline = (text: string): string =>
  text.replace(inline, (_, escaped, code, bold, italic, words, address) => {
    if (address !== undefined) return words === address ? address : `${plainInline(words)} (${address})`
    return escaped ?? code ?? plainInline(bold ?? italic)
  })
