/** Copies from the editor as plain text, and converts pasted text and HTML to lines. */
import { DOMParser, Fragment, type Node, type ParseOptions, Slice } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { words } from '../../../words/words.ts'
import { deepest, type Line, readAgenda } from './markup.ts'
import { readHtml } from './pasted-html.ts'
import { lineOf, nodeOf, schema } from './schema.ts'

export const clipboard = {
  clipboardTextSerializer: ({ content }: Slice) => content.content.map(plainText).join('\n'),
  clipboardTextParser: (text: string) => {
    const rows = text.replace(/\r\n?/g, '\n').split('\n')
    if (rows.length === 1)
      return new Slice(Fragment.from(text === '' ? schema.node('paragraph') : nodeOf(typed(text))), 1, 1)
    const lines = rows.filter((row) => row.trim() !== '').map((row) => nodeOf(typed(row)))
    return new Slice(Fragment.from(lines), 1, 1)
  },
  transformPasted: (slice: Slice, { state, dragging }: EditorView, isText: boolean) => {
    const pasted = dragging?.move ? slice : withoutTakenIds(slice, state.doc)
    return isText ? inLine(pasted, state.selection.$from.parent) : pasted
  },
  clipboardParser: {
    /** Lines of an editor like this one are read as they are, all other HTML by its meaning. */
    parseSlice: (pasted: ParentNode & globalThis.Node, options?: ParseOptions) =>
      pasted.querySelector('[data-pm-slice], [data-kind]')
        ? ownParser.parseSlice(pasted, options)
        : new Slice(Fragment.from(readHtml(pasted).map(nodeOf)), 0, 0),
  } as DOMParser,
}

const ownParser = DOMParser.fromSchema(schema)

/** Several lines of text: in a list they become lines of the list, and what has a kind of its own begins a line. */
function inLine({ content, openStart, openEnd }: Slice, { type, attrs, content: { size } }: Node): Slice {
  if (content.childCount < 2) return new Slice(content, openStart, openEnd)
  const lines = content.content.map((line) =>
    line.type.name === 'paragraph' && lists.has(type.name)
      ? type.create({ depth: Math.min(attrs.depth + line.attrs.depth, deepest) }, line.content)
      : line,
  )
  const goesOn = size === 0 || content.firstChild!.type.name === 'paragraph'
  return new Slice(Fragment.from(lines), goesOn ? openStart : 0, openEnd)
}

const lists = new Set(['bullet', 'talking_point', 'action_item', 'decision'])

function plainText(node: Node): string {
  const line = lineOf(node)
  const indent = '  '.repeat(line.depth)
  if (line.kind === 'heading') return `${'#'.repeat(line.level)} ${line.text}`
  if (line.kind === 'action_item') return `${indent}[${line.status === 'Done' ? 'x' : ' '}] ${line.text}`
  if (line.kind === 'decision') {
    return indent + words.note.decided(line.text) + (line.status === 'withdrawn' ? ` (${words.note.withdrawn})` : '')
  }
  if (line.kind === 'bullet' || line.kind === 'talking_point') return `${indent}- ${line.text}`
  return line.kind === 'unknown' ? line.text : indent + line.text
}

/** Recognizes lists as people usually write them, and native markup. */
function typed(row: string): Line {
  const depth = Math.floor(/^ */.exec(row.replaceAll('\t', '  '))![0].length / 2)
  const text = row.trim()
  const item = /^(?:[-*] )?\[([ xX]?)\] (.*)$/.exec(text)
  if (item) {
    const status = item[1]!.trim() ? 'Done' : 'Incomplete'
    return { kind: 'action_item', depth, id: null, text: item[2]!, assignees: [], due: null, status, completion: 'any' }
  }
  const point = /^[-*•] (.*)$/.exec(text)
  if (point) return { kind: 'bullet', depth, text: point[1]! }
  const [known] = readAgenda(`::agenda{version=1}\n\n${text}`).lines
  if (!known || known.kind === 'unknown' || /^::agenda/.test(text)) return { kind: 'paragraph', depth, text }
  return known.kind === 'heading' ? known : { ...known, depth }
}

/** A copy pasted beside its original gets a new id; a line that was cut keeps its id. */
function withoutTakenIds(slice: Slice, doc: Node): Slice {
  const taken = new Set(doc.children.map(keyOf))
  const rows = slice.content.content.map((node) =>
    node.attrs.id && taken.has(keyOf(node)) ? node.type.create({ ...node.attrs, id: null }, node.content) : node,
  )
  return new Slice(Fragment.from(rows), slice.openStart, slice.openEnd)
}

const keyOf = ({ type, attrs }: Node) => `${type.name} ${attrs.id ?? ''}`
