import Type, { type Static } from 'typebox'
import { Nullable, Time } from '../../platform/http/schema.ts'

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

export const OwnVoice = Type.Object({ voice: Nullable(Voice) })

export const voiceExample: Static<typeof OwnVoice> = {
  voice: {
    model: 'titanet-small ad4a1802485d',
    recordings: 1,
    created_at: '2026-01-05T10:00:00.000Z',
    updated_at: '2026-01-05T10:00:00.000Z',
  },
}
