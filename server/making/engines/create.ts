/** Creates the engines that the settings name; base.ts calls it. */
import type { Context } from '../../platform/context/context.ts'
import { openScratchSpace } from '../../platform/scratch.ts'
import { embeddedWriter } from './embedded/embedded-writer.ts'
import { type Embedder, openEmbedder } from './embedder.ts'
import type { FindLanguageModel, FoundLanguageModel } from './local/language/find-language-model.ts'
import { openLocalModels } from './local/language/local-model.ts'
import type { FindSpeech, FoundSpeech } from './local/speech/find-speech.ts'
import { openLocalTranscriber } from './local/speech/local-transcriber.ts'
import type { EngineLog, NoteWriter, Transcriber } from './shared/engines.ts'
import { MediaTools } from './transcribe/media-tools.ts'
import { type SttKind, kinds as sttKinds } from './transcribe/services.ts'
import { openTranscriber } from './transcribe/transcribe.ts'
import { openService } from './write-by-model/chat.ts'
import { always, type FindModel } from './write-by-model/language-model.ts'
import { type LlmKind, kinds as llmKinds } from './write-by-model/services.ts'
import { openModelWriter } from './write-by-model/write-by-model.ts'

export type SttSettings = {
  sttUrl: string | null
  sttApiKey: string
  sttModel: string
  sttKind: SttKind | 'local' | null
  sttProcesses: number
  sttThreads: number
  sttMaxBytes: number
  sttMaxSeconds: number
  mediaMaxSeconds: number
}
export type LlmSettings = {
  llmUrl: string | null
  llmApiKey: string
  llmModel: string
  llmKind: LlmKind | 'local' | null
  llmThreads: number
  llmConcurrency: number
  llmSecondsPerHour: number
}

export type EmbeddingSettings = { embeddingUrl: string | null; embeddingApiKey: string; embeddingModel: string }

/** For hours of speech: slow machines transcribe only a little faster than real time. */
const TRANSCRIBING_SECONDS = 4 * 3_600
const MIN_WRITING_SECONDS = 600
const MEBIBYTE = 1_048_576

/** Without a sign of life, a speech process is stuck. Large models take a while to load. */
const SILENT_SECONDS = 900

/** Loading a large model again takes seconds; keeping it takes memory. */
const IDLE_SECONDS = 60

type SttAddress = Pick<SttSettings, 'sttKind' | 'sttUrl'>

/** The kind that the settings mean; null: a service without an address. */
function wantedKind({ sttKind, sttUrl }: SttAddress): SttKind | 'local' | null {
  const kind = sttKind ?? (sttUrl ? 'openai' : 'local')
  return kind === 'local' || (sttUrl ?? sttKinds[kind].url) ? kind : null
}

/** The kind that transcribes; null: there is no transcription. */
export function sttKindOf(settings: SttAddress, speech: FoundSpeech | null): SttKind | 'local' | null {
  const kind = wantedKind(settings)
  return kind === 'local' ? speech && kind : kind
}

/**
 * @param findSpeech  looks for the models of this machine
 * @param space       for temporary files
 * @returns null without a service; on this machine it is ready when there are models
 */
export function createTranscriber(
  settings: SttSettings,
  log: EngineLog,
  findSpeech: FindSpeech = async () => null,
  space = openScratchSpace,
): Transcriber | null {
  const { sttUrl, sttApiKey, sttModel, sttMaxBytes, sttMaxSeconds, mediaMaxSeconds: maxSeconds } = settings
  const sttKind = wantedKind(settings)
  if (sttKind === null) return null
  if (sttKind === 'local') {
    const limits = { seconds: TRANSCRIBING_SECONDS, silentSeconds: SILENT_SECONDS }
    const { sttProcesses: processes, sttThreads: threads } = settings
    return openLocalTranscriber({ findSpeech, processes, threads, limits, maxSeconds }, log)
  }
  const url = (sttUrl ?? sttKinds[sttKind].url)!
  const service = {
    kind: sttKind,
    url: withoutVersion(url, /\/v[12]$/),
    apiKey: sttApiKey,
    model: sttModel || sttKinds[sttKind].model,
    timeoutSeconds: TRANSCRIBING_SECONDS,
    maxBytes: 64 * MEBIBYTE,
    maxMediaBytes: sttMaxBytes,
    maxMediaSeconds: sttMaxSeconds,
    pauseSeconds: 2,
  }
  return openTranscriber(service, log, new MediaTools({ maxSeconds, space }))
}

type LlmAddress = Pick<LlmSettings, 'llmKind' | 'llmUrl'>

/** The kind that the settings mean; null: a service without an address. */
function wantedLlmKind({ llmKind, llmUrl }: LlmAddress): LlmKind | 'local' | null {
  const kind = llmKind ?? (llmUrl ? 'openai' : 'local')
  return kind === 'local' || (llmUrl ?? llmKinds[kind].url) ? kind : null
}

/** The kind that writes; null: the embedded writer does. */
export function llmKindOf(settings: LlmAddress, found: FoundLanguageModel | null): LlmKind | 'local' | null {
  const kind = wantedLlmKind(settings)
  return kind === 'local' && !found?.runtime ? null : kind
}

/**
 * @param find  looks for the language model of this machine
 * @returns what finds the model for each use: none without a service and without a model that can run
 */
export function createLanguageModel(settings: LlmSettings, find: FindLanguageModel = async () => null): FindModel {
  const kind = wantedLlmKind(settings)
  const { llmUrl, llmApiKey: apiKey, llmModel, llmThreads: threads } = settings
  if (kind === null) return async () => null
  if (kind === 'local') return openLocalModels({ find, threads, idleSeconds: IDLE_SECONDS })
  const url = (llmUrl ?? llmKinds[kind].url)!
  return always(
    openService({
      kind,
      url: withoutVersion(url, kind === 'azure' ? /(?:\/openai)?(?:\/v1)?$/ : /\/v1$/),
      apiKey,
      model: llmModel || llmKinds[kind].model,
      maxBytes: 4 * MEBIBYTE,
      pauseSeconds: 2,
    }),
  )
}

/** @returns null without an address: search then goes by words alone */
export function createEmbedder({ embeddingUrl, embeddingApiKey, embeddingModel }: EmbeddingSettings): Embedder | null {
  if (embeddingUrl === null) return null
  const url = withoutVersion(embeddingUrl, /\/v1$/)
  return openEmbedder({ url, apiKey: embeddingApiKey, model: embeddingModel, maxBytes: 16 * MEBIBYTE })
}

/** The language model writes; without one, or if it fails, the embedded writer. */
export function createNoteWriter(
  settings: LlmSettings,
  findModel: FindModel,
  { log, threads }: { log: EngineLog; threads: Context['threads'] },
): NoteWriter {
  const { llmConcurrency: concurrency, llmSecondsPerHour: secondsPerHour } = settings
  // A model of this machine reads one text at a time, so a second meeting would only make both late.
  const isLocal = wantedLlmKind(settings) === 'local'
  return openModelWriter(
    findModel,
    {
      concurrency: isLocal ? 1 : concurrency,
      meetings: isLocal ? 1 : Infinity,
      secondsPerHour,
      minSeconds: MIN_WRITING_SECONDS,
    },
    embeddedWriter(threads),
    log,
  )
}

/** Removes the version from the operator's address, because the paths begin with it. */
const withoutVersion = (url: string, version: RegExp) => url.replace(version, '')
