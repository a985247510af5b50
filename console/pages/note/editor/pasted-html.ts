/** Reads HTML that other editors put on the clipboard: Google Docs, Word, Notion, mails, web pages. *Pure.* */
import { deepest, type Line } from './markup.ts'

/** What of the DOM is needed. */
export type HtmlNode = {
  nodeName: string
  textContent: string | null
  childNodes: Iterable<HtmlNode>
  getAttribute?(name: string): string | null
}

type Ticked = 'Done' | 'Incomplete' | null
/** The element whose text is read: its first line is of this kind, and paragraphs below it are deeper. */
type Place = {
  kind: 'paragraph' | 'bullet' | 'heading'
  depth: number
  level: 1 | 2 | 3
  ticked: Ticked
  isBegun: boolean
}

const paragraph = (): Place => ({ kind: 'paragraph', depth: 0, level: 1, ticked: null, isBegun: false })

export function readHtml(root: HtmlNode): Line[] {
  const reader = new HtmlReader()
  reader.read(root, -1)
  reader.endLine()
  return reader.lines
}

const ignored = /^(?:HEAD|STYLE|SCRIPT|TEMPLATE|TITLE|META|LINK|XML|NOSCRIPT|BUTTON|SELECT|SVG)$/i
const blocks =
  /^(?:ADDRESS|ARTICLE|ASIDE|BLOCKQUOTE|BODY|CAPTION|DD|DETAILS|DIV|DL|DT|FIGCAPTION|FIGURE|FOOTER|FORM|HEADER|HR|LEGEND|MAIN|NAV|P|PRE|SECTION|SUMMARY|TABLE|TBODY|TD|TFOOT|TH|THEAD|TR|CENTER)$/i

class HtmlReader {
  readonly lines: Line[] = []
  #text = ''
  #place = paragraph()

  /** @param listDepth  -1 outside of lists */
  read(node: HtmlNode, listDepth: number): void {
    const name = node.nodeName.toUpperCase()
    if (name === '#TEXT') this.#text += node.textContent ?? ''
    else if (name.startsWith('#COMMENT') || ignored.test(name) || isOrnament(node)) return
    else if (name === 'BR') this.endLine()
    else if (name === 'INPUT' || isCheckbox(node)) this.#place.ticked ??= tickOf(node)
    else if (name === 'A' && isLink(node)) this.#text += linkOf(node)
    else if (name === 'PRE') this.#readRows(node)
    else if (name === 'UL' || name === 'OL') this.#readBlock(node, listDepth + 1)
    else if (name === 'LI') this.#readAt(node, listDepth, bullet(levelOf(node) ?? listDepth, tickOf(node)))
    else if (/^H[1-6]$/.test(name)) this.#readAt(node, listDepth, heading(Number(name[1])))
    else if (name === 'TR' && cellsOf(node).length > 1) this.#readRow(node)
    else if (wordLevel(node) !== null) this.#readAt(node, listDepth, bullet(wordLevel(node)!, null))
    else if (blocks.test(name)) this.#readBlock(node, listDepth)
    else this.#readChildren(node, listDepth)
  }

  /** Ends the line that is being read; blank ones are left out. */
  endLine(): void {
    const place = this.#place
    const text = this.#text.replace(/[\s\u00a0]+/g, ' ').trim()
    this.#text = ''
    if (text === '') return
    this.lines.push(lineAt(place, text))
    place.isBegun = true
    place.ticked = null
  }

  #readChildren(node: HtmlNode, listDepth: number): void {
    for (const child of node.childNodes) this.read(child, listDepth)
  }

  #readBlock(node: HtmlNode, listDepth: number): void {
    this.endLine()
    this.#readChildren(node, listDepth)
    this.endLine()
  }

  #readAt(node: HtmlNode, listDepth: number, place: Place): void {
    this.endLine()
    const around = this.#place
    this.#place = place
    this.#readBlock(node, listDepth)
    this.#place = around
  }

  #readRows(node: HtmlNode): void {
    for (const row of `\n${node.textContent}\n`.split('\n')) {
      this.endLine()
      this.#text = row
    }
  }

  /** A row of a table is one line. */
  #readRow(node: HtmlNode): void {
    this.endLine()
    const cells = cellsOf(node).map((cell) =>
      readHtml(cell)
        .map(({ text }) => text)
        .join(' '),
    )
    if (cells.some((cell) => cell !== '')) this.#text = cells.join(' | ')
    this.endLine()
  }
}

