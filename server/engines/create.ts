/** Creates the engines that the settings name; base.ts calls it. */
import type { Threads } from '../platform/threads.ts'
import { embeddedWriter } from './embedded/embedded-writer.ts'
import type { EngineLog, NoteWriter, Transcriber } from './engines.ts'
import { type SttKind, kinds as sttKinds } from './transcribe/services.ts'
import { openTranscriber } from './transcribe/transcribe.ts'
import { type LlmKind, kinds as llmKinds } from './write-by-model/services.ts'
import { openModelWriter } from './write-by-model/write-by-model.ts'

export type SttSettings = {
  sttUrl: string | null
  sttApiKey: string
  sttModel: string
  sttKind: SttKind
  sttMaxBytes: number
  sttMaxSeconds: number
}
export type LlmSettings = {
  llmUrl: string | null
  llmApiKey: string
  llmModel: string
  llmKind: LlmKind
  llmConcurrency: number
  notesLanguage: string
}

/** For hours of speech: slow machines transcribe only a little faster than real time. */
const TRANSCRIBING_SECONDS = 4 * 3_600
const WRITING_SECONDS = 600
const MEBIBYTE = 1_048_576

/** @returns null without STT_URL, unless the kind has a public address */
export function createTranscriber(
  { sttUrl, sttApiKey, sttModel, sttKind, sttMaxBytes, sttMaxSeconds }: SttSettings,
  log: EngineLog,
): Transcriber | null {
  const url = sttUrl ?? sttKinds[sttKind].url
  if (!url) return null
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

/** Uses the model at LLM_URL or at its kind's public address; without one, or if it fails, the embedded writer. */
export function createNoteWriter(
  { llmUrl, llmApiKey, llmModel, llmKind, llmConcurrency, notesLanguage }: LlmSettings,
  { log, threads }: { log: EngineLog; threads: Threads },
): NoteWriter {
  const embedded = embeddedWriter(threads)
  const url = llmUrl ?? llmKinds[llmKind].url
  if (!url) return embedded
  const service = {
    kind: llmKind,
    url: withoutVersion(url, llmKind === 'azure' ? /(?:\/openai)?(?:\/v1)?$/ : /\/v1$/),
    apiKey: llmApiKey,
    model: llmModel,
    timeoutSeconds: WRITING_SECONDS,
    maxBytes: 4 * MEBIBYTE,
    pauseSeconds: 2,
  }
  return openModelWriter(service, { language: notesLanguage, concurrency: llmConcurrency }, embedded, log)
}

/** Removes the version from the operator's address, because the paths begin with it. */
const withoutVersion = (url: string, version: RegExp) => url.replace(version, '')
