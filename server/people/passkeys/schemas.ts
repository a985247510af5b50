/** Passkeys, as requests and answers hold them (decision 70; WebAuthn, 5.1.8, 5.1.9). */
import Type from 'typebox'
import { Id, IdOf, linePattern, Maybe, Nullable, OneOf, Time } from '../../platform/http/schema.ts'

/** Of a person. */
export const maxPasskeys = 20

/** Bytes in base64url. 1,023 bytes are the longest id (WebAuthn, 4). */
const Bytes = (description: string, maxLength: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength, description })

const id = Bytes('The id of the credential, in base64url like all bytes here.', 1_364)
const rawId = Bytes('The same.', 1_364)
const type = OneOf(['public-key'], { description: 'Always `public-key`.' })
const clientDataJSON = Bytes('What the browser signed: challenge, origin and type.', 8_192)
/** As long as a body may be: devices add to it. */
const notReadText = Type.String({ maxLength: 65_536, description: 'Is not read.' })
const notRead = {
  clientExtensionResults: Maybe(Type.Object({}, { additionalProperties: true, description: 'Is not read.' })),
  authenticatorAttachment: Maybe(notReadText),
}

/** What `PublicKeyCredential.toJSON()` of a browser gives may be sent as it is; `{}` asks what the browser needs. */
export const PasskeyProof = Type.Object(
  {
    id: Maybe(id),
    rawId: Maybe(rawId),
    type: Maybe(type),
    response: Maybe(
      Type.Object({
        clientDataJSON,
        authenticatorData: Bytes('What the device says of itself.', 4_096),
        signature: Bytes('Its signature of both.', 8_192),
        userHandle: Maybe(Bytes('For whom the device made the key.', 88)),
      }),
    ),
    ...notRead,
  },
  {
    description:
      'What `navigator.credentials.get` gave, as `toJSON()` has it; `{}` to be told with which `options` to ask for it.',
  },
)

const NewCredential = Type.Object(
  {
    id,
    rawId,
    type,
    response: Type.Object({
      clientDataJSON,
      attestationObject: Bytes('The new public key.', 32_768),
      transports: Maybe(
        Type.Array(Type.String({ pattern: '^[a-z-]+$', maxLength: 32 }), {
          maxItems: 20,
          description: 'How the device is reached.',
        }),
      ),
      authenticatorData: Maybe(notReadText),
      publicKey: Maybe(notReadText),
      publicKeyAlgorithm: Maybe(Type.Number({ description: 'Is not read.' })),
    }),
    ...notRead,
  },
  { description: 'What `navigator.credentials.create` gave, as `toJSON()` has it.' },
)

const Options = (of: string) =>
  Type.Unsafe<{ challenge: string; [other: string]: unknown }>(
    Type.Object(
      { challenge: Type.String({ description: 'Is answered once, within five minutes.' }) },
      { additionalProperties: true, description: `For \`PublicKeyCredential.${of}\` of the browser.` },
    ),
  )

export const RequestOptions = Type.Object({ options: Options('parseRequestOptionsFromJSON') })
export const CreationOptions = Type.Object({ options: Options('parseCreationOptionsFromJSON') })

const Passkey = Type.Object(
  {
    id: IdOf('passkey_id', 'Identifier of the passkey.'),
    name: Type.String({ description: 'What its person calls it.' }),
    host: Type.String({ description: 'Where it works: the host of the address in the browser.' }),
    created_at: Time('When it was made.'),
    last_used_at: Nullable(Time('When it was last used; null for never.')),
  },
  { $id: 'Passkey', description: 'Signs its person in at one host, and proves that they are there.' },
)

export const Passkeys = Type.Object({ data: Type.Array(Passkey) })
export const OnePasskey = Type.Object({ passkey: Passkey })

export const NewPasskey = Type.Object(
  {
    name: Maybe(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: linePattern,
        description: 'With `credential`: what you call it.',
      }),
    ),
    credential: Maybe(NewCredential),
    passkey: Maybe(PasskeyProof),
  },
  {
    description:
      'Neither to be told with which `options` to ask the browser for a new passkey; then both. `passkey` answers a 403 `passkey_required`.',
    examples: [{}],
  },
)

export const ProofWish = Type.Object(
  { passkey: Maybe(PasskeyProof) },
  { description: 'Answers a 403 `passkey_required`.', examples: [{}] },
)

export const PasskeyId = Type.Object({ passkey_id: Id('Identifier of the passkey.', 'pk_1') })
export const PasskeyRemoved = Type.Object({ passkey_id: Type.String(), deleted: Type.Literal(true) })
