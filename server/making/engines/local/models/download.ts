/** Downloads one file over HTTPS. A file that was cut off is continued where it ended, also by a later process. */
import { open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import { OperatorError } from '../../../../platform/errors.ts'
import { readRetryAfter } from '../../../../platform/outbound/retry-after.ts'
import { sizeOf } from './check-file.ts'

export type Download = {
  url: string
  bytes: number
  /** Where the file is written. Beside it, `path.etag` says which version of it the server had. */
  path: string
}

export type DownloadOptions = {
  signal: AbortSignal
  onProgress(done: number): void
  /** Called before each pause. @param seconds  how long it is */
  onWait?(reason: string, seconds: number): void
  /** Pauses before further tries, in seconds. Each try that brought something begins them again. */
  retryDelaysSeconds: number[]
}

export const retryDelaysSeconds = [1, 2, 5, 10, 30, 60]

const maxRedirects = 5
const stallMs = 30_000
const maxPauseSeconds = 120

/** The server cannot answer now. */
class Temporary extends Error {
  readonly retryAfterSeconds: number | null

  constructor(message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** @throws {OperatorError} the server refuses the file or cannot be reached, or has another one */
export async function download(wanted: Download, options: DownloadOptions): Promise<void> {
  const { signal, retryDelaysSeconds: delays } = options
  // Takes the proxy of HTTPS_PROXY, where one is set.
  const dispatcher = new EnvHttpProxyAgent()
  try {
    let failures = 0
    for (;;) {
      const before = (await sizeOf(wanted.path)) ?? 0
      try {
        return await fetchRest(wanted, before, dispatcher, options)
      } catch (error) {
        signal.throwIfAborted()
        const reason = temporaryReason(error)
        if (reason === null) throw error
        if (((await sizeOf(wanted.path)) ?? 0) > before) failures = 0
        const delay = delays[failures++]
        if (delay === undefined) throw unreachable(wanted.url, reason)
        const asked = error instanceof Temporary ? error.retryAfterSeconds : null
        const seconds = Math.min(maxPauseSeconds, Math.max(delay, asked ?? 0))
        options.onWait?.(`${new URL(wanted.url).host} ${missingOf(reason)}`, seconds)
        await pause(seconds * 1_000, undefined, { signal })
      }
    }
  } finally {
    await dispatcher.destroy()
  }
}

const unreachable = (url: string, reason: string) =>
  new OperatorError(
    `${new URL(url).host} ${missingOf(reason)}. What was downloaded is kept; another try continues. MODELS_MIRROR can name another host.`,
  )

const missingOf = (reason: string) => `could not be reached or stopped sending (${reason})`

/** @returns why the request failed, if trying again may help; otherwise null */
function temporaryReason(error: unknown): string | null {
  if (error instanceof Temporary) return error.message
  const { code = '', message } = error as NodeJS.ErrnoException
  const ofNetwork =
    /^UND_ERR_(?!INVALID_ARG)|^E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_AGAIN|NOTFOUND|ADDRNOTAVAIL)|^ENOTFOUND/
  return ofNetwork.test(code) || /other side closed|terminated/.test(message) ? message || code : null
}

async function fetchRest(
  { url, bytes, path }: Download,
  have: number,
  dispatcher: Dispatcher,
  { signal, onProgress }: DownloadOptions,
): Promise<void> {
  if (have === bytes) return
  if (have > bytes) await truncate(path, 0)
  const from = have < bytes ? have : 0
  const answer = await ask(url, await rangeHeaders(path, from), dispatcher, signal)
  const { statusCode: status, headers, body } = answer
  try {
    if (status === 416) {
      await truncate(path, 0)
      throw new Temporary('it has another file than before')
    }
    requireFile(answer, url)
    const start = status === 206 ? startOf(headers['content-range']) : 0
    if (status === 206 && start !== from) throw new Temporary('it sent another part than was asked for')
    const length = Number(headers['content-length'] ?? bytes - start)
    if (start + length !== bytes) throw otherFile(url, start + length, bytes)
    await writeFile(`${path}.etag`, strongTag(headers.etag))
    let done = start
    // Written at once: a stream would lose what it buffers when the connection breaks.
    await using file = await open(path, start > 0 ? 'a' : 'w')
    for await (const chunk of body as AsyncIterable<Buffer>) {
      done += chunk.length
      if (done > bytes) throw otherFile(url, done, bytes)
      await file.writeFile(chunk)
      onProgress(done)
    }
    if (done < bytes) throw new Temporary('the connection ended')
  } finally {
    body.on('error', () => {}).destroy()
  }
}

/** `If-Range` makes the server send the whole file if it has another one than before. */
async function rangeHeaders(path: string, from: number): Promise<Record<string, string>> {
  if (from === 0) return {}
  const tag = await readFile(`${path}.etag`, 'utf8').catch(() => '')
  return { range: `bytes=${from}-`, ...(tag && { 'if-range': tag }) }
}

/** A weak tag does not say that the bytes are the same. */
const strongTag = (tag: string | string[] | undefined) => (typeof tag === 'string' && tag.startsWith('"') ? tag : '')

const startOf = (range: string | string[] | undefined) => Number(/^bytes (\d+)-/.exec(String(range))?.[1] ?? -1)

/** Follows redirects: GitHub and Hugging Face send files from other hosts. */
async function ask(
  url: string,
  headers: Record<string, string>,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let at = new URL(url)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await request(at, {
      dispatcher,
      signal,
      headersTimeout: stallMs,
      bodyTimeout: stallMs,
      // Compressed on the way, the parts of a file would not fit together.
      headers: { ...headers, 'user-agent': 'Minutebook', 'accept-encoding': 'identity' },
    })
    const { statusCode: status, headers: found, body } = answer
    if (![301, 302, 303, 307, 308].includes(status)) return answer
    body.on('error', () => {}).destroy()
    const next = URL.parse(String(found.location), at)
    if (!next || (next.protocol !== 'https:' && next.protocol !== at.protocol)) {
      throw new OperatorError(`${at.host} sends on to an address that is not safe. Set MODELS_MIRROR to another host.`)
    }
    at = next
  }
  throw new OperatorError(`${new URL(url).host} sends on and on, without an end.`)
}

function requireFile({ statusCode: status, headers }: Dispatcher.ResponseData, url: string): void {
  if (status === 200 || status === 206) return
  if (status >= 500 || [408, 425, 429].includes(status)) {
    throw new Temporary(`status ${status}`, readRetryAfter(headers))
  }
  throw new OperatorError(`${url} cannot be downloaded (status ${status}). MODELS_MIRROR can name another host.`)
}

const otherFile = (url: string, bytes: number, wanted: number) =>
  new OperatorError(`${url} has at least ${bytes} bytes instead of ${wanted}: it is another file.`)

/** Removes what a download left. */
export async function removeDownload(path: string): Promise<void> {
  await Promise.all([rm(path, { force: true }), rm(`${path}.etag`, { force: true })])
}
