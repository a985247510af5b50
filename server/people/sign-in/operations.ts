/** Ways to sign in, as openapi.json describes them (decision 42; extensions of the specification). */
import Type from 'typebox'
import { failure } from '../../platform/http/failures.ts'
import { operation } from '../../platform/http/operation.ts'
import { UserId } from '../accounts/people-schemas.ts'
import { RequestOptions } from '../passkeys/schemas.ts'
import { sessionExample } from '../sessions/operations.ts'
import { SessionAnswer } from '../sessions/schemas.ts'
import { MailRequest, MailRequested, Methods, OidcQuery, Proof, SignInLink, SignInLinkWish } from './schemas.ts'

const text = { tag: 'Signing in', extension: true, open: true } as const

const noWorkspace = failure('The host names a workspace that does not exist.', 'Workspace not found')
const crossSite = 'Cross-site request refused'
const tooMany = failure(
  'Too many tries from this address; `Retry-After` says how many seconds to wait.',
  'Too many tries to sign in; try again in 60 s',
  'rate_limited',
)
const Location = Type.String({ description: 'Where the browser goes.' })

export const getSignIn = operation({
  ...text,
  id: 'get_sign_in',
  summary: 'Get the ways to sign in',
  description: 'How people may sign in here.',
  own: { 404: noWorkspace },
  answer: Methods,
  example: { methods: { oidc: { name: 'Acme SSO' }, email: true, api_key: true, passkey: true } },
})

export const createSession = operation({
  ...text,
  id: 'create_session',
  summary: 'Sign in',
  description:
    'Begins a session with a key, with the token of a link or with a passkey, and sets its cookie: `minutebook`, over HTTPS ' +
    '`__Host-minutebook`. The session that this browser had ends. A session made by a key has the scopes and expiry of ' +
    'that key, and ends when the key is deleted or switched off. With `passkey: {}` it answers what to ask the browser ' +
    'for; the next request has its answer.',
  body: Proof,
  status: 201,
  first: {
    description: 'What to ask the browser for',
    answer: RequestOptions,
    example: { options: { challenge: 'AXw…', rpId: 'meetings.example.com', userVerification: 'required' } },
  },
  headers: { 'Set-Cookie': Type.String({ description: 'The session; no script can read it.' }) },
  failures: [400],
  own: {
    401: failure(
      'The key or token is wrong, or the passkey proves nothing (`passkey_refused`).',
      'Missing or invalid API key',
    ),
    403: failure('A page of another origin sent it, or people may sign in only by OIDC.', crossSite),
    404: noWorkspace,
    429: { ...tooMany, description: 'There were ten failed sign-ins from this address within a minute.' },
  },
  answer: SessionAnswer,
  example: sessionExample,
})

export const requestMail = operation({
  ...text,
  id: 'send_sign_in_mail',
  summary: 'Request a link by e-mail',
  description:
    'The person with that address gets a mail with a link, at most 5 an hour. The answer is the same for every address. If ' +
    'the host names no workspace, the mail has a link for each workspace.',
  body: MailRequest,
  status: 202,
  failures: [400, 422],
  own: {
    403: failure('A page of another origin sent it, or people may sign in only by OIDC.', crossSite),
    404: noWorkspace,
    422: failure('No mail server is set up.', 'E-mail is not set up here'),
    429: tooMany,
  },
  answer: MailRequested,
  example: {},
})

const unreachable = failure('The identity provider does not answer.', 'Acme SSO cannot be reached; try again', 'away')

export const beginOidc = operation({
  ...text,
  id: 'begin_oidc_sign_in',
  summary: 'Sign in at the identity provider',
  description:
    'For a browser: redirects to the identity provider, which sends the browser back. If the provider cannot be reached, a ' +
    'browser is redirected to `/sign-in#error=away`, and a program gets the refusal as JSON.',
  querystring: OidcQuery,
  status: 302,
  headers: { Location },
  failures: [400, 502],
  own: {
    404: failure('There is no identity provider, or no such workspace.', 'No identity provider is set up here'),
    502: unreachable,
  },
})

export const finishOidc = operation({
  ...text,
  id: 'finish_oidc_sign_in',
  summary: 'Come back from the identity provider',
  description:
    'Where the identity provider sends the browser: begins a session and redirects to `return_to`. After a refusal a browser is ' +
    'redirected to `/sign-in?return_to=…#error=…` with the `code` of the refusal, and a program gets it as JSON.',
  status: 302,
  headers: { Location },
  failures: [400, 409, 502],
  own: {
    400: failure(
      'The sign-in was not begun in this browser, or the answer of the provider is not valid.',
      'This sign-in was not begun here, or too long ago; sign in again',
      'not_begun',
    ),
    403: failure(
      'The identity provider refused, knows no verified address, there is no account for it, the account or the identity ' +
        'belongs to another one, or with `fresh` it did not ask again.',
      'There is no account for your e-mail address; ask an administrator for one',
      'no_account',
    ),
    404: failure('There is no identity provider, or no such workspace.', 'No identity provider is set up here'),
    409: failure(
      'The address is in several workspaces, and none was named.',
      'Your e-mail address is in several workspaces; choose one: acme, zeta',
      'several_workspaces',
    ),
    502: unreachable,
  },
})

export const createSignInLink = operation({
  id: 'create_sign_in_link',
  tag: 'Signing in',
  extension: true,
  summary: 'Make a sign-in link',
  description:
    'The link signs the person in once, within 15 minutes or `valid_seconds`; give it to nobody else. Super admins only, by a key with every ' +
    'scope and without an expiry, or an elevated session. Each link is a row of the audit log.',
  params: UserId,
  body: SignInLinkWish,
  status: 201,
  answer: SignInLink,
  example: { url: 'https://meetings.example.com/sign-in#token=…', expires_at: '2026-01-05T09:15:00.000Z' },
})

export const releaseIdentity = operation({
  id: 'delete_identity',
  tag: 'Signing in',
  extension: true,
  summary: 'Release an identity',
  description:
    'The first sign-in at the identity provider binds an account to who signed in there; anybody else with its address is ' +
    'refused (`other_identity`). This releases the account, so the next sign-in binds it anew. Sessions stay. Super admins only. Adds a ' +
    'row to the audit log.',
  params: UserId,
  status: 204,
})
