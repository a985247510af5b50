/** The kinds of transcription service: where each is, how it takes its key, and how much it takes at once. *Pure.* */

export type SttKind = 'openai' | 'whispercpp' | 'asr' | 'deepgram' | 'assemblyai' | 'gladia' | 'azure'

export type SttService = {
  kind: SttKind
  url: string
  apiKey: string
  /** '' leaves the choice to the service. */
  model: string
  /** For one answer, and for one job until it is done. */
  timeoutSeconds: number
  /** The longest answer that is read. */
  maxBytes: number
  /** Between the first queries of a job; later ones wait longer. */
  pauseSeconds: number
}

/** Larger media are cut into parts of so many seconds. Infinity: the service names no limit. */
export type Limits = { maxSeconds: number; maxBytes: number; partSeconds: number }

type Kind = {
  /** The public address; null where each operator has an own one. */
  url: string | null
  /** The model if none is set. */
  model: string
  headers(key: string): Record<string, string>
  limits: Limits | null
}

const hour = 3_600
const megabytes = (count: number) => count * 1_000_000
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

export const kinds: Record<SttKind, Kind> = {
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
    model: '',
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
    limits: { maxSeconds: 2 * hour, maxBytes: megabytes(300), partSeconds: 1.5 * hour },
  },
}

/** OpenAI's own limits; services with the same API that run elsewhere have none, unless the model distinguishes speakers. */
const openai: Limits = { maxSeconds: 1_400, maxBytes: 25 * 1024 * 1024, partSeconds: 1_200 }

/** @returns null if the service takes everything */
export function limitsOf({ kind, url, model }: Pick<SttService, 'kind' | 'url' | 'model'>): Limits | null {
  if (kind !== 'openai') return kinds[kind].limits
  if (tellsSpeakersApart(model)) return openai
  if (new URL(url).hostname !== 'api.openai.com') return null
  // Its models of the kind gpt-4o-transcribe have both limits, whisper-1 only that of the file.
  return /^gpt/i.test(model) ? openai : { ...openai, maxSeconds: Infinity }
}

/** @param seconds  null if it is unknown; then only the size counts */
export const isTooLarge = ({ maxBytes, maxSeconds }: Limits, bytes: number, seconds: number | null) =>
  bytes > maxBytes || (seconds ?? 0) > maxSeconds

/** Of OpenAI's models; they have an answer format of their own. */
export const tellsSpeakersApart = (model: string) => /diarize/i.test(model)
