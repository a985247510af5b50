/** `create_action_item`: creates an item as the API does. */
import Type from 'typebox'
import { maxText } from '../../../meetings/action-items/schemas.ts'
import { createItem } from '../../../meetings/action-items/write-items.ts'
import { maxId } from '../../../platform/http/schema.ts'
import { itemLine, showItem } from '../results/present.ts'
import { Arguments, Item, NoteId } from '../results/shapes.ts'
import { adding, defineTool } from './tool.ts'

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
    const action_item = showItem(call.origin, await createItem(call, call.caller, input))
    return { text: `Created:\n${itemLine(action_item)}`, data: { action_item } }
  },
})
