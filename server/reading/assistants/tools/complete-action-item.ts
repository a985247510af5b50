/** `complete_action_item`: completes or reopens an item as the API does. */
import Type from 'typebox'
import { actOnItem } from '../../../meetings/action-items/write-items.ts'
import { itemLine, showItem } from '../results/present.ts'
import { Arguments, Item, ItemId } from '../results/shapes.ts'
import { defineTool, marking } from './tool.ts'

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
    const action_item = showItem(call.origin, view)
    return { text: itemLine(action_item), data: { action_item } }
  },
})
