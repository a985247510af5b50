/** Creates the engines that the settings name; base.ts calls it. */
import type { Threads } from '../platform/threads.ts'
import { embeddedWriter } from './embedded/embedded-writer.ts'
import type { EngineLog, NoteWriter, Transcriber } from './engines.ts'
import { kinds, type SttKind } from './transcribe/services.ts'
import { transcriberBy } from './transcribe/transcribe.ts'
import { writerBy } from './write-by-model/write-by-model.ts'

export type SttSettings = { sttUrl: string | null; sttApiKey: string; sttModel: string; sttKind: SttKind }
export type LlmSettings = { llmUrl: string | null; llmApiKey: string; llmModel: string }

/** Slow machines transcribe little faster than real time. */
const TRANSCRIBING_SECONDS = 4 * 3_600
const WRITING_SECONDS = 600
const MEBIBYTE = 1_048_576

/** @returns null without STT_URL, unless the kind has a public address */
export function createTranscriber(
  { sttUrl, sttApiKey, sttModel, sttKind }: SttSettings,
  log: EngineLog,
): Transcriber | null {
  const url = sttUrl ?? kinds[sttKind].url
  if (!url) return null
  const service = {
    kind: sttKind,
    url: withoutVersion(url, /\/v[12]$/),
    apiKey: sttApiKey,
    model: sttModel || kinds[sttKind].model,
    timeoutSeconds: TRANSCRIBING_SECONDS,
    mostBytes: 64 * MEBIBYTE,
    pauseSeconds: 2,
  }
  return transcriberBy(service, log)
}

/** Without LLM_URL the embedded writer; with it the model, and the embedded writer if the model fails. */
export function createNoteWriter(
  { llmUrl, llmApiKey, llmModel }: LlmSettings,
  { log, threads }: { log: EngineLog; threads: Threads },
): NoteWriter {
  const embedded = embeddedWriter(threads)
  if (!llmUrl) return embedded
  const service = {
    url: withoutVersion(llmUrl),
    apiKey: llmApiKey,
    model: llmModel,
    timeoutSeconds: WRITING_SECONDS,
    mostBytes: 4 * MEBIBYTE,
    pauseSeconds: 2,
  }
  return writerBy(service, embedded, log)
}

/** Removes the version if the operator wrote it, because the paths begin with it. */
const withoutVersion = (url: string, version = /\/v1$/) => url.replace(version, '')
