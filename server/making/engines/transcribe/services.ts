/** The kinds of transcription service: address, header with the key, and limits of each. *Pure.* */

import { type MadeFormatName, madeFormats } from './made-formats.ts'

export type SttKind = 'openai' | 'whispercpp' | 'asr' | 'deepgram' | 'assemblyai' | 'gladia' | 'azure'

export type SttService = {
  kind: SttKind
  url: string
  apiKey: string
  /** '': the service chooses. */
  model: string
  /** Applies to one answer, and to one job until it is done. */
  timeoutSeconds: number
  /** The size limit of an answer. */
  maxBytes: number
  /** What the operator knows of the service's limits; 0 or absent if nothing. */
  maxMediaBytes?: number
  maxMediaSeconds?: number
  /** The time between the first polls of a job; later it is longer. */
  pauseSeconds: number
}

/** How long a part continues after the next one has begun: a few whole sentences, which match the speakers of both. */
export const overlapSeconds = 30

/** Larger media are cut into parts of `partSeconds`. Infinity: the service documents no limit. */
export type Limits = { maxSeconds: number; maxBytes: number; partSeconds: number }

type TranscriptionKind = {
  /** The public address; null if each operator has their own. */
  url: string | null
  /** The default model. */
  model: string
  headers(key: string): Record<string, string>
  limits: Limits | null
}

const hour = 3_600
const megabytes = (count: number) => count * 1_000_000
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

export const kinds: Record<SttKind, TranscriptionKind> = {
  openai: { url: null, model: 'whisper-1', headers: bearer, limits: null },
  whispercpp: { url: null, model: 'whisper-1', headers: bearer, limits: null },
  asr: { url: null, model: 'whisper-1', headers: bearer, limits: null },
  deepgram: {
    url: 'https://api.deepgram.com',
    model: 'nova-3',
    headers: (key) => ({ authorization: `Token ${key}` }),
    limits: { maxSeconds: Infinity, maxBytes: megabytes(2_000), partSeconds: 4 * hour },
  },
  assemblyai: {
    url: 'https://api.assemblyai.com',
    // The service has no default of its own.
    model: 'universal-3-pro,universal-2',
    headers: (key) => ({ authorization: key }),
    limits: { maxSeconds: 10 * hour, maxBytes: megabytes(2_200), partSeconds: 4 * hour },
  },
  gladia: {
    url: 'https://api.gladia.io',
    model: '',
    headers: (key) => ({ 'x-gladia-key': key }),
    limits: { maxSeconds: 2.25 * hour, maxBytes: megabytes(1_000), partSeconds: 2 * hour },
  },
  azure: {
    url: null,
    model: '',
    headers: (key) => ({ 'ocp-apim-subscription-key': key }),
    limits: { maxSeconds: 2 * hour, maxBytes: megabytes(250), partSeconds: 1.5 * hour },
  },
}

/** Limits of OpenAI's service. Other services with its API have none, unless the model separates speakers. */
const openai: Limits = { maxSeconds: 1_400, maxBytes: 25 * 1024 * 1024, partSeconds: 1_200 }

/** The length of parts for a service that documents none. */
const usualPartSeconds = 1_200
/** The format of parts and of joined tracks: AAC, but whisper.cpp reads only WAV without a loss before. */
export const partFormat = (kind: SttKind): MadeFormatName => (kind === 'whispercpp' ? 'wav' : 'm4a')

/** Gladia transcribes, and charges, each channel of stereo whatever is in it, so it gets one. */
export const takesChannels = (kind: SttKind, { channels }: { channels: number }) => kind !== 'gladia' || channels < 2

type Limited = Pick<SttService, 'kind' | 'url' | 'model' | 'maxMediaBytes' | 'maxMediaSeconds'>

/** The limits that the operator knows, else those that the service documents; null without any. */
export function limitsOf({ maxMediaBytes, maxMediaSeconds, ...service }: Limited): Limits | null {
  const documented = documentedLimits(service)
  if (!maxMediaBytes && !maxMediaSeconds) return documented
  const known = documented ?? { maxBytes: Infinity, maxSeconds: Infinity, partSeconds: usualPartSeconds }
  const [maxBytes, maxSeconds] = [maxMediaBytes || known.maxBytes, maxMediaSeconds || known.maxSeconds]
  const { bytesPerSecond } = madeFormats[partFormat(service.kind)]
  const longest = Math.min(maxSeconds, Math.floor(maxBytes / bytesPerSecond)) - overlapSeconds
  return { maxBytes, maxSeconds, partSeconds: Math.min(known.partSeconds, longest) }
}

/** The lengths of parts to try, if a service rejects media for their size or length. */
const triedPartSeconds = [usualPartSeconds, 300]

/** What a service did not take: whole media, or a part of them. */
export type RefusedMedia = { bytes: number; seconds: number | null; isPart: boolean }

/** @returns null if there are no shorter parts to try */
export function smallerLimits(limits: Limits | null, { bytes, seconds, isPart }: RefusedMedia): Limits | null {
  const partSeconds = triedPartSeconds.find((each) => !isPart || each < (limits?.partSeconds ?? 0))
  if (partSeconds === undefined) return null
  return {
    maxBytes: Math.min(limits?.maxBytes ?? Infinity, bytes - 1),
    maxSeconds: Math.min(limits?.maxSeconds ?? Infinity, (seconds ?? Infinity) - 1),
    partSeconds,
  }
}

function documentedLimits({ kind, url, model }: Pick<SttService, 'kind' | 'url' | 'model'>): Limits | null {
  if (kind !== 'openai') return kinds[kind].limits
  if (separatesSpeakers(model)) return openai
  if (!isOpenAi(url)) return null
  // Models such as gpt-4o-transcribe have both limits, whisper-1 only the size limit.
  return /^gpt/i.test(model) ? openai : { ...openai, maxSeconds: Infinity }
}

const isOpenAi = (url: string) => new URL(url).hostname === 'api.openai.com'

/** Whether the service documents all fields that it takes. Servers of one's own that copy its API differ. */
export const hasDocumentedForm = (url: string) => isOpenAi(url) || new URL(url).hostname === 'api.groq.com'

/** @param seconds  null if unknown; then only the size counts */
export const isTooLarge = ({ maxBytes, maxSeconds }: Limits, bytes: number, seconds: number | null) =>
  bytes > maxBytes || (seconds ?? 0) > maxSeconds

/** Whether a model of OpenAI separates speakers; such a model has its own answer format. */
export const separatesSpeakers = (model: string) => /diarize/i.test(model)
