/**
 * Moves the cursor over action items and decisions. Their check boxes and buttons are no text, and browsers lose the cursor between them:
 * Chromium stays in the line on arrow up and on Ctrl+End, and forgets the column on arrow down.
 */
import { type Command, Selection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

type Direction = 'up' | 'down'

const withButton = new Set(['action_item', 'decision'])

/** To the line above or below, if it or the present one has a button; all other moves are the browser's. */
export const toLine =
  (direction: Direction, isExtending = false): Command =>
  ({ doc, selection, tr }, dispatch, view) => {
    if (!(selection instanceof TextSelection) || !view?.endOfTextblock(direction)) return false
    const { $head, $anchor } = selection
    const edge = direction === 'up' ? $head.before() : $head.after()
    const next = direction === 'up' ? doc.resolve(edge).nodeBefore : doc.resolve(edge).nodeAfter
    if (!next?.isTextblock || ![next, $head.parent].some(({ type }) => withButton.has(type.name))) return false
    const start = direction === 'up' ? edge - next.nodeSize : edge
    const head = placeIn(view, start, next.nodeSize, direction, view.coordsAtPos($head.pos).left)
    dispatch?.(tr.setSelection(TextSelection.create(doc, isExtending ? $anchor.pos : head, head)).scrollIntoView())
    return true
  }

/** The position in the first or last row of the line that is nearest to `left`. */
function placeIn(view: EditorView, start: number, size: number, direction: Direction, left: number): number {
  const [first, last] = [start + 1, start + size - 1]
  const line = view.nodeDOM(start) as HTMLElement
  line.scrollIntoView({ block: 'nearest' })
  const [top, bottom] = [view.coordsAtPos(first), view.coordsAtPos(last)]
  const row = direction === 'up' ? bottom : top
  const found = view.posAtCoords({ left, top: (row.top + row.bottom) / 2 })?.pos ?? first
  return Math.min(Math.max(found, first), last)
}

/** To the beginning or the end of the agenda. */
export const toEnd =
  (by: 1 | -1, isExtending = false): Command =>
  ({ doc, selection, tr }, dispatch) => {
    const end = by === 1 ? Selection.atEnd(doc) : Selection.atStart(doc)
    const isText = selection instanceof TextSelection && end instanceof TextSelection
    const next = isExtending && isText ? TextSelection.create(doc, selection.anchor, end.head) : end
    dispatch?.(tr.setSelection(next).scrollIntoView())
    return true
  }
