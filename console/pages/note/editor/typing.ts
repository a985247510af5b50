/** Typing rules and key bindings: signs at the start of a line make it a heading, a bullet, an item. */
import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { InputRule, inputRules, undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Command, Plugin } from 'prosemirror-state'
import * as commands from './commands.ts'
import { toEnd, toLine } from './move-cursor.ts'
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

/** Text between two signs gets their style in place of the signs. Undo restores them. */
function styles(pattern: RegExp, style: 'bold' | 'italic' | 'code'): InputRule {
  return new InputRule(pattern, ({ tr }, [, inner], start, end) => {
    const mark = schema.mark(style)
    return tr.replaceWith(start, end, schema.text(inner!, [mark])).removeStoredMark(mark)
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
    becomes(/^=> $/, { kind: 'decision' }),
    styles(/\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, 'bold'),
    styles(/(?<!\*)\*([^*\s](?:[^*]*[^*\s])?)\*$/, 'italic'),
    styles(/`([^`\s](?:[^`]*[^`\s])?)`$/, 'code'),
  ],
})

/** Keys of all systems to the beginning and the end of the agenda. */
const ends = [
  ['Ctrl-Home', -1],
  ['Ctrl-End', 1],
  ['Meta-ArrowUp', -1],
  ['Meta-ArrowDown', 1],
] as const

export function typing({ openDetails, leave }: Deeds): Plugin[] {
  const own = keymap({
    Enter: commands.breakLine,
    'Shift-Enter': commands.breakText,
    Backspace: chainCommands(undoInputRule, commands.joinAbove),
    Delete: commands.dropEmptyLine,
    Tab: commands.indent(1),
    'Shift-Tab': commands.indent(-1),
    ArrowUp: toLine('up'),
    ArrowDown: toLine('down'),
    'Shift-ArrowUp': toLine('up', true),
    'Shift-ArrowDown': toLine('down', true),
    ...Object.fromEntries(
      ends.flatMap(([key, by]) => [
        [key, toEnd(by)],
        [`Shift-${key}`, toEnd(by, true)],
      ]),
    ),
    'Alt-ArrowUp': commands.moveLines(-1),
    'Alt-ArrowDown': commands.moveLines(1),
    'Mod-Enter': chainCommands(commands.toggleStatus, () => true),
    'Alt-Enter': openDetails,
    'Mod-b': commands.toggleStyle('bold'),
    'Mod-i': commands.toggleStyle('italic'),
    'Mod-e': commands.toggleStyle('code'),
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
