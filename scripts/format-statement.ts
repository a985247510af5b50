/** SQL of the query builder in lines, for readers. *Pure.* */

const clauses =
  /^(select|from|where|order by|group by|limit|offset|union|(inner |left |cross )?join|on conflict|returning|set|values|for (no key )?update|for key share|and|with|insert into|update|delete from)\b/i
/** What goes on in the line of the words before it. */
const continued =
  /\b(between \S+ and|(inner|left|cross) join|for update|for no key update|no key update|(do|do update) (update|set)|distinct from)$/i
/** Names that SQL has for something else keep their quotes. */
const reserved = /^(all|and|as|case|desc|end|for|from|group|in|is|limit|not|null|on|or|order|then|to|user|when|with)$/
const longLine = 90

/** A parenthesis or a `case`. Only in a query clauses begin lines. */
type Open = { isQuery: boolean; indent: number }

/** Each clause begins a line, indented by the queries in parentheses around it. */
export function formatStatement(text: string): string {
  const tokens = text.match(/'(?:[^']|'')*'|"[^"]*"|\/\*.*?\*\/|[()]|[^\s()'"]+|\s+/gs) ?? []
  const lines: string[] = []
  let line = ''
  let place: Open = { isQuery: true, indent: 0 }
  const around: Open[] = []
  const begin = (indent: number) => {
    if (line.trim() !== '') lines.push(line.trimEnd())
    line = '  '.repeat(indent)
  }
  const enter = (isQuery: boolean) => {
    around.push(place)
    place = { isQuery, indent: isQuery ? indentOf(line) + 1 : place.indent }
    if (isQuery) begin(place.indent)
  }
  const leave = () => {
    if (place.isQuery) begin(place.indent - 1)
    place = around.pop()!
  }
  for (const [index, token] of tokens.entries()) {
    const ahead = tokens
      .slice(index, index + 5)
      .join('')
      .replace(/\s+/g, ' ')
    const isClause = clauses.test(ahead) && !continued.test(line + token)
    const isLong = line.length > longLine
    if (token.trim() === '') line = /[^ (]$/.test(line) ? `${line} ` : line
    else if (token === '(') {
      line += token
      enter(/^\(\s*(select|with|update|insert|delete)\b/i.test(ahead))
    } else if (token === ')') {
      leave()
      line = `${line.replace(/(?<=\S) +$/, '')})`
    } else {
      if (place.isQuery && isClause) begin(place.indent + (/^and$/i.test(token) ? 1 : 0))
      else if (isLong && /^(when|else)$/i.test(token)) begin(place.indent + 2)
      line += plainName(token)
      if (/^case$/i.test(token)) enter(false)
      if (/^end\b/i.test(token)) leave()
      if (place.isQuery && token.endsWith(',') && line.length > longLine) begin(place.indent + 1)
    }
  }
  begin(0)
  return lines.join('\n')
}

const indentOf = (line: string): number => /^ */.exec(line)![0].length / 2

const plainName = (token: string): string =>
  /^"[a-z_]+"$/.test(token) && !reserved.test(token.slice(1, -1)) ? token.slice(1, -1) : token
