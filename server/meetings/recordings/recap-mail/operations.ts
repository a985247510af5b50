/** Notifications, as openapi.json describes them (decision 59; extensions of the specification). */
import { operation } from '../../../platform/http/operation.ts'
import { NotificationChanges, Notifications } from './schemas.ts'

const text = {
  tag: 'Workspace',
  extension: true,
  answer: Notifications,
  example: { notifications: { recaps: 'daily' as const, time_zone: 'Europe/Berlin', mail: true } },
}

export const getNotifications = operation({ ...text, id: 'get_notifications', summary: 'What I hear of by mail' })

export const changeNotifications = operation({
  ...text,
  id: 'change_notifications',
  summary: 'Change what I hear of by mail',
  description:
    'A mail has what you may read at the moment when it is sent, and each recap comes once. ' +
    '422 where the service cannot send mails.',
  body: NotificationChanges,
  failures: [422],
})