const bullet = (depth: number, ticked: Ticked): Place => ({
  kind: 'bullet',
  level: 1,
  ticked,
  isBegun: false,
  depth: Math.min(Math.max(depth, 0), deepest),
})

const heading = (level: number): Place => ({ ...paragraph(), kind: 'heading', level: Math.min(level, 3) as 1 | 2 | 3 })

/** Marks of lists and tasks that were written as text. */
const mark = /^(?:[•·▪◦‣]\s*)?(?:\[([ xX]?)\]|([☐☑☒])) (?=\S)|^[•·▪◦‣]\s+(?=\S)/u

function lineAt({ kind, depth, level, ticked, isBegun }: Place, whole: string): Line {
  if (kind === 'heading') return { kind, depth: 0, level, text: whole }
  if (isBegun && kind === 'bullet') return { kind: 'paragraph', depth: Math.min(depth + 1, deepest), text: whole }
  const [prefix = '', box, sign] = mark.exec(whole) ?? []
  const text = whole.slice(prefix.length)
  const written =
    box === undefined && sign === undefined ? null : box?.trim() || (sign && sign !== '☐') ? 'Done' : 'Incomplete'
  const status = ticked ?? written
  if (status) return { kind: 'action_item', depth, id: null, text, assignees: [], due: null, status, completion: 'any' }
  return { kind: prefix ? 'bullet' : kind, depth, text }
}

const of = (node: HtmlNode, name: string) => node.getAttribute?.(name) ?? ''

/** The sign of a list in Word, what is hidden, and pictures of checkboxes. */
const isOrnament = (node: HtmlNode) =>
  /mso-list:\s*Ignore|display:\s*none|mso-hide:\s*all/i.test(of(node, 'style')) || node.nodeName.toUpperCase() === 'IMG'

/** Of Notion. */
const isCheckbox = (node: HtmlNode) => /(?:^|\s)checkbox-(?:on|off)(?:\s|$)/.test(of(node, 'class'))

/** Null for what has no checkbox. */
function tickOf(node: HtmlNode): Ticked {
  const ticked = (isTicked: boolean): Ticked => (isTicked ? 'Done' : 'Incomplete')
  if (of(node, 'type') === 'checkbox') return ticked(node.getAttribute?.('checked') != null)
  if (isCheckbox(node)) return ticked(/checkbox-on/.test(of(node, 'class')))
  const state = of(node, 'aria-checked') || of(node, 'data-checked') || of(node, 'data-list')
  return /^(?:true|false|checked|unchecked)$/.test(state) ? ticked(/^(?:true|checked)$/.test(state)) : null
}

/** Google Docs and Word in a browser say the depth of an item, and nest lists in other ways. */
function levelOf(node: HtmlNode): number | null {
  const level = Number(of(node, 'aria-level') || of(node, 'data-aria-level'))
  return level >= 1 ? level - 1 : null
}

/** Word writes items of lists as paragraphs. */
function wordLevel(node: HtmlNode): number | null {
  const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(of(node, 'style'))?.[1]
  return level && !/^H[1-6]$/i.test(node.nodeName) ? Number(level) - 1 : null
}

const cellsOf = (row: HtmlNode) => [...row.childNodes].filter(({ nodeName }) => /^T[DH]$/i.test(nodeName))

const isLink = (node: HtmlNode) => /^(?:https?:|mailto:)/i.test(of(node, 'href'))

/** As Markdown; an address whose name is itself stays an address. */
function linkOf(node: HtmlNode): string {
  const address = of(node, 'href')
  const text = node.textContent ?? ''
  const name = text.trim()
  const before = text.slice(0, text.length - text.trimStart().length)
  const after = name && text.slice(text.trimEnd().length)
  const bare = (address: string) => address.replace(/^(?:https?:\/\/|mailto:)/i, '').replace(/\/$/, '')
  if (name === '' || bare(name) === bare(address)) return before + (name && address.replace(/^mailto:/i, '')) + after
  const target = address.replace(/[()\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${before}[${name.replace(/[[\]\\]/g, '\\$&')}](${target})${after}`
}
