/** Action items, as openapi.json describes them (decision 23; extensions of the specification). */
import Type from 'typebox'
import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
import { ActionItem, CompleteItem, CreateItem, EditItem, ItemId, itemExample, ListItems } from './schemas.ts'

const answer = Type.Object({ action_item: ActionItem })

const about = { tag: 'Action items', extension: true, answer, example: { action_item: itemExample } }

export const listActionItems = operation({
  id: 'list_action_items',
  tag: 'Action items',
  summary: 'List action items',
  description: 'The items of notes that the caller may see, their own, and those assigned to them.',
  extension: true,
  body: ListItems,
  answer: PageOf(ActionItem),
  example: { page_info: { cursor: null, page_size: 20 }, data: [itemExample] },
})

export const getActionItem = operation({
  ...about,
  id: 'get_action_item',
  summary: 'Get an action item',
  params: ItemId,
})

export const createActionItem = operation({
  ...about,
  id: 'create_action_item',
  summary: 'Create an action item',
  description: 'At the end of the agenda of a note that the caller may edit, or without a note.',
  body: CreateItem,
  status: 201,
})

export const updateActionItem = operation({
  ...about,
  id: 'update_action_item',
  summary: 'Edit an action item',
  description:
    'For people who may edit its note; without a note, for its creator. Only the given fields change, never the status.',
  params: ItemId,
  body: EditItem,
})

export const completeActionItem = operation({
  ...about,
  id: 'complete_action_item',
  summary: 'Complete or reopen an action item',
  description:
    'For its assignees and people who may edit it. An item of type `all` is done once every assignee has completed it, or as soon as an editor who is not assigned does. Reopening clears all marks.',
  params: ItemId,
  body: CompleteItem,
})

export const archiveActionItem = operation({
  ...about,
  id: 'archive_action_item',
  summary: 'Archive an action item',
  description: 'Sets `Archived` and `wont_do`: it will not be done. For its assignees and people who may edit it.',
  params: ItemId,
})
