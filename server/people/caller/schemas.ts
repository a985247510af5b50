import Type from 'typebox'
import { DateFilter, Id, Maybe, maxId, Nullable, OneOf, pageQuery, Time } from '../../platform/http/schema.ts'
import { languages } from './languages.ts'

export const Person = Type.Object(
  {
    id: Type.String({ description: 'Identifier of the person.' }),
    email: Type.String({ description: 'Their address.' }),
    full_name: Type.String({ description: 'Their name.' }),
  },
  {
    description: 'A person with an account.',
    examples: [{ id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' }],
  },
)

/** Decision 71. The word `spoken` has the form of a tag, so it is read like one. */
export const NotesLanguage = (what: string) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: `${what}: a BCP 47 tag, or \`spoken\` for that of the meeting.`,
    examples: ['fr'],
  })

export const Language = OneOf([...languages], {
  description: 'The language of the mails that you get; without one English, until a browser in another signs you in.',
})

export const Me = Type.Object({
  user: Type.Object({
    ...Person.properties,
    language: Type.Optional(Nullable(Language)),
    notes_language: Type.Optional(Nullable(NotesLanguage('The language of the AI notes of your meetings'))),
  }),
  workspace: Type.Object({
    id: Type.String(),
    name: Type.String(),
    subdomain: Type.String({ description: 'The workspace answers at `{subdomain}.{BASE_DOMAIN}`.' }),
  }),
})

export const PageQuery = Type.Object(pageQuery)

const tasks = [
  ...['impersonate', 'note.delete', 'recording.delete', 'user.create', 'user.change', 'workspace.change'],
  ...['note_templates.change', 'glossary.change', 'notifications.change', 'channel.deliver_to'],
  ...['user.erase', 'user.erased', 'user.export', 'users.import', 'retention.remove', 'audit.remove'],
  ...['former_text.keep', 'former_text.read'],
  ...['api_key.create', 'api_key.change', 'api_key.delete'],
  ...['session.begin', 'session.refuse', 'session.end', 'session.elevate', 'session.lower', 'operation.refuse'],
  ...['outside_link.create', 'outside_link.withdraw', 'outside_link.open', 'outside_link.refuse'],
  ...['sign_in_link.create', 'identity.release', 'grant.create', 'grant.delete'],
  ...['webhook.create', 'webhook.change', 'webhook.rotate_secret', 'webhook.delete'],
  ...['recorder.create', 'recorder.change', 'recorder.delete', 'recorder.upload', 'inbox.upload'],
  ...['recorder.send_bot', 'recorder.withdraw_bot', 'upload.cancel', 'model.add', 'model.remove'],
]
  .map((task) => `\`${task}\``)
  .join(', ')

const AuditFilters = Type.Object(
  {
    user_id: Maybe(Id('Who sent the request: the owner of the key.')),
    action: Maybe(Type.String({ maxLength: maxId, description: `What was done: ${tasks}.` })),
    at_start: Maybe(DateFilter('At or after.')),
    at_end: Maybe(DateFilter('At or before.')),
  },
  {
    'x-consume': 'application/json',
    description: 'JSON. All given filters must match.',
    examples: [{ action: 'impersonate' }],
  },
)

export const AuditQuery = Type.Object({ ...pageQuery, filters: Type.Optional(AuditFilters) })

export const AuditEntry = Type.Object({
  id: Type.String(),
  at: Time('When.'),
  action: Type.String({ description: `What was done: ${tasks}.` }),
  key_id: Nullable(Type.String({ description: 'The key of the request; null for a session.' })),
  user_id: Type.String({ description: 'Its owner, or the person of the session.' }),
  on_behalf_of: Nullable(Type.String({ description: 'The person it acted as, if such a person exists.' })),
  method: Type.String(),
  path: Type.String(),
  status: Nullable(
    Type.Integer({ description: 'The status of the answer; null if the service crashed before it answered.' }),
  ),
  address: Type.String({ description: 'Where the request came from.' }),
  request_id: Type.String({ description: 'The `X-Request-Id` of the answer.' }),
  body_sha256: Nullable(
    Type.String({
      description:
        'SHA-256 of the body as sent, in hex; null for requests in one’s own name and for resumable uploads.',
    }),
  ),
  details: Type.Object(
    {},
    { additionalProperties: true, description: 'More about the action; the fields depend on it.' },
  ),
})
