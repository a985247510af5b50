/** Requests to a server of BigBlueButton with its shared secret, and to the public addresses of its recordings. */
import type { Context } from '../../platform/context/context.ts'
import { EngineError } from '../../platform/errors.ts'
import { readXml, textIn, type XmlElement } from '../../platform/read-xml.ts'
import { explain } from '../engines/shared/request-failures.ts'
import { checksumOf, type Published, recordingsIn } from './kinds/big-blue-button.ts'
import { requireFound } from './kinds/read-values.ts'
import type { Access } from './kinds/recorder-kind.ts'
import { requestBytes } from './kinds/request-json.ts'

const service = 'BigBlueButton'

/** The first is known to every server since 2.0, the last to all; which of them is allowed is a setting there. */
const algorithms = ['sha256', 'sha512', 'sha1']

export type BigBlueButton = Access & {
  /** Published recordings, in no order. Servers before 2.6 give all of them for each page. @throws {EngineError} */
  list(offset: number, limit: number): Promise<Published[]>
}

/** Of all requests together: a slow server must not hold up the others. */
const maxSeconds = 30

export function openBigBlueButton(
  { outbound, clock }: Pick<Context, 'outbound' | 'clock'>,
  { baseUrl, secret }: { baseUrl: string; secret: string },
): BigBlueButton {
  const api = `${baseUrl.replace(/\/api$/, '')}/api`
  const end = clock().getTime() + maxSeconds * 1_000
  let allowed = algorithms

  function secondsLeft(): number {
    const seconds = Math.ceil((end - clock().getTime()) / 1_000)
    if (seconds <= 0) throw new EngineError(tooSlow, { retryable: true })
    return seconds
  }

  async function ask(call: string, query: string): Promise<XmlElement> {
    for (const algorithm of allowed) {
      const timeoutSeconds = secondsLeft()
      const url = `${api}/${call}?${query}&checksum=${checksumOf(algorithm, call, query, secret)}`
      const body = await requestBytes(outbound, url, { service, method: 'GET', headers: {}, timeoutSeconds })
      const answer = body && readXml(body.toString('utf8'))
      if (!answer) throw new EngineError(body ? unreadable : noApi, { retryable: body !== null })
      const reason = textIn(answer, 'messageKey')
      if (reason === 'checksumError') continue
      allowed = [algorithm]
      if (textIn(answer, 'returncode') === 'SUCCESS') return answer
      throw new EngineError(`${service} refuses: ${/^\w{1,64}$/.test(reason) ? reason : 'no reason'}`, {
        retryable: true,
      })
    }
    throw new EngineError(wrongSecret, { retryable: false })
  }

  const list = async (query: Record<string, string>) =>
    recordingsIn(await ask('getRecordings', new URLSearchParams({ state: 'published', ...query }).toString()))

  return {
    person: null,
    list: (offset, limit) => list({ offset: String(offset), limit: String(limit) }),
    /** @param id  of a recording. The beginning of an id would find others too. */
    read: async (id) => requireFound((await list({ recordID: id })).find((each) => each.id === id) ?? null),
    find: async (url) => ((await isFile(outbound, url, secondsLeft())) ? url : null),
    download: (url) => ({ url, auth: null }),
  }
}

const tooSlow = 'BigBlueButton is too slow, and not everything was looked at'
const unreadable = 'BigBlueButton gave an answer that cannot be read'
const noApi = 'BigBlueButton has no API at the address of the recorder: it must be the URL that bbb-conf --secret shows'
const wrongSecret = 'BigBlueButton refuses the checksum: the secret must be the one that bbb-conf --secret shows'

/** Whether there is more than a page that says no. */
async function isFile(outbound: Context['outbound'], url: string, timeoutSeconds: number): Promise<boolean> {
  const first = { headers: { range: 'bytes=0-0' }, timeoutSeconds, maxBytes: 1, maxRedirects: 3 }
  const { status, headers } = await outbound
    .request(url, { what: 'Recording URL', method: 'GET', ...first })
    .catch((error) => {
      throw explain('The recording could not be fetched', error)
    })
  if (status === 429 || status >= 500)
    throw new EngineError(`The recording server answered ${status}`, { retryable: true })
  return (status === 200 || status === 206) && !/^text\/html/i.test(String(headers['content-type']))
}
