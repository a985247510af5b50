/** The kinds of lines that a person chooses, with the signs that one may type instead. */
import type { words } from '../../../words/words.ts'
import type { LineType } from './commands.ts'

export type KindName = keyof typeof words.note.editor.kinds

export const kinds: [KindName, LineType, string][] = [
  ['paragraph', { kind: 'paragraph' }, ''],
  ['heading1', { kind: 'heading', level: 1 }, '#'],
  ['heading2', { kind: 'heading', level: 2 }, '##'],
  ['heading3', { kind: 'heading', level: 3 }, '###'],
  ['bullet', { kind: 'bullet' }, '-'],
  ['talking_point', { kind: 'talking_point' }, '>'],
  ['action_item', { kind: 'action_item' }, '[]'],
  ['decision', { kind: 'decision' }, '=>'],
]
