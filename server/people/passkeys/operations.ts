/** Passkeys and administrator rights, as openapi.json describes them (decisions 43, 70; extensions of the specification). */
import { failure } from '../../platform/http/failures.ts'
import { operation } from '../../platform/http/operation.ts'
import { sessionExample } from '../sessions/operations.ts'
import { SessionAnswer } from '../sessions/schemas.ts'
import {
  CreationOptions,
  maxPasskeys,
  NewPasskey,
  OnePasskey,
  PasskeyId,
  PasskeyRemoved,
  Passkeys,
  ProofWish,
} from './schemas.ts'

const text = { tag: 'Signing in', extension: true, ofSession: true } as const

const passkeyExample = {
  id: 'pk_1',
  name: 'My laptop',
  host: 'meetings.example.com',
  created_at: '2026-01-05T09:00:00.000Z',
  last_used_at: null,
}

const required = failure(
  'Your passkey is needed: answer `options`, and send the answer as `passkey` (`passkey_required`). Or you have passkeys only at other addresses (`passkey_elsewhere`), the answer proves nothing (`passkey_refused`), or a key or somebody on your behalf asks. Where there is none yet: `sign_in_required`, `second_factor_required`.',
  'This needs your passkey',
  'passkey_required',
)

export const listPasskeys = operation({
  ...text,
  id: 'list_passkeys',
  summary: 'List my passkeys',
  description: 'Of all addresses of the service, oldest first. Not for keys, nor on behalf of others (403).',
  answer: Passkeys,
  example: { data: [passkeyExample] },
})

export const makePasskey = operation({
  ...text,
  id: 'make_passkey',
  summary: 'Make a passkey',
  description:
    'Without a body it answers what to ask the browser for; with `name` and `credential` it keeps the passkey, for this address of the service. Signing in with it needs no mail and no identity provider. Who may have super admin rights proves one of their passkeys, unless they did so within five minutes. Their first one needs a sign-in at the identity provider of the last five minutes, if they came from there (`sign_in_required`); otherwise, with `second_factor` of the workspace, a link of an administrator that was opened within 15 minutes (`second_factor_required`). Not for keys, nor on behalf of others (403). Adds a row to the audit log.',
  body: NewPasskey,
  status: 201,
  first: {
    description: 'What to ask the browser for',
    answer: CreationOptions,
    example: { options: { challenge: 'AXw…', rp: { name: 'Minutebook', id: 'meetings.example.com' } } },
  },
  own: {
    403: required,
    409: failure(
      `There are ${maxPasskeys} already, or this one is known.`,
      `You have ${maxPasskeys} passkeys, as many as a person may; withdraw one`,
    ),
    422: failure(
      'Browsers have no passkeys here.',
      'Browsers have no passkeys for this address: it must be a name, and HTTPS',
    ),
  },
  answer: OnePasskey,
  example: { passkey: passkeyExample },
})

export const withdrawPasskey = operation({
  ...text,
  id: 'withdraw_passkey',
  summary: 'Withdraw a passkey',
  description:
    'It signs nobody in any more. The last one of a person who may have super admin rights is needed to withdraw it, unless an administrator’s link signed them in within 15 minutes. Not for keys, nor on behalf of others (403). Adds a row to the audit log.',
  params: PasskeyId,
  body: ProofWish,
  own: { 403: required },
  answer: PasskeyRemoved,
  example: { passkey_id: 'pk_1', deleted: true },
})

export const elevate = operation({
  ...text,
  id: 'elevate_session',
  summary: 'Elevate the session to super admin rights',
  description:
    'For 30 minutes the session has the rights of a super admin key. For designated admins of an enterprise workspace, never on behalf of others; ' +
    'each call, refused ones too, is a row of the audit log, but not the question for a passkey. Another call begins another 30 minutes. Who has a passkey proves it each time. ' +
    'Who has none, and signed in at the identity provider, must have done so within five minutes (`sign_in_required`): `GET /api/v1/sign_in/oidc?fresh=true`. ' +
    'With `second_factor` of the workspace everybody else is refused (`second_factor_required`).',
  body: ProofWish,
  own: { 403: required },
  answer: SessionAnswer,
  example: { session: { ...sessionExample.session, super_admin: true, elevated_until: '2026-01-05T09:30:00.000Z' } },
})
