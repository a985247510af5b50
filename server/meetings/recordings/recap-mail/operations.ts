/** Notifications, as openapi.json describes them (decision 59; extensions of the specification). */

import Type from 'typebox'
import { Person } from '../../../people/caller/schemas.ts'
import { outsideLimit } from '../../../people/requests/count-outside.ts'
import { operation } from '../../../platform/http/operation.ts'
import { Id, Maybe, maxId, OneOf } from '../../../platform/http/schema.ts'
import { digestHour, zonePattern } from './next-digest.ts'

const recaps = 'Recaps that you may read, by mail: each at once, those of a day together, or none.'
const timeZone = `The zone of the IANA database in whose morning, at ${digestHour}:00, those of a day come.`
const paces = ['none', 'at_once', 'daily'] as const

const Notifications = Type.Object({
  notifications: Type.Object({
    recaps: OneOf([...paces], { description: recaps }),
    time_zone: Type.String({ description: timeZone }),
    mail: Type.Boolean({ description: 'Whether this service can send mails.' }),
  }),
})

const NotificationChanges = Type.Object(
  {
    recaps: Maybe(OneOf([...paces], { description: recaps })),
    time_zone: Maybe(Type.String({ maxLength: 64, pattern: zonePattern, description: timeZone })),
  },
  { examples: [{ recaps: 'daily', time_zone: 'Europe/Berlin' }] },
)

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

/** Characters of the sender's own words. */
export const maxMessage = 2_000

/** More than a meeting has. */
const maxReceivers = 1_000

const receiver = { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' }

export const mailRecap = operation({
  id: 'mail_recap',
  tag: 'Recordings',
  extension: true,
  summary: 'Mail a recap to its attendees',
  description:
    'To every active account that attended and may read it, but you, also if they never chose mails. No person gets it ' +
    'twice: `already` are those who had it, or get it with those of a day. Who stopped these mails gets none, and the ' +
    'answer does not tell. `left_out` are addresses without an account: those who attend may choose some of them as ' +
    '`outsiders`, where the workspace has `outside_links` (else 409); each gets it once, and their mail has no links. `to` chooses among those ' +
    'who would get it; `preview` sends nothing. Answers go to who sent it. For those who may edit the note, at most 20 ' +
    'times an hour, with 100 mails a day to outsiders (429). 422 where the service cannot send mails, or the recap has no AI notes yet.',
  params: Type.Object({ recording_id: Id('Identifier of the recording.', 'r_1') }),
  body: Type.Object(
    {
      to: Maybe(
        Type.Array(Type.String({ minLength: 1, maxLength: maxId }), {
          maxItems: maxReceivers,
          description: 'Ids of the people who get it; without it everybody who may.',
        }),
      ),
      outsiders: Maybe(
        Type.Array(Type.String({ minLength: 1, maxLength: 320 }), {
          maxItems: outsideLimit.max,
          description: 'Invited addresses without an account that get it; none by default.',
        }),
      ),
      message: Maybe(Type.String({ maxLength: maxMessage, description: 'What you write above the recap.' })),
      leave_out: Maybe(
        Type.Array(OneOf(['summary', 'decisions', 'items']), {
          uniqueItems: true,
          description: 'Parts that the mail does not have.',
        }),
      ),
      preview: Maybe(
        Type.Boolean({ description: 'True to ask what would be sent, and to whom: `sent`, `sent_outside`, `mail`.' }),
      ),
    },
    { examples: [{ to: ['u_bo'] }] },
  ),
  failures: [409, 422],
  answer: Type.Object({
    sent: Type.Array(Person),
    already: Type.Array(Person),
    left_out: Type.Array(
      Type.Object({ email: Type.String(), reason: OneOf(['no_account'], { description: 'Why not.' }) }),
    ),
    sent_outside: Type.Array(Type.String(), {
      description: 'Outsiders who get it; of a preview those who may be chosen.',
    }),
    mail: Type.Optional(
      Type.Object(
        { subject: Type.String(), text: Type.String() },
        { description: 'Of a preview: the mail as the caller would get it. Each gets it in their language.' },
      ),
    ),
  }),
  example: {
    sent: [receiver],
    already: [],
    left_out: [{ email: 'marta@plastworks.test', reason: 'no_account' as const }],
    sent_outside: [],
  },
})
