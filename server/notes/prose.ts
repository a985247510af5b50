/** The read-only rendering of an agenda, `content_markdown`. *Pure.* @see spec 2.2, D21 */
import type { Agenda, Block } from './agenda.ts'
import { BLOCK_START } from './agenda-text.ts'

/**
 * Renders an agenda as plain Markdown for display and export. Lossy: ids, assignees, status and the difference
 * between bullet and talking point are gone, and a text with line breaks becomes one line.
 * @returns `''` for the empty agenda, otherwise never blank and never native markup: `parseAgenda` refuses it
 */
export function printProse(agenda: Agenda): string {
  return agenda.map((block, index) => separator(agenda[index - 1], block) + printBlock(block)).join('')
}

/** Items of a list stand close together, everything else after a blank line. */
function separator(above: Block | undefined, block: Block): string {
  if (above === undefined) return ''
  return isListItem(above) && isListItem(block) ? '\n' : '\n\n'
}

function isListItem({ type }: Block): boolean {
  return type === 'bullet' || type === 'talking_point' || type === 'action_item'
}

function printBlock(block: Block): string {
  const indent = '  '.repeat(block.depth)
  const text = oneLine(block.text)
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${text}`.trimEnd()
    case 'paragraph':
      // As Markdown has it for an empty paragraph; without it a nonempty agenda could print as nothing.
      return indent + (plainStart(text) || '&nbsp;')
    case 'bullet':
    case 'talking_point':
      return `${indent}* ${plainStart(text)}`.trimEnd()
    case 'action_item': {
      const due = block.due_date === null ? '' : ` (Due: ${block.due_date})`
      return `${indent}* Action Item: ${text}${due}`.trimEnd()
    }
  }
}

/** Keeps a text from posing as a block, and so as the marker of native markup, by a backslash in front. */
function plainStart(text: string): string {
  return BLOCK_START.test(text) ? `\\${text}` : text
}

/** Whatever anyone takes for a line break becomes a space, so that a text cannot add lines of its own. */
function oneLine(text: string): string {
  return text
    .split(/[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
