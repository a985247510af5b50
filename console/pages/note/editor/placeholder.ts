/** Says in an empty line what it is for, and in an empty agenda how one writes. */
import { type EditorState, Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { words } from '../../../words/words.ts'
import type { Kind } from './markup.ts'
import { linesOf } from './schema.ts'

const said: Partial<Record<Kind, string>> & { agenda: string } = words.note.editor.placeholders

export const placeholder = () =>
  new Plugin({
    props: {
      attributes: ({ doc }): Record<string, string> =>
        linesOf(doc).length === 0 ? { 'aria-placeholder': said.agenda } : {},
      decorations: (state) => {
        const text = textFor(state)
        if (text === undefined) return null
        const { $from } = state.selection
        // A property, because the text of an item is an element inside its line.
        const attributes = { 'data-empty': '', style: `--placeholder: ${JSON.stringify(text)}` }
        return DecorationSet.create(state.doc, [Decoration.node($from.before(), $from.after(), attributes)])
      },
    },
  })

function textFor({ doc, selection: { empty, $from } }: EditorState): string | undefined {
  if (linesOf(doc).length === 0) return said.agenda
  const isEmptyLine = empty && $from.parent.isTextblock && $from.parent.content.size === 0
  return isEmptyLine ? said[$from.parent.type.name as Kind] : undefined
}
