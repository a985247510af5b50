/** To-do lists, as openapi.json describes them (decision 68; extensions of the specification). */
import { operation } from '../../platform/http/operation.ts'
import { ConnectTodo, MaybeTodo, OneTodo, TodoRemoved } from './schemas.ts'

const common = { tag: 'Action items', extension: true } as const

const todo = {
  kind: 'caldav' as const,
  host: 'cloud.example.com',
  username: 'ada',
  list: 'Work',
  items: 7,
  created_at: '2026-01-05T09:00:00.000Z',
  last_synced_at: '2026-01-05T09:05:00.000Z',
  next_sync_at: '2026-01-05T09:10:00.000Z',
  last_problem: null,
  conflicts: [],
}

export const getTodo = operation({
  ...common,
  id: 'get_todo_list',
  summary: 'Get my to-do list',
  description: 'The list on a CalDAV server that the person connected, with its state; null if there is none.',
  answer: MaybeTodo,
  example: { todo },
})

export const connectTodo = operation({
  ...common,
  id: 'connect_todo_list',
  summary: 'Connect my to-do list',
  description:
    'Signs in at a CalDAV server, such as Nextcloud, Radicale or SOGo, and stores the account. From then on the ' +
    'open items that are assigned to the person are in the list, new ones within a minute. Done here is done there and the ' +
    'other way round, also text and date, within 5 minutes; archived here is removed there, deleted there is archived here. ' +
    'A text or a date that the person may not change is put right there. Of a field that both sides changed the later change ' +
    'counts, and `conflicts` has both. Nothing else of the list is touched. A list takes the place of the one before; the same ' +
    'one again gets the new password. 422 says why the sign-in failed. Not on behalf of somebody else. Adds a row to the audit log.',
  body: ConnectTodo,
  status: 201,
  failures: [400, 422],
  answer: OneTodo,
  example: { todo: { ...todo, items: 0, last_synced_at: null } },
})

export const disconnectTodo = operation({
  ...common,
  id: 'disconnect_todo_list',
  summary: 'Disconnect my to-do list',
  description:
    'The list stays as it is, with the items in it; what was known of it is forgotten, with the conflicts. Adds a row to the audit log.',
  answer: TodoRemoved,
  example: { deleted: true },
})
