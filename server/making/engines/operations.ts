/** What transcribes and writes, as openapi.json describes it (decision 54). */
import Type, { type Static } from 'typebox'
import { failure } from '../../platform/http/failures.ts'
import { operation } from '../../platform/http/operation.ts'
import { Nullable } from '../../platform/http/schema.ts'
import { AddModel, Engines, Installing, Models, RemoveModel } from './schemas.ts'

export const getEngines = operation({
  tag: 'Workspace',
  extension: true,
  id: 'get_engines',
  summary: 'Get the engines',
  description:
    'What transcribes recordings, writes notes and tells search what texts mean. Without `embeddings` search goes by words alone. Without `transcription` media are refused, or wait for it (`may_wait`); transcripts are taken.',
  answer: Engines,
  example: {
    transcription: {
      kind: 'local',
      model: 'parakeet-tdt-0.6b-v3',
      languages: '25 European languages',
      speakers: false,
    },
    notes: { kind: 'embedded', model: null },
    embeddings: { kind: 'openai', model: 'all-minilm' },
    models: [{ name: 'silero-vad', purpose: 'detector', licence: 'MIT', bytes: 2_327_524 }],
  },
})

const installing: Static<typeof Installing> = {
  name: 'speech-small',
  model: 'parakeet-tdt-110m.en',
  stage: 'downloading',
  bytes: 54_017_547,
  of: 157_578_346,
}

const adminsOnly = 'For super admins. Models are of the machine, so this concerns every workspace.'
const allowed = `${adminsOnly} A 403 names the command, unless the operator set MODELS_FROM_CONSOLE.`

export const listModels = operation({
  tag: 'Workspace',
  extension: true,
  id: 'list_models',
  summary: 'List the models of the machine',
  description: `What can be installed, what it needs, and what is. ${adminsOnly}`,
  answer: Models,
  example: {
    from_console: true,
    installing,
    failed: null,
    free_bytes: 20_000_000_000,
    memory_bytes: 4_000_000_000,
    ffmpeg: true,
    language_library: false,
    sets: [
      {
        name: 'speech-small',
        command: 'npx --no minutebook models add speech-small',
        models: ['parakeet-tdt-110m.en', 'silero-vad', 'pyannote-segmentation-3.0', 'titanet-small'],
        languages: 'English',
        licences: ['CC-BY-4.0', 'MIT'],
        download_bytes: 157_578_346,
        disk_bytes: 185_068_141,
        memory_bytes: 877_602_212,
        recommended: true,
        installed: false,
      },
    ],
    models: [
      {
        name: 'silero-vad',
        purpose: 'detector',
        licence: 'MIT',
        disk_bytes: 2_327_524,
        languages: 'any',
        download_bytes: 2_327_524,
        installed: true,
      },
    ],
  },
})

export const addModel = operation({
  tag: 'Workspace',
  extension: true,
  id: 'add_model',
  summary: 'Install a model',
  description: `In the background, one at a time; \`GET /api/v1/models\` has the progress. It goes on after a restart of the service, and is checked before it is used. ${allowed} A 409 if it is installed, or another one is being.`,
  body: AddModel,
  status: 202,
  answer: Type.Object({ installing: Nullable(Installing) }),
  failures: [409],
  own: {
    507: failure(
      'The disk of the models has too little free space for it.',
      'speech needs 1207 MB, and 20 MB may be used on the disk of the models',
    ),
  },
  example: { installing },
})

export const cancelModel = operation({
  tag: 'Workspace',
  extension: true,
  id: 'cancel_model',
  summary: 'Cancel the installation of a model',
  description: `What was downloaded of it is removed. ${allowed} A 409 if none is being installed.`,
  status: 204,
  failures: [409],
})

export const removeModel = operation({
  tag: 'Workspace',
  extension: true,
  id: 'remove_model',
  summary: 'Remove a model',
  description: `Nothing uses it from then on. ${allowed} A 409 while another change is under way.`,
  body: RemoveModel,
  status: 204,
  failures: [409],
})
