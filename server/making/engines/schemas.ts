import Type from 'typebox'
import { Nullable, OneOf } from '../../platform/http/schema.ts'

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

export const ModelName = Type.String({
  minLength: 1,
  maxLength: 63,
  description: 'Of a model; to add also of models that belong together, such as `speech`.',
})

export const AddModel = Type.Object({ name: ModelName }, { examples: [{ name: 'speech-small' }] })
export const RemoveModel = Type.Object({ name: ModelName }, { examples: [{ name: 'silero-vad' }] })

export const Installing = Type.Object({
  name: Type.String({ description: 'What was asked for.' }),
  model: Type.String({ description: 'The model that is at its turn.' }),
  stage: OneOf(['waiting', 'downloading', 'checking'], {
    description: '`waiting` for the first bytes, or for another change of the models; `checking` and unpacking.',
  }),
  bytes: Type.Integer({ description: 'Downloaded of all.' }),
  of: Type.Integer(),
})

const ModelSet = Type.Object({
  name: Type.String(),
  command: Type.String({ description: 'What the operator types for it.' }),
  models: Type.Array(Type.String()),
  languages: Type.String({ description: 'For people.' }),
  licences: Type.Array(Type.String()),
  download_bytes: Type.Integer(),
  disk_bytes: Type.Integer({ description: 'Of its files, once installed.' }),
  memory_bytes: Type.Integer({ description: 'About what its process takes while it works.' }),
  recommended: Type.Boolean({ description: 'The set to install here, by the memory of the machine.' }),
  installed: Type.Boolean({ description: 'All of its models are.' }),
})

const KnownModel = Type.Object({
  name: Type.String(),
  purpose: InstalledModel.properties.purpose,
  licence: InstalledModel.properties.licence,
  disk_bytes: Type.Integer({ description: 'Of its files.' }),
  languages: Nullable(Type.String({ description: 'For people; null for files that an operator brought.' })),
  download_bytes: Nullable(Type.Integer()),
  installed: Type.Boolean(),
})

export const Models = Type.Object({
  from_console: Type.Boolean({
    description:
      'MODELS_FROM_CONSOLE: administrators may install and remove models; not where another installation is seen in their folder.',
  }),
  installing: Nullable(Installing),
  failed: Nullable(
    Type.Object(
      { name: Type.String(), reason: Type.String({ description: 'A sentence.' }) },
      { description: 'The last one that could not be installed, until the next one begins.' },
    ),
  ),
  free_bytes: Type.Integer({ description: 'On the disk of the models.' }),
  memory_bytes: Type.Integer({ description: 'Of the machine, or of its container.' }),
  ffmpeg: Type.Boolean({
    description: 'It is there, without which no recording is decoded; only the operator installs it.',
  }),
  language_library: Type.Boolean({
    description: 'node-llama-cpp is there, without which no language model works; only the operator installs it.',
  }),
  sets: Type.Array(ModelSet, { description: 'What a task needs together.' }),
  models: Type.Array(KnownModel, { description: 'Those of the catalogue, then others that are installed.' }),
})
