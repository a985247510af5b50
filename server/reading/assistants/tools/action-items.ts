/** The tools for action items. Each lists, creates or completes items as the API does. */
import Type from 'typebox'
import { type ItemView, itemList, listItems } from '../../../meetings/action-items/list-items.ts'
import { maxText } from '../../../meetings/action-items/schemas.ts'
import { actOnItem, createItem } from '../../../meetings/action-items/write-items.ts'
import { seenNotes } from '../../../people/sight/visible.ts'
import { readPageRequest } from '../../../platform/http/page.ts'
import { maxId, OneOf } from '../../../platform/http/schema.ts'
import { itemLine, printList, showItem } from '../results/present.ts'
import { Arguments, Cursor, Item, ItemId, Limit, NextCursor, NoteId } from '../results/shapes.ts'
import { maxShortText } from '../results/text-room.ts'
import { adding, defineTool, marking, reading, type ToolCall } from './tool.ts'

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
      Type.Boolean({
        description:
          'True for done ones, false for open ones; both without it. Of items assigned to me, one that all must complete is done when I have.',
      }),
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
  async run({ db, caller, origin }, { by_due_date = false, limit, cursor, completed, ...filters }) {
    const ofState = filters.scope === 'assigned_to_me' ? { completed_for_me: completed } : { completed }
    const order = by_due_date ? 'due_date' : 'created_at_desc'
    const page = await listItems(db, caller, {
      filters: { ...filters, ...ofState, archived: false },
      order,
      page: readPageRequest(itemList(order), { cursor, page_size: limit }),
    })
    const seen = await seenNotes(
      db,
      caller,
      page.rows.map(({ note_id }) => note_id),
    )
    const action_items = page.rows.map((row) => showItem(origin, row, seen))
    const next_cursor = page.info.cursor
    return {
      text: printList('action items', action_items.map(itemLine), next_cursor),
      data: { action_items, next_cursor },
    }
  },
})

const showOne = async ({ db, caller, origin }: ToolCall, view: ItemView) =>
  showItem(origin, view, await seenNotes(db, caller, [view.note_id]))

/** People that one call may name. */
const maxNamed = 20

export const createActionItem = defineTool({
  name: 'create_action_item',
  title: 'Create an action item',
  description:
    'Creates something to do: in a meeting’s agenda, or the person’s own without `note_id`. Assignees hear of it. Ask the person first.',
  scope: 'write',
  hints: adding,
  input: Arguments({
    text: Type.String({ maxLength: maxText, pattern: '\\S', description: 'What is to be done; not blank.' }),
    note_id: Type.Optional(NoteId),
    assignees: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: maxId }), {
        maxItems: maxNamed,
        description: 'Ids or e-mail addresses of people in the workspace.',
      }),
    ),
    due_date: Type.Optional(Type.String({ format: 'date', maxLength: 64, description: 'A day, `YYYY-MM-DD`.' })),
  }),
  output: Type.Object({ action_item: Item }),
  async run(call, input) {
    const action_item = await showOne(call, await createItem(call, call.caller, input))
    return { text: `Created:\n${itemLine(action_item)}`, data: { action_item } }
  },
})

export const completeActionItem = defineTool({
  name: 'complete_action_item',
  title: 'Complete an action item',
  description:
    'Marks an action item as done by this person, or reopens it with `completed: false`. Assignees hear of it. Ask the person first.',
  scope: 'write',
  hints: marking,
  input: Arguments({
    id: ItemId,
    completed: Type.Optional(Type.Boolean({ default: true, description: 'False reopens it.' })),
  }),
  output: Type.Object({ action_item: Item }),
  async run(call, { id, completed = true }) {
    const view = await actOnItem(call, call.caller, id, completed ? 'complete' : 'reopen')
    const action_item = await showOne(call, view)
    return { text: itemLine(action_item), data: { action_item } }
  },
})
