import Type, { type Static } from 'typebox'
import { Id, IdOf, Maybe, maxId, Nullable, OneOf, Time } from '../../platform/http/schema.ts'
import { kindNames } from './kinds/kinds.ts'

const takes = OneOf(['transcript', 'media'], {
  description:
    'transcript: the transcript of the service, for Vexa and Attendee with the audio or video. media: only the media, which are transcribed here; the only choice for BigBlueButton.',
})
const Secret = Type.String({
  minLength: 1,
  maxLength: 8_192,
  description:
    'Zoom: the secret token that signs its requests. Vexa and Attendee: the secret of the webhook. Teams: the client secret. ' +
    'BigBlueButton: the shared secret of the server. ' +
    'Meet: the key of the service account, as JSON. ' +
    'Kept sealed and never shown.',
})
const TenantId = Id('Teams: the directory (tenant) id.', '11aa22bb-33cc-44dd-55ee-66ff77aa88bb')
const ClientId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9-]+$',
  description: 'Teams: the application (client) id.',
})
const PushAccount = Type.String({
  format: 'email',
  maxLength: maxId,
  description: 'Meet: the e-mail of the service account that signs the requests of Pub/Sub.',
})
const Topic = Type.String({
  maxLength: 400,
  description: 'Meet: the topic of Pub/Sub that Google writes events to, as `projects/acme/topics/minutebook`.',
})
const BaseUrl = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description:
    'Vexa, Attendee and BigBlueButton: the address of their API, `https://…`, without the path of a request.',
})
const ApiKey = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'Vexa and Attendee: the key for their API. Kept sealed and never shown.',
})
const SendsBots = Type.Boolean({
  description: 'Vexa and Attendee: whether attendees may send its bots into calls. False unless it is given.',
})
const User = Type.String({
  minLength: 1,
  maxLength: maxId,
  description:
    'Id or e-mail of the person who gets the recordings of hosts without an account here. With null they are not imported. Meet: required, because requests to Google act as this person.',
})

export const NewRecorder = Type.Object(
  {
    kind: OneOf([...kindNames], { description: 'The service.' }),
    secret: Secret,
    takes: Maybe(takes),
    user: Maybe(User),
    tenant_id: Maybe(TenantId),
    client_id: Maybe(ClientId),
    push_account: Maybe(PushAccount),
    topic: Maybe(Topic),
    base_url: Maybe(BaseUrl),
    api_key: Maybe(ApiKey),
    sends_bots: Maybe(SendsBots),
  },
  { examples: [{ kind: 'zoom', secret: 'kx2dF1c9QtW7', takes: 'transcript', user: 'ada@acme.test' }] },
)

export const RecorderChanges = Type.Object(
  {
    secret: Maybe(Secret),
    api_key: Maybe(ApiKey),
    takes: Maybe(takes),
    user: Type.Optional(Nullable(User)),
    active: Maybe(Type.Boolean()),
    sends_bots: Maybe(SendsBots),
  },
  { examples: [{ takes: 'media' }] },
)

export const Recorder = Type.Object(
  {
    id: IdOf('recorder_id', 'Identifier of the recorder.'),
    kind: OneOf([...kindNames]),
    url: Type.String({ description: 'The address to which the service sends its events.' }),
    takes,
    tenant_id: Nullable(TenantId),
    client_id: Nullable(ClientId),
    push_account: Nullable(PushAccount),
    topic: Nullable(Topic),
    base_url: Nullable(BaseUrl),
    sends_bots: SendsBots,
    subscribed_until: Nullable(
      Time('Teams and Meet: when the first of its subscriptions to events ends. They are renewed automatically.'),
    ),
    user_id: Nullable(
      Type.String({ description: 'The person who gets the recordings of hosts without an account here.' }),
    ),
    active: Type.Boolean({ description: 'Whether it receives events; if not, its address answers 404.' }),
    created_at: Time('When it was created.'),
    last_event_at: Nullable(Time('When its last recording was announced.')),
    last_error: Nullable(
      Type.String({
        description:
          'Why the last recording was not imported, or why the events of a recorder of Teams or Meet could not be subscribed to, or those of BigBlueButton not be listed; otherwise null.',
      }),
    ),
  },
  { $id: 'Recorder' },
)

export const recorderExample: Static<typeof Recorder> = {
  id: 'rec_1',
  kind: 'zoom',
  url: 'https://acme.meetings.example.com/recorders/zoom/rec_1',
  takes: 'transcript',
  tenant_id: null,
  client_id: null,
  push_account: null,
  topic: null,
  base_url: null,
  sends_bots: false,
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
