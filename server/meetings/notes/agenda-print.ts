/** Writes an agenda as native markup. *Pure.* @see agenda.ts for the format, decisions 21, 63 */
import { type ActionItemBlock, type Agenda, agendaMarker, type Block } from './agenda.ts'
import { encodeLabel, encodeText, hardBreaks } from './agenda-text.ts'

/**
 * @param agenda  as `parseAgenda` returns it: nesting, ids, dates and assignees follow the rules of the block model,
 *                texts hold neither NUL nor lone surrogates
 * @returns the canonical text of this agenda, `''` if it is empty; `parseAgenda` of it returns `agenda` again
 */
export function printAgenda(agenda: Agenda): string {
  if (agenda.length === 0) return ''
  return [agendaMarker, '', ...agenda.map(printBlock)].join('\n')
}

function printBlock(block: Block): string {
  const indent = '  '.repeat(block.depth)
  return indent + hardBreaks(printUnbroken(block), indent)
}

function printUnbroken(block: Block): string {
  switch (block.type) {
    case 'heading':
      return marked('#'.repeat(block.level), block.text)
    case 'bullet':
      return marked('-', block.text)
    case 'paragraph':
      return block.text === '' ? '::paragraph[]' : encodeText(block.text, { ownLine: true })
    case 'talking_point':
      return `::talking-point${label(block.text)}${attributes([idOf(block)])}`
    case 'decision':
      return `::decision${label(block.text)}${attributes([idOf(block), block.status !== 'stands' && `status=${block.status}`])}`
    case 'action_item':
      return `::action-item${label(block.text)}${attributes([idOf(block), ...actionItemAttributes(block)])}`
  }
}

function marked(marker: string, text: string): string {
  return text === '' ? marker : `${marker} ${encodeText(text)}`
}

function label(text: string): string {
  return encodeLabel(encodeText(text))
}

function attributes(written: (string | false)[]): string {
  const present = written.filter((attribute) => attribute !== false)
  return present.length === 0 ? '' : `{${present.join(' ')}}`
}

function idOf({ id }: { id: string | null }): string | false {
  return id !== null && `#${id}`
}

/** Leaves out default values, because people copy and change short lines. */
function actionItemAttributes(item: ActionItemBlock): (string | false)[] {
  return [
    item.assignees.length > 0 && `assignees="${item.assignees.join(' ')}"`,
    item.due_date !== null && `due=${item.due_date}`,
    item.status !== 'Incomplete' && `status=${item.status}`,
    item.completion_type !== 'any' && `completion=${item.completion_type}`,
  ]
}
