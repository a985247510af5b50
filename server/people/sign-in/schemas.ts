/** Ways to sign in, as requests and answers hold them (decision 42). */
import Type from 'typebox'
import { Maybe, maxId, Nullable, Time } from '../../platform/http/schema.ts'
import { PasskeyProof } from '../passkeys/schemas.ts'
import { maxReturnTo } from './return-to.ts'
import { lifeSeconds } from './tokens.ts'

/** Characters of a key or a token. */
const maxSecret = 1_024

export const Methods = Type.Object({
  methods: Type.Object({
    oidc: Nullable(
      Type.Object(
        { name: Type.String({ description: 'The name of the identity provider.' }) },
        { description: 'Sign in at `GET /api/v1/sign_in/oidc`; null without an identity provider.' },
      ),
    ),
    email: Type.Boolean({ description: 'Whether a sign-in link can be sent by e-mail.' }),
    api_key: Type.Boolean({ description: 'Whether people may sign in with a key.' }),
    passkey: Type.Boolean({
      description:
        'Whether people may sign in with a passkey: browsers have them only for a host name, over HTTPS or of their own machine.',
    }),
  }),
})

export const Proof = Type.Object(
  {
    api_key: Maybe(
      Type.String({ minLength: 1, maxLength: maxSecret, description: 'A key; the session ends with it.' }),
    ),
    token: Maybe(
      Type.String({ minLength: 1, maxLength: maxSecret, description: 'The token of a sign-in link; valid once.' }),
    ),
    passkey: Maybe(PasskeyProof),
  },
  { description: 'One of the three.', examples: [{ api_key: 'mb_ada_0123456789' }] },
)

export const MailRequest = Type.Object(
  {
    email: Type.String({
      format: 'email',
      maxLength: maxId,
      description: 'Your address.',
      examples: ['ada@acme.test'],
    }),
  },
  { examples: [{ email: 'ada@acme.test' }] },
)

/** Empty, so that it does not reveal who has an account. */
export const MailRequested = Type.Object({}, { description: 'The same whether or not anybody has that address.' })

export const OidcQuery = Type.Object({
  return_to: Type.Optional(
    Type.String({
      maxLength: maxReturnTo,
      description: 'The path to come back to, such as `/recap/r_1`; `/` without it.',
    }),
  ),
  workspace: Type.Optional(
    Type.String({
      maxLength: 63,
      description:
        'The subdomain of the workspace to sign in to, for people who are in several; if the host names one, that counts.',
    }),
  ),
  fresh: Type.Optional(
    Type.Boolean({
      description:
        'Whether the provider must ask the person again, unless they signed in there within the last minute (`max_age`); before administrator rights.',
    }),
  ),
})

export const SignInLinkWish = Type.Object(
  {
    valid_seconds: Maybe(
      Type.Integer({
        minimum: lifeSeconds.default,
        maximum: lifeSeconds.max,
        description: 'For how long it works: 15 minutes without it, at most seven days, for an invitation.',
      }),
    ),
  },
  { examples: [{ valid_seconds: 604_800 }] },
)

export const SignInLink = Type.Object({
  url: Type.String({ description: 'Valid once, for the first person who opens it.' }),
  expires_at: Time('Until when.', '2026-01-05T09:15:00.000Z'),
})
