import Type from 'typebox'
import { Nullable } from '../../platform/http/schema.ts'

const Engine = {
  kind: Type.String({ description: '`local` works on this machine, `embedded` without a model, others by a service.' }),
  model: Nullable(Type.String({ description: 'Its model; null if the service chooses, or there is none.' })),
}

const Transcription = Type.Object({
  ...Engine,
  languages: Nullable(Type.String({ description: 'For people; null if unknown.' })),
  speakers: Type.Boolean({ description: 'Whether it tells speakers apart.' }),
})

const InstalledModel = Type.Object({
  name: Type.String(),
  purpose: Type.String({
    description: '`words` and `detector` transcribe; `segmentation` and `voices` tell speakers apart; `notes` writes.',
  }),
  licence: Nullable(Type.String({ description: 'Null for files that an operator brought.' })),
  bytes: Type.Integer({ description: 'Of its files.' }),
})

export const Engines = Type.Object({
  transcription: Nullable(Transcription),
  notes: Type.Object(Engine),
  embeddings: Nullable(Type.Object(Engine)),
  models: Type.Array(InstalledModel, { description: 'Installed on this machine; not all of them are used.' }),
})
