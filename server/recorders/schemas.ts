import Type, { type Static } from 'typebox'
import { Id, IdOf, Maybe, maxId, Nullable, OneOf, Time } from '../platform/http/schema.ts'

const takes = OneOf(['transcript', 'media'], {
  description:
    'transcript: what the service wrote down, of Zoom with the audio or video. media: the media alone, which are transcribed here.',
})
const Secret = Type.String({
  ...{ minLength: 1, maxLength: 8_192 },
  description:
    'Zoom: the secret token that signs its requests. Teams: the client secret. Meet: the key of the service account, as JSON. ' +
    'Kept sealed and never shown.',
})
const TenantId = Id('Teams: the directory (tenant) id.', '11aa22bb-33cc-44dd-55ee-66ff77aa88bb')
const ClientId = Type.String({
  ...{ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9-]+$' },
  description: 'Teams: the application (client) id.',
})
const PushAccount = Type.String({
  ...{ format: 'email', maxLength: maxId },
  description: 'Meet: the e-mail of the service account as which Pub/Sub signs its requests.',
})
const User = Type.String({
  minLength: 1,
  maxLength: maxId,
  description:
    'Id or e-mail of the person whose the recordings of hosts without an account here are; null refuses them. Meet: required, as Google is asked as this person.',
})

export const NewRecorder = Type.Object(
  {
    kind: OneOf(['zoom', 'teams', 'meet'], { description: 'The service.' }),
    secret: Secret,
    takes: Maybe(takes),
    user: Maybe(User),
    tenant_id: Maybe(TenantId),
    client_id: Maybe(ClientId),
    push_account: Maybe(PushAccount),
  },
  { examples: [{ kind: 'zoom', secret: 'kx2dF1c9QtW7', takes: 'transcript', user: 'ada@acme.test' }] },
)

export const RecorderChanges = Type.Object(
  { secret: Maybe(Secret), takes: Maybe(takes), user: Type.Optional(Nullable(User)), active: Maybe(Type.Boolean()) },
  { examples: [{ takes: 'media' }] },
)

export const Recorder = Type.Object({
  id: IdOf('recorder_id', 'Identifier of the recorder.'),
  kind: OneOf(['zoom', 'teams', 'meet']),
  url: Type.String({ description: 'The address that the service is to send its events to.' }),
  takes,
  tenant_id: Nullable(TenantId),
  client_id: Nullable(ClientId),
  push_account: Nullable(PushAccount),
  subscribed_until: Nullable(Time('Teams: until when its events are subscribed to; renewed by itself.')),
  user_id: Nullable(Type.String({ description: 'Whose the recordings of hosts without an account here are.' })),
  active: Type.Boolean({ description: 'Whether it is listened to; otherwise its address is a 404.' }),
  created_at: Time('When it was made.'),
  last_event_at: Nullable(Time('When its last recording was announced.')),
  last_error: Nullable(
    Type.String({
      description:
        'Why the last recording was not taken, or why the events of a Teams recorder could not be subscribed to; otherwise null.',
    }),
  ),
})

export const recorderExample: Static<typeof Recorder> = {
  id: 'rec_1',
  kind: 'zoom',
  url: 'https://acme.meetings.example.com/recorders/zoom/rec_1',
  takes: 'transcript',
  tenant_id: null,
  client_id: null,
  push_account: null,
  subscribed_until: null,
  user_id: 'u_ada',
  active: true,
  created_at: '2026-01-05T09:00:00.000Z',
  last_event_at: null,
  last_error: null,
}

export const RecorderId = Type.Object({ recorder_id: Id('Identifier of the recorder.', 'rec_1') })
export const RecorderAnswer = Type.Object({ recorder: Recorder })
export const RecorderRemoved = Type.Object({ recorder_id: Type.String(), deleted: Type.Literal(true) })
export const Recorders = Type.Object({ data: Type.Array(Recorder) })
