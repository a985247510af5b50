import Type from 'typebox'
import { Maybe, OneOf } from '../../../platform/http/schema.ts'
import { digestHour, zonePattern } from './next-digest.ts'

const recaps = 'Recaps that you may read, by mail: each at once, those of a day together, or none.'
const timeZone = `The zone of the IANA database in whose morning, at ${digestHour}:00, those of a day come.`
const paces = ['none', 'at_once', 'daily'] as const

export const Notifications = Type.Object({
  notifications: Type.Object({
    recaps: OneOf([...paces], { description: recaps }),
    time_zone: Type.String({ description: timeZone }),
    mail: Type.Boolean({ description: 'Whether this service can send mails.' }),
  }),
})

export const NotificationChanges = Type.Object(
  {
    recaps: Maybe(OneOf([...paces], { description: recaps })),
    time_zone: Maybe(Type.String({ maxLength: 64, pattern: zonePattern, description: timeZone })),
  },
  { examples: [{ recaps: 'daily', time_zone: 'Europe/Berlin' }] },
)
