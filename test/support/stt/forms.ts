/** Local servers that speak OpenAI's transcription as each vendor publishes it: its fields, endings, limits and refusals. */
import { type BackEnd, formOf, openBackEnd, type Reply } from '../back-end.ts'
import { groq, groqEndings } from '../published/groq.ts'
import { openAiEndings, openAiTranscription } from '../published/openai-transcription.ts'
import { type Published, problemOf } from '../published/published.ts'
import { speaches } from '../published/speaches.ts'
import { vllm } from '../published/vllm.ts'
import { whisperCpp } from '../published/whispercpp.ts'

type Vendor = {
  path: string
  published: Published
  endings: string[] | null
  refuseEnding: Reply
  /** Limits are smaller here than at the vendor, so that small media exceed them. */
  maxBytes: number
  refuseSize(bytes: number): Reply
}

const error = (status: number, body: object): Reply => ({ status, body: { error: body } })
const path = '/v1/audio/transcriptions'
const unlimited = { maxBytes: Infinity, refuseSize: () => error(413, {}) }
const anyEnding = { endings: null, refuseEnding: error(415, {}) }

/** At the addresses of these tests, which are not the vendor's, both names of the list are sent. */
const withBothNames = (published: Published): Published => ({
  ...published,
  fields: { ...published.fields, timestamp_granularities: () => true },
})

export const vendors = {
  openai: {
    path,
    published: withBothNames(openAiTranscription),
    endings: openAiEndings,
    refuseEnding: error(400, {
      message: "Unrecognized file format. Supported formats: ['flac', 'mp3']",
      param: 'file',
    }),
    maxBytes: 100_000,
    refuseSize: (bytes) =>
      error(413, { message: `Maximum content size limit (100000) exceeded (${bytes} bytes read)` }),
  },
  groq: {
    path,
    published: withBothNames(groq),
    endings: groqEndings,
    refuseEnding: error(400, {
      message: 'file must be one of the following types: [flac mp3 mp4 mpeg mpga m4a ogg opus wav webm]',
      type: 'invalid_request_error',
      code: 'unsupported_audio_format',
    }),
    maxBytes: 100_000,
    refuseSize: () => error(413, { message: 'Request Entity Too Large', code: 'request_too_large' }),
  },
  vllm: {
    path,
    published: vllm,
    ...anyEnding,
    maxBytes: 100_000,
    refuseSize: (bytes) =>
      error(400, {
        message: `Maximum file size exceeded (parameter=audio_filesize_mb, value=${bytes / 1_048_576})`,
        type: 'BadRequestError',
        param: 'audio_filesize_mb',
        code: 400,
      }),
  },
  speaches: { path, published: speaches, ...anyEnding, ...unlimited },
  whispercpp: {
    path: '/inference',
    published: whisperCpp,
    endings: ['wav'],
    ...unlimited,
    refuseEnding: { status: 400, body: { error: 'failed to read audio data' } },
  },
} satisfies Record<string, Vendor>

export type Heard = { name: string; bytes: number; fields: [string, string][] }
type FormServer = BackEnd & { heard: Heard[]; problems: string[] }

/** @param say  the answer to sound that the vendor takes */
export async function openForms(vendor: Vendor, say: (heard: Heard) => object): Promise<FormServer> {
  const heard: Heard[] = []
  const problems: string[] = []
  const backEnd = await openBackEnd(async (request) => {
    if (`${request.method} ${request.path}` !== `POST ${vendor.path}`) return { status: 404 }
    const form = await formOf(request)
    const problem = problemOf(vendor.published, [...form])
    if (problem) {
      problems.push(problem)
      return error(400, { message: problem })
    }
    const file = form.get('file') as File
    if (vendor.endings && !vendor.endings.some((ending) => file.name.endsWith(`.${ending}`))) return vendor.refuseEnding
    if (file.size > vendor.maxBytes) return vendor.refuseSize(file.size)
    const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
    heard.push({ name: file.name, bytes: file.size, fields })
    return { body: say(heard.at(-1)!) }
  })
  return Object.assign(backEnd, { heard, problems })
}
