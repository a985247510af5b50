/** `list_action_items`: items that the person may see, archived ones left out. */
import Type from 'typebox'
import { itemList, listItems } from '../../../meetings/action-items/list-items.ts'
import { readPageRequest } from '../../../platform/http/page.ts'
import { maxId, OneOf } from '../../../platform/http/schema.ts'
import { itemLine, printList, showItem } from '../results/present.ts'
import { Arguments, Cursor, Item, Limit, NextCursor, NoteId } from '../results/shapes.ts'
import { maxShortText } from '../results/text-room.ts'
import { defineTool, reading } from './tool.ts'

export const listActionItems = defineTool({
  name: 'list_action_items',
  title: 'List action items',
  description: `What somebody is to do, the newest first; archived items are left out. Texts are cut at ${maxShortText} characters; \`fetch\` with \`item:ID\` has all of one.`,
  scope: 'read',
  hints: reading,
  input: Arguments({
    scope: Type.Optional(
      OneOf(['assigned_to_me', 'assigned_to_others', 'all'], { description: 'Whose items.', default: 'all' }),
    ),
    completed: Type.Optional(
      Type.Boolean({ description: 'True for done ones, false for open ones; both without it.' }),
    ),
    assignee: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxId,
        description: 'The id or an address of a person whose items these are.',
      }),
    ),
    note_id: Type.Optional(NoteId),
    by_due_date: Type.Optional(
      Type.Boolean({
        description: 'True for the earliest due date first, items without one last; the newest first without it.',
      }),
    ),
    limit: Limit(50, 20),
    cursor: Cursor,
  }),
  output: Type.Object({ action_items: Type.Array(Item), next_cursor: NextCursor }),
  async run({ db, caller, origin }, { by_due_date = false, limit, cursor, ...filters }) {
    const order = by_due_date ? 'due_date' : 'created_at_desc'
    const page = await listItems(db, caller, {
      filters: { ...filters, archived: false },
      order,
      page: readPageRequest(itemList(order), { cursor, page_size: limit }),
    })
    const action_items = page.rows.map((row) => showItem(origin, row))
    const next_cursor = page.info.cursor
    return {
      text: printList('action items', action_items.map(itemLine), next_cursor),
      data: { action_items, next_cursor },
    }
  },
})
