/** Reminders, as openapi.json describes them (decision 65; extensions of the specification). */
import { actSecondsBefore } from '../../meetings/notes/planned.ts'
import { operation } from '../../platform/http/operation.ts'
import { ReminderId, Reminders } from './schemas.ts'

const common = { tag: 'Reminders', extension: true } as const

export const listReminders = operation({
  ...common,
  id: 'list_reminders',
  summary: 'List my reminders',
  description: `Of meetings that are not over: each was made ${actSecondsBefore} seconds before the meeting by a rule with \`record: remind\`. A new one is a change of its note in \`/api/v1/changes\`, for its person alone.`,
  answer: Reminders,
  example: { data: [{ note_id: 'n_1', title: 'Weekly', starts_at: '2026-01-05T09:00:00.000Z' }] },
})

export const showReminder = operation({
  ...common,
  id: 'show_reminder',
  summary: 'Say that I saw a reminder',
  description: 'For a page that showed it: it does not come by mail then. 404 without such a reminder.',
  params: ReminderId,
  status: 204,
})
