/** What transcribes and writes, as openapi.json describes it (decision 54). */
import { operation } from '../../platform/http/operation.ts'
import { Engines } from './schemas.ts'

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
