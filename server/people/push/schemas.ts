/** Devices to be reminded on, as requests and answers hold them (decision 65). */
import Type from 'typebox'
import { Id, IdOf, Maybe, Nullable, Time } from '../../platform/http/schema.ts'

export const maxSubscriptions = 10
export const tooManyDevices = `You are reminded on ${maxSubscriptions} devices, as many as a person may; withdraw one`

/** The name of the address in messages about it. */
export const pushAddress = 'Push endpoint'

const Device = Type.Object(
  {
    id: IdOf('push_id', 'Identifier of the device.'),
    created_at: Time('When it was added.'),
    last_used_at: Nullable(Time('When its push service last took a reminder.')),
    user_agent: Type.String({ description: 'What the browser called itself.' }),
  },
  { $id: 'PushDevice', description: 'A device on which a person is reminded.' },
)

export const Devices = Type.Object({
  public_key: Type.String({
    description: 'The `applicationServerKey` of this installation (RFC 8292), in base64url.',
    examples: ['BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'],
  }),
  data: Type.Array(Device),
})

export const OneDevice = Type.Object({ device: Device })

/** What `PushSubscription.toJSON()` of a browser gives may be sent as it is. */
export const NewDevice = Type.Object(
  {
    endpoint: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'The address at the push service: HTTPS, at a public address.',
    }),
    expirationTime: Maybe(Type.Number({ description: 'Is not read.' })),
    keys: Type.Object({
      p256dh: Type.String({
        pattern: '^[A-Za-z0-9_-]{87}=?$',
        maxLength: 88,
        description: 'The public key, in base64url.',
      }),
      auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}=?=?$', maxLength: 24, description: '16 bytes, in base64url.' }),
    }),
    titles: Maybe(
      Type.Boolean({ description: 'Whether reminders may hold the title of the meeting; false by default.' }),
    ),
  },
  {
    examples: [
      {
        endpoint: 'https://push.example.com/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
        titles: true,
      },
    ],
  },
)

export const DeviceId = Type.Object({ push_id: Id('Identifier of the device.', 'ps_1') })
export const DeviceRemoved = Type.Object({ push_id: Type.String(), deleted: Type.Literal(true) })
