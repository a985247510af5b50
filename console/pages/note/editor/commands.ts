/** Commands of keys and buttons on the lines of an agenda. */
import { toggleMark } from 'prosemirror-commands'
import type { Attrs, Node } from 'prosemirror-model'
import { type Command, type EditorState, NodeSelection, TextSelection, type Transaction } from 'prosemirror-state'
import type { Style } from '../../../ui/spans.ts'
import type { Kind } from './markup.ts'
import { depthOfNode, schema } from './schema.ts'

export type LineType = { kind: Kind; level?: number }

type Range = { from: number; to: number; lines: { node: Node; at: number }[] }

/** The lines in the selection, with their positions in the document. */
function selectedLines({ doc, selection }: EditorState): Range {
  const lines: Range['lines'] = []
  doc.nodesBetween(selection.from, selection.to, (node, at) => {
    lines.push({ node, at })
    return false
  })
  const last = lines.at(-1)
  return { from: lines[0]?.at ?? 0, to: last ? last.at + last.node.nodeSize : 0, lines }
}

/** Those, and the deeper lines that follow the last of them. */
function withDeeperLines(state: EditorState): Range {
  const range = selectedLines(state)
  const least = Math.min(...range.lines.map(({ node }) => depthOfNode(node)))
  for (let at = range.to; at < state.doc.content.size; at = range.to) {
    const node = state.doc.nodeAt(at)!
    if (depthOfNode(node) <= least) break
    range.lines.push({ node, at })
    range.to = at + node.nodeSize
  }
  return range
}

export const currentLine = (state: EditorState) => selectedLines(state).lines[0]

export const isOfType = ({ type, attrs }: Node, { kind, level = 1 }: LineType) =>
  type.name === kind && (kind !== 'heading' || attrs.level === level)

/** A line that changes its kind gets a new id. */
export function attrsFor({ attrs }: Node, { kind, level = 1 }: LineType): Attrs {
  return kind === 'heading' ? { depth: 0, level } : { depth: attrs.depth }
}

export const setType =
  (wanted: LineType): Command =>
  (state, dispatch) => {
    const lines = selectedLines(state).lines.filter(({ node }) => node.isTextblock && !isOfType(node, wanted))
    if (lines.length === 0) return false
    const { tr } = state
    for (const { node, at } of lines) tr.setNodeMarkup(at, schema.nodes[wanted.kind], attrsFor(node, wanted))
    dispatch?.(tr.scrollIntoView())
    return true
  }

export const indent =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const { tr } = state
    for (const { node, at } of withDeeperLines(state).lines) {
      const depth = depthOfNode(node) + by
      if (node.isTextblock && node.type.name !== 'heading' && depth >= 0) tr.setNodeAttribute(at, 'depth', depth)
    }
    if (tr.docChanged) dispatch?.(tr.scrollIntoView())
    // Tab never moves the focus out of the editor; Escape does.
    return true
  }

export const moveLines =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const { from, to } = withDeeperLines(state)
    const { doc, tr, selection } = state
    const neighbour = by === 1 ? doc.resolve(to).nodeAfter : doc.resolve(from).nodeBefore
    if (!neighbour) return false
    const moved = doc.slice(from, to).content
    const distance = by * neighbour.nodeSize
    tr.delete(from, to).insert(from + distance, moved)
    const at = (position: number) => Math.min(position + distance, tr.doc.content.size)
    if (selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, at(selection.from)))
    else tr.setSelection(TextSelection.create(tr.doc, at(selection.anchor), at(selection.head)))
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** Checks off or reopens the items of the selection, and withdraws its decisions or lets them stand again. */
export const toggleStatus: Command = (state, dispatch) => {
  const { tr } = state
  for (const [kind, [on, off]] of Object.entries(switches)) {
    const lines = selectedLines(state).lines.filter(({ node }) => node.type.name === kind)
    const status = lines.every(({ node }) => node.attrs.status === on) ? off : on
    for (const { at } of lines) tr.setNodeAttribute(at, 'status', status)
  }
  if (!tr.docChanged) return false
  dispatch?.(tr)
  return true
}

const switches = { action_item: ['Done', 'Incomplete'], decision: ['withdrawn', 'stands'] }

/** Enter: adds a line of the same kind, or text after a heading; outdents an empty line. */
export const breakLine: Command = (state, dispatch) => {
  const { $from } = state.selection
  const line = $from.parent
  if (!line.isTextblock) return false
  const isEmpty = line.content.size === 0
  if (isEmpty && (line.type.name !== 'paragraph' || line.attrs.depth > 0)) return stepOut(state, dispatch)
  const tr = state.tr.deleteSelection()
  const { $from: place } = tr.selection
  const next = attrsFor(line, { kind: line.type.name as Kind, level: line.attrs.level })
  if (place.parentOffset === 0 && !isEmpty) {
    // The text keeps its line and id: the empty line above it is the new one.
    tr.insert(place.before(), line.type.create(next))
  } else {
    const isHeading = line.type.name === 'heading' && place.parentOffset === place.parent.content.size
    tr.split(place.pos, 1, [isHeading ? { type: schema.nodes.paragraph } : { type: line.type, attrs: next }])
  }
  dispatch?.(tr.scrollIntoView())
  return true
}

/** One level out, then plain text. */
function stepOut(state: EditorState, dispatch?: (tr: Transaction) => void): boolean {
  const { $from } = state.selection
  const { type, attrs } = $from.parent
  const tr = state.tr
  if (attrs.depth > 0) tr.setNodeAttribute($from.before(), 'depth', attrs.depth - 1)
  else if (type.name !== 'paragraph') tr.setNodeMarkup($from.before(), schema.nodes.paragraph, { depth: 0 })
  else return false
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Backspace at the start of a line: outdents it; plain text joins the line above. */
export const joinAbove: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || !$from.parent.isTextblock || $from.parentOffset > 0) return false
  if (stepOut(state, dispatch)) return true
  const above = state.doc.resolve($from.before()).nodeBefore
  if (!above?.isTextblock) return false
  const tr = state.tr
  if (above.content.size === 0) tr.delete($from.before() - above.nodeSize, $from.before())
  else tr.join($from.before())
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Delete in an empty line: removes the line, and keeps the kind of the next one. */
export const dropEmptyLine: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || !$from.parent.isTextblock || $from.parent.content.size > 0 || state.doc.childCount === 1) return false
  const tr = state.tr.delete($from.before(), $from.after())
  dispatch?.(tr.scrollIntoView())
  return true
}

export const breakText: Command = (state, dispatch) => {
  dispatch?.(state.tr.insertText('\n').scrollIntoView())
  return true
}

/** Adds the style, or removes it where all selected text has it. */
export const toggleStyle = (style: Exclude<Style, 'plain'>): Command =>
  toggleMark(schema.marks[style], null, { removeWhenPresent: false })
