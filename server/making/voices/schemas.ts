import Type, { type Static } from 'typebox'
import { Person } from '../../people/caller/schemas.ts'
import { Id, Nullable, Time } from '../../platform/http/schema.ts'

export const GiveVoice = Type.Object(
  {
    speaker: Type.String({ maxLength: 255, description: 'Who you are in the transcript.' }),
    consent: Type.Literal(true, {
      description: 'That the service may keep your voice, which is biometric data, to recognise you by it.',
    }),
  },
  { examples: [{ speaker: 'Speaker 2', consent: true }] },
)

export const VoiceQuery = Type.Object({
  vector: Type.Optional(Type.Boolean({ description: 'Includes the voice itself.' })),
})

const Voice = Type.Object(
  {
    model: Type.String({ description: 'Name and digest of the model. Voices of different models are not compared.' }),
    recordings: Type.Integer({ minimum: 1, description: 'The voice is the mean of so many recordings.' }),
    created_at: Time('When you first gave it.'),
    updated_at: Time('When it last changed.'),
    confirmed: Type.Boolean({ description: 'Whether somebody else who was there said that it is yours.' }),
    vector: Type.Optional(
      Nullable(
        Type.Array(Type.Number(), {
          description: 'Only if it is asked for; null if it is missing: give it again to be recognised.',
        }),
      ),
    ),
  },
  { description: 'Your voice, by which speakers of later recordings are recognised.' },
)

const claimedSound = {
  id: Type.String({ description: 'Identifier of the claim.' }),
  recording_id: Type.String(),
  title: Type.String({ description: 'Title of the recording.' }),
  speaker: Nullable(Type.String({ description: 'Who speaks there in the transcript now.' })),
  start_time: Type.Number({ description: 'Where the claimed voice is heard first, in seconds.' }),
}

const OwnClaim = Type.Object(
  {
    ...claimedSound,
    waits_for: Type.Array(Person, { description: 'Who may be this speaker too: it needs the word of each.' }),
    needs_word: Type.Boolean({ description: 'Whether at least one of those who were there must still confirm it.' }),
    denied: Type.Boolean({ description: 'Whether somebody said that it is not you: it gives no voice.' }),
  },
  { description: '“This is me” of a speaker, which waits for the words of others.' },
)

const VoiceQuestion = Type.Object(
  {
    ...claimedSound,
    person: Person,
    needed: Type.Boolean({ description: 'Whether the claim waits for your word, because it may be your voice.' }),
  },
  { description: 'What somebody said of a speaker of a recording in which you were: “this is me”.' },
)

export const OwnVoice = Type.Object({
  voice: Nullable(Voice),
  contested: Type.Boolean({
    description:
      'Somebody says that your voice is not yours: it recognises nobody until others confirm you in a recording.',
  }),
  claims: Type.Array(OwnClaim, { description: 'Yours that wait, newest first, 50 at most.' }),
  questions: Type.Array(VoiceQuestion, {
    description: 'Those of others, of which you said nothing yet, newest first, 50 at most.',
  }),
})

export const ClaimId = Type.Object({ claim_id: Id('Identifier of the claim.', 'vc_1') })

export const SayOfVoice = Type.Object(
  { is_theirs: Type.Boolean({ description: 'Whether the claimed speaker is who says so.' }) },
  { examples: [{ is_theirs: false }] },
)

const sound = { recording_id: 'r_1', title: 'Weekly 5 Jan', speaker: 'Speaker 2', start_time: 12.5 }

export const voiceExample: Static<typeof OwnVoice> = {
  voice: {
    model: 'titanet-small ad4a1802485d',
    recordings: 1,
    created_at: '2026-01-05T10:00:00.000Z',
    updated_at: '2026-01-05T10:00:00.000Z',
    confirmed: true,
  },
  contested: false,
  claims: [],
  questions: [
    { ...sound, id: 'vc_1', person: { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' }, needed: true },
  ],
}

/** Just after "this is me" of a speaker who may be somebody else. */
export const claimExample: Static<typeof OwnVoice> = {
  voice: null,
  contested: false,
  claims: [
    {
      ...sound,
      id: 'vc_2',
      waits_for: [{ id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' }],
      needs_word: false,
      denied: false,
    },
  ],
  questions: [],
}
