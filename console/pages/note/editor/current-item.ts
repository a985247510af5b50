/** Marks the item with the cursor: only there are people and day suggested. */
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

export const currentItem = () =>
  new Plugin({
    props: {
      decorations: ({ doc, selection: { $from } }) =>
        $from.parent.type.name === 'action_item'
          ? DecorationSet.create(doc, [Decoration.node($from.before(), $from.after(), { 'data-current': '' })])
          : null,
    },
  })
