/** Which engines work, for people who wonder why. *Pure.* */
import type { Static } from 'typebox'
import { type LlmSettings, type SttSettings, sttKindOf } from './create.ts'
import { catalogue } from './local/models/catalogue.ts'
import type { FoundSpeech } from './local/speech/find-speech.ts'
import type { Engines } from './schemas.ts'
import { separatesSpeakers, kinds as sttKinds } from './transcribe/services.ts'
import { kinds as llmKinds } from './write-by-model/services.ts'

type Described = Omit<Static<typeof Engines>, 'models'>

export function describeEngines(settings: SttSettings & LlmSettings, speech: FoundSpeech | null): Described {
  return { transcription: describeTranscription(settings, speech), notes: describeNotes(settings), embeddings: null }
}

function describeTranscription(settings: SttSettings, speech: FoundSpeech | null): Described['transcription'] {
  const kind = sttKindOf(settings, speech)
  if (kind === null) return null
  if (kind === 'local') {
    const { name, speakers } = speech!.models
    const languages = catalogue.find((model) => model.name === name)?.languages ?? null
    return { kind, model: name, languages, speakers: speakers !== null }
  }
  const model = settings.sttModel || sttKinds[kind].model
  const speakers = kind === 'openai' ? separatesSpeakers(model) : kind !== 'whispercpp'
  return { kind, model: model || null, languages: null, speakers }
}

function describeNotes({ llmUrl, llmKind, llmModel }: LlmSettings): Described['notes'] {
  const isModel = (llmUrl ?? llmKinds[llmKind].url) !== null
  return isModel ? { kind: llmKind, model: llmModel } : { kind: 'embedded', model: null }
}
