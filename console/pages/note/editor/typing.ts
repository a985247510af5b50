/** Typing rules and key bindings: signs at the start of a line make it a heading, a bullet, an item. */
import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { InputRule, inputRules } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Command, Plugin } from 'prosemirror-state'
import * as commands from './commands.ts'
import { schema } from './schema.ts'

type Deeds = {
  /** Opens people and due date of the item with the cursor. */
  openDetails: Command
  /** Escape: moves the focus out of the editor. */
  leave: () => void
}

/** Converts a line by its first signs, unless it already is of this kind. Undo restores the signs. */
function becomes(pattern: RegExp, type: commands.LineType, attrs: object = {}): InputRule {
  return new InputRule(pattern, (state, _match, start, end) => {
    const line = state.doc.resolve(start)
    if (!line.parent.isTextblock || commands.isOfType(line.parent, type)) return null
    const fields = { ...commands.attrsFor(line.parent, type), ...attrs }
    return state.tr.delete(start, end).setNodeMarkup(line.before(), schema.nodes[type.kind], fields)
  })
}

const rules = inputRules({
  rules: [
    becomes(/^# $/, { kind: 'heading', level: 1 }),
    becomes(/^## $/, { kind: 'heading', level: 2 }),
    becomes(/^### $/, { kind: 'heading', level: 3 }),
    becomes(/^[-*] $/, { kind: 'bullet' }),
    becomes(/^> $/, { kind: 'talking_point' }),
    becomes(/^\[ ?\] $/, { kind: 'action_item' }),
    becomes(/^\[[xX]\] $/, { kind: 'action_item' }, { status: 'Done' }),
  ],
})

export function typing({ openDetails, leave }: Deeds): Plugin[] {
  const own = keymap({
    Enter: commands.breakLine,
    'Shift-Enter': commands.breakText,
    Backspace: commands.joinAbove,
    Delete: commands.dropEmptyLine,
    Tab: commands.indent(1),
    'Shift-Tab': commands.indent(-1),
    'Alt-ArrowUp': commands.moveLines(-1),
    'Alt-ArrowDown': commands.moveLines(1),
    'Mod-Enter': chainCommands(commands.toggleDone, () => true),
    'Alt-Enter': openDetails,
    'Mod-z': undo,
    'Shift-Mod-z': redo,
    'Mod-y': redo,
    Escape: () => {
      leave()
      return true
    },
  })
  return [rules, own, keymap(baseKeymap)]
}
