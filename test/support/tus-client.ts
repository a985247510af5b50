/** A tus client for a world, with Bo's key by default. */
import { keys } from './acme.ts'
import { words } from './media-world.ts'
import type { World } from './world.ts'

export const path = '/api/v1/recordings/upload/tus'
export const tus = { 'tus-resumable': '1.0.0' }
export const piece = { 'content-type': 'application/offset+octet-stream' }

type More = { key?: string; body?: string }

/** `Upload-Metadata` of these texts. */
export const encode = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

export const idOf = (url: string) => url.split('/').at(-1)!

/** @param world  called for each request, because the world may be opened later */
export function tusClient(world: () => World) {
  const ask = (method: string, url: string, headers = {}, { key = keys.bo, body }: More = {}) =>
    world().request(method, url, {
      key,
      headers: { ...tus, ...headers },
      ...(body !== undefined && { body: Buffer.from(body) }),
    })
  const create = (metadata: Record<string, string> = { title: 'Call' }, length: number = words.length, key = keys.bo) =>
    ask('POST', path, { 'upload-length': String(length), 'upload-metadata': encode(metadata) }, { key })
  const send = (url: string, offset: number, body: string, key = keys.bo) =>
    ask('PATCH', url, { ...piece, 'upload-offset': String(offset) }, { key, body })
  return { ask, create, send }
}
