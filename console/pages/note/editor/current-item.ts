/** Marks the item or decision with the cursor: only there are people and day suggested, or may it be withdrawn. */
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

export const currentItem = () =>
  new Plugin({
    props: {
      decorations: ({ doc, selection: { $from } }) =>
        ['action_item', 'decision'].includes($from.parent.type.name)
          ? DecorationSet.create(doc, [Decoration.node($from.before(), $from.after(), { 'data-current': '' })])
          : null,
    },
  })
