/** The read-only rendering of an agenda, `content_markdown`. *Pure.* @see spec 2.2, decisions 21 on native markup, 63 */
import type { Agenda, Block } from './agenda.ts'
import { blockStart } from './agenda-text.ts'

/**
 * Renders an agenda as plain Markdown for display and export. It drops ids, assignees, status and the difference
 * between bullet and talking point; a text with line breaks becomes one line.
 * @returns `''` for the empty agenda, otherwise never blank and never native markup: `parseAgenda` rejects it
 */
export function printProse(agenda: Agenda): string {
  return agenda.map((block, index) => separator(agenda[index - 1], block) + printBlock(block)).join('')
}

/** List items follow each other directly, everything else follows a blank line. */
function separator(above: Block | undefined, block: Block): string {
  if (above === undefined) return ''
  return isListItem(above) && isListItem(block) ? '\n' : '\n\n'
}

function isListItem({ type }: Block): boolean {
  return type === 'bullet' || type === 'talking_point' || type === 'action_item' || type === 'decision'
}

function printBlock(block: Block): string {
  const indent = '  '.repeat(block.depth)
  const text = oneLine(block.text)
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${text}`.trimEnd()
    case 'paragraph':
      // Markdown's form of an empty paragraph; without it a nonempty agenda could print as the empty text.
      return indent + (plainStart(text) || '&nbsp;')
    case 'bullet':
    case 'talking_point':
      return `${indent}* ${plainStart(text)}`.trimEnd()
    case 'decision':
      return `${indent}* Decision: ${text}${block.status === 'withdrawn' ? ' (Withdrawn)' : ''}`.trimEnd()
    case 'action_item': {
      const due = block.due_date === null ? '' : ` (Due: ${block.due_date})`
      return `${indent}* Action Item: ${text}${due}`.trimEnd()
    }
  }
}

/** Adds a backslash to a text that looks like a block, and so could be read as the marker of native markup. */
function plainStart(text: string): string {
  return blockStart.test(text) ? `\\${text}` : text
}

/** Replaces every character that a program may read as a line break by a space, so that a text cannot add lines. */
function oneLine(text: string): string {
  return text
    .split(/[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
