/** Shows links of the text as links: a press opens them. The link at the cursor is shown as it is written. */
import { type EditorState, Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { linksIn } from '../../../ui/links.ts'

export const links = () =>
  new Plugin({
    props: {
      decorations: (state) => DecorationSet.create(state.doc, decorationsOf(state)),
      handleDOMEvents: {
        // Otherwise the cursor goes there, and the link is text before the press has ended.
        mousedown: (_view, event) => {
          if (pressed(event) === null) return false
          event.preventDefault()
          return true
        },
        click: (_view, event) => {
          const href = pressed(event)
          if (href === null) return false
          event.preventDefault()
          window.open(href, '_blank', 'noreferrer')
          return true
        },
      },
    },
  })

const pressed = ({ target, button }: MouseEvent) =>
  button === 0 && target instanceof Element ? (target.closest('a[data-link]')?.getAttribute('href') ?? null) : null

function decorationsOf({ doc, selection }: EditorState): Decoration[] {
  const decorations: Decoration[] = []
  doc.descendants((node, at) => {
    if (!node.isText || !/https?:/i.test(node.text!) || node.marks.some(({ type }) => type.name === 'code')) return
    for (const { from, to, labelFrom, labelTo, href } of linksIn(node.text!)) {
      if (selection.from <= at + to && selection.to >= at + from) continue
      const attributes = { nodeName: 'a', href, 'data-link': '', rel: 'noreferrer' }
      decorations.push(Decoration.inline(at + labelFrom, at + labelTo, attributes))
      if (labelFrom > from) decorations.push(hidden(at + from, at + labelFrom), hidden(at + labelTo, at + to))
    }
  })
  return decorations
}

const hidden = (from: number, to: number) => Decoration.inline(from, to, { 'data-hidden': '' })
