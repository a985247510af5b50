/** Shows people whom the text names by `@` as such. */
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { mentionsIn } from '../../../ui/mentions.ts'

export const mentions = (namesNow: () => string[]) =>
  new Plugin({
    props: {
      decorations: ({ doc }) => {
        const decorations: Decoration[] = []
        const names = namesNow()
        doc.descendants((node, at) => {
          if (!node.isText || node.marks.some(({ type }) => type.name === 'code')) return
          for (const { from, to } of mentionsIn(node.text!, names))
            decorations.push(Decoration.inline(at + from, at + to, { 'data-mention': '' }))
        })
        return DecorationSet.create(doc, decorations)
      },
    },
  })
