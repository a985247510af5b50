/** Which engines work, for people who wonder why. *Pure.* */
import type { Static } from 'typebox'
import { type EmbeddingSettings, type LlmSettings, llmKindOf, type SttSettings, sttKindOf } from './create.ts'
import type { FoundLanguageModel } from './local/language/find-language-model.ts'
import { catalogue } from './local/models/catalogue.ts'
import type { FoundSpeech } from './local/speech/find-speech.ts'
import type { Engines } from './schemas.ts'
import { separatesSpeakers, kinds as sttKinds } from './transcribe/services.ts'
import { kinds as llmKinds } from './write-by-model/services.ts'

type Described = Omit<Static<typeof Engines>, 'models'>

export function describeEngines(
  settings: SttSettings & LlmSettings & EmbeddingSettings,
  { speech, languageModel }: { speech: FoundSpeech | null; languageModel: FoundLanguageModel | null },
): Described {
  return {
    transcription: describeTranscription(settings, speech),
    notes: describeNotes(settings, languageModel),
    embeddings: settings.embeddingUrl === null ? null : { kind: 'openai', model: settings.embeddingModel },
  }
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

function describeNotes(settings: LlmSettings, found: FoundLanguageModel | null): Described['notes'] {
  const kind = llmKindOf(settings, found)
  if (kind === null) return { kind: 'embedded', model: null }
  return { kind, model: kind === 'local' ? found!.name : settings.llmModel || llmKinds[kind].model }
}
