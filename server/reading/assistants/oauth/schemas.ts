/** Consent and grants, as requests and responses show them (decision 48). */
import Type from 'typebox'
import { Id, IdOf, Maybe, Nullable, OneOf, Time } from '../../../platform/http/schema.ts'
import { maxRedirect } from './redirects.ts'

const text = (description: string, maxLength: number) => Type.String({ maxLength, description })

/** The parameters of OAuth in the address of the consent page. */
const parameters = {
  client_id: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description: 'The assistant: an https address of a document about it, or the id of its registration.',
  }),
  redirect_uri: text('Where the answer goes.', maxRedirect),
  response_type: text('`code`.', 32),
  code_challenge: text('SHA-256 of the verifier.', 128),
  code_challenge_method: text('`S256`.', 32),
  resource: text('The address of `/mcp`, or of `/api/v1` for a recorder.', 2_048),
  scope: text('`read`, or `read write`.', 1_024),
  state: text('Comes back with the answer.', 2_048),
}

type Parameters = typeof parameters
const each = <Wrapped>(wrap: (name: keyof Parameters) => Wrapped) =>
  Object.fromEntries(Object.keys(parameters).map((name) => [name, wrap(name as keyof Parameters)])) as {
    [Name in keyof Parameters]: Wrapped
  }

export const ConsentQuery = Type.Object(each((name) => Type.Optional(parameters[name])))

const Scope = OneOf(['read', 'write'])

const Opens = OneOf(['assistant', 'recorder'], {
  description:
    'What it is for: `assistant` opens `/mcp`, `recorder` what a recording needs (its meeting, the upload, its marks).',
})

export const ConsentAnswer = Type.Object(
  {
    ...each((name) => Maybe(parameters[name])),
    allow: Type.Boolean({ description: 'Whether the person lets the assistant in.' }),
    scopes: Maybe(Type.Array(Scope, { maxItems: 2, description: 'Which of the requested scopes; all if absent.' })),
  },
  {
    examples: [
      {
        client_id: 'https://assistant.example/client.json',
        redirect_uri: 'https://assistant.example/callback',
        response_type: 'code',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
        scope: 'read',
        allow: true,
      },
    ],
  },
)

export const Consent = Type.Object({
  consent: Type.Object({
    client: Type.Object({
      id: Type.String({ description: 'Its `client_id`.' }),
      name: Nullable(Type.String({ description: 'What it calls itself.' })),
      host: Nullable(Type.String({ description: 'Where the document about it is; null if it registered itself.' })),
    }),
    opens: Opens,
    answer_to: Type.String({ description: 'The host that gets the answer, or the scheme of a program.' }),
    own_computer: Type.Boolean({ description: 'The answer goes to a program on the person’s own computer.' }),
    scopes: Type.Array(Scope, { description: 'The requested scopes that this session may grant.' }),
  }),
})

export const Answered = Type.Object({
  redirect_to: Type.String({ description: 'Where the browser goes with the answer.' }),
})

export const Grant = Type.Object({
  id: IdOf('grant_id', 'Identifier of the grant.'),
  client_id: Type.String({ description: 'The assistant.' }),
  client_name: Nullable(Type.String({ description: 'What it calls itself.' })),
  opens: Opens,
  answer_to: Type.String({ description: 'The host that got the answer, or the scheme of a program.' }),
  scopes: Type.Array(Scope, { description: 'What it may do.' }),
  created_at: Time('When it was allowed.'),
  last_used_at: Nullable(Time('When it was last used, within a minute; null if never.')),
  expires_at: Time('When it ends at the latest; 30 days without use end it sooner.', '2027-01-05T09:00:00.000Z'),
})

export const GrantId = Type.Object({ grant_id: Id('Identifier of the grant.', 'gr_bo') })
