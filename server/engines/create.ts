/** Creates the engines that the settings name; base.ts calls it. */
import type { Threads } from '../platform/threads.ts'
import { embeddedWriter } from './embedded/embedded-writer.ts'
import type { EngineLog, NoteWriter, Transcriber } from './engines.ts'
import type { FindSpeech, FoundSpeech } from './local/speech/find-speech.ts'
import { openLocalTranscriber } from './local/speech/local-transcriber.ts'
import { type SttKind, kinds as sttKinds } from './transcribe/services.ts'
import { openTranscriber } from './transcribe/transcribe.ts'
import { openService } from './write-by-model/chat.ts'
import type { LanguageModel } from './write-by-model/language-model.ts'
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
}
export type LlmSettings = {
  llmUrl: string | null
  llmApiKey: string
  llmModel: string
  llmKind: LlmKind
  llmConcurrency: number
  llmSecondsPerHour: number
  notesLanguage: string
}

/** For hours of speech: slow machines transcribe only a little faster than real time. */
const TRANSCRIBING_SECONDS = 4 * 3_600
const MIN_WRITING_SECONDS = 600
const MEBIBYTE = 1_048_576

/** Without a sign of life, a speech process is stuck. Large models take a while to load. */
const SILENT_SECONDS = 900

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
 * @returns null without a service; on this machine it is ready when there are models
 */
export function createTranscriber(
  settings: SttSettings,
  log: EngineLog,
  findSpeech: FindSpeech = async () => null,
): Transcriber | null {
  const { sttUrl, sttApiKey, sttModel, sttMaxBytes, sttMaxSeconds } = settings
  const sttKind = wantedKind(settings)
  if (sttKind === null) return null
  if (sttKind === 'local') {
    const limits = { seconds: TRANSCRIBING_SECONDS, silentSeconds: SILENT_SECONDS }
    const { sttProcesses: processes, sttThreads: threads } = settings
    return openLocalTranscriber({ findSpeech, processes, threads, limits }, log)
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
  return openTranscriber(service, log)
}

/** The model at LLM_URL or at its kind's public address; null without one. */
export function createLanguageModel({ llmUrl, llmApiKey, llmModel, llmKind }: LlmSettings): LanguageModel | null {
  const url = llmUrl ?? llmKinds[llmKind].url
  if (!url) return null
  return openService({
    kind: llmKind,
    url: withoutVersion(url, llmKind === 'azure' ? /(?:\/openai)?(?:\/v1)?$/ : /\/v1$/),
    apiKey: llmApiKey,
    model: llmModel,
    maxBytes: 4 * MEBIBYTE,
    pauseSeconds: 2,
  })
}

/** The language model writes; without one, or if it fails, the embedded writer. */
export function createNoteWriter(
  { llmConcurrency: concurrency, llmSecondsPerHour: secondsPerHour, notesLanguage: language }: LlmSettings,
  model: LanguageModel | null,
  { log, threads }: { log: EngineLog; threads: Threads },
): NoteWriter {
  const embedded = embeddedWriter(threads)
  if (!model) return embedded
  return openModelWriter(
    model,
    { language, concurrency, secondsPerHour, minSeconds: MIN_WRITING_SECONDS },
    embedded,
    log,
  )
}

/** Removes the version from the operator's address, because the paths begin with it. */
const withoutVersion = (url: string, version: RegExp) => url.replace(version, '')
