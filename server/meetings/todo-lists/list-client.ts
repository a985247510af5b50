/** One list on a CalDAV server: what changed in it, and its to-dos. Nothing else of the account is touched. */
import { createHash } from 'node:crypto'
import { type DavAccount, DavClient, type DavDeps, DavError } from '../../platform/dav/dav-client.ts'
import { propertyOf } from '../../platform/dav/multistatus.ts'
import { isTokenRefused } from '../calendar/vendors/caldav.ts'
import { listAll, multigetOf, readCalendar, readSync } from '../calendar/vendors/caldav-calendars.ts'
import { ProviderError } from '../calendar/vendors/provider.ts'
import { maxObjectBytes } from './todo-object.ts'

/** An account with the address of the list. */
export type ListAccess = DavAccount & { list: string }

/** Up to where the list was read. */
export type Version = { sync_token: string | null; tag: string | null }

/**
 * What is in the list by now, each by its name and with its version. `isWhole`: all that is there, otherwise what changed;
 * `isForgotten`: the server does not know the token that it gave.
 */
export type ListChanges = {
  isWhole: boolean
  isForgotten: boolean
  etags: Map<string, string>
  gone: Set<string>
  version: Version
}

/** A to-do as it is there; null for one that is not. `etag` is empty if the server has none. */
export type ListObject = { etag: string; file: string | 'too large' } | null

/** Asked for at once. */
const batchSize = 50
const maxParts = 100
/** To-dos of other programs are not remembered: a list may have any number of them. */
const uidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const maxNames = 100_000
const timeoutSeconds = 60

type Owner = { workspace: { id: string }; user: { id: string } }

/** The name of an item in the list of a person: the same after a lost answer, so that nothing is there twice. */
export function uidOf({ workspace, user }: Owner, itemId: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([workspace.id, user.id, itemId]))
    .digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

export class ListClient {
  readonly #client: DavClient
  readonly #list: URL

  /** @throws {OutboundError} requests may not go to its address @throws {ProviderError} the list is elsewhere */
  constructor(deps: DavDeps, access: ListAccess) {
    this.#client = new DavClient(deps, access, timeoutSeconds)
    const list = this.#client.admit(access.list, this.#client.named)
    if (!list) throw new ProviderError('The list is on another server')
    this.#list = new URL(list.href.replace(/\/?$/, '/'))
  }

  /** @param isOver  whether it takes too long by now @returns null if nothing changed */
  async readChanges({ sync_token, tag }: Version, isOver: () => boolean): Promise<ListChanges | null> {
    const told = sync_token === null ? null : await this.#readSince(sync_token, isOver)
    if (told) return told
    const now = await readCalendar(this.#client, this.#list, this.#list.href)
    if (sync_token === null && tag !== null && now.tag === tag && now.syncToken === null) return null
    const listed = await listAll(this.#client, this.#list)
    return {
      isWhole: true,
      isForgotten: sync_token !== null,
      etags: new Map(listed.map(({ href, etag }) => [this.#nameOf(href), etag])),
      gone: new Set(),
      // The token is older than the list, so nothing in between is lost.
      version: { sync_token: now.syncToken, tag: now.tag },
    }
  }

  /** @returns null if the server does not know the token */
  async #readSince(token: string, isOver: () => boolean): Promise<ListChanges | null> {
    const etags = new Map<string, string>()
    const gone = new Set<string>()
    let from = token
    for (let parts = 0; parts < maxParts && !isOver() && etags.size + gone.size < maxNames; parts++) {
      const part = await readSync(this.#client, { url: this.#list.href }, from).catch((error: unknown) => {
        if (isTokenRefused(error)) return null
        throw error
      })
      if (!part) return null
      for (const { href, etag } of part.changed) {
        const name = this.#nameOf(href)
        if (uidForm.test(name)) etags.set(name, etag)
        gone.delete(name)
      }
      for (const href of part.gone) {
        const name = this.#nameOf(href)
        if (uidForm.test(name)) gone.add(name)
        etags.delete(name)
      }
      if (!part.isPart) {
        const version = { sync_token: part.token, tag: null }
        return { isWhole: false, isForgotten: false, etags, gone, version }
      }
      from = part.token
    }
    throw new ProviderError('The calendar server tells of changes without an end')
  }

  /** @returns by uid; null for what it does not have, of which some servers say nothing at all */
  async readObjects(uids: string[]): Promise<Map<string, ListObject>> {
    const found = new Map<string, ListObject>()
    for (let from = 0; from < uids.length; from += batchSize)
      for (const [uid, object] of await this.#readBatch(uids.slice(from, from + batchSize))) found.set(uid, object)
    return found
  }

  /** What is larger than an answer may be is asked for in halves. */
  async #readBatch(uids: string[]): Promise<Map<string, ListObject>> {
    const request = {
      method: 'REPORT',
      depth: '1',
      body: multigetOf(uids.map((uid) => this.#urlOf(uid).pathname)),
    } as const
    try {
      const { responses } = await this.#client.listIn(this.#list, request)
      const given = new Map(responses.map((each) => [this.#nameOf(each.href), each]))
      return new Map([...given].map(([uid, response]) => [uid, objectIn(response)]))
    } catch (error) {
      if (!(error instanceof DavError && error.isTooLarge)) throw error
      if (uids.length === 1) return new Map([[uids[0]!, { etag: '', file: 'too large' }]])
    }
    const half = Math.ceil(uids.length / 2)
    return new Map([...(await this.#readBatch(uids.slice(0, half))), ...(await this.#readBatch(uids.slice(half)))])
  }

  /** @param etag  null for one that is not there yet @returns the new version, if the server says it @throws {DavError} 412 */
  put(uid: string, etag: string | null, file: string): Promise<string | null> {
    const contentType = 'text/calendar; charset=utf-8'
    return this.#client.write(this.#urlOf(uid), { method: 'PUT', etag, contentType, body: file })
  }

  /** @throws {DavError} 412 */
  async remove(uid: string, etag: string): Promise<void> {
    await this.#client.write(this.#urlOf(uid), { method: 'DELETE', etag }).catch((error: unknown) => {
      if (!(error instanceof DavError && (error.status === 404 || error.status === 410))) throw error
    })
  }

  #urlOf(uid: string): URL {
    return new URL(`${uid}.ics`, this.#list)
  }

  /** Of what lies right in the list; anything else has a name that is no uid of ours. */
  #nameOf(href: string): string {
    const path = URL.parse(href, this.#list)?.pathname ?? ''
    return path.startsWith(this.#list.pathname) ? path.slice(this.#list.pathname.length).replace(/\.ics$/, '') : path
  }
}

export const notGiven = 'The calendar server did not give a to-do that it has'

function objectIn(response: Parameters<typeof propertyOf>[0] & { status: number | null }): ListObject {
  if (response.status === 404 || response.status === 410) return null
  const file = propertyOf(response, 'calendar-data')?.text
  if (!file) throw new ProviderError(notGiven)
  const etag = propertyOf(response, 'getetag')?.text.trim() ?? ''
  return { etag, file: file.length > maxObjectBytes ? 'too large' : file }
}
