/** Services that have only a part of S3, played by a server with the errors that Amazon documents. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { BucketStore } from './bucket-store.ts'
import { StoreError } from './media-store.ts'

/** Removes unfinished uploads at a service that answers the list of them so. */
async function tidyAt(status: number, code: string): Promise<void> {
  const server = createServer((_, response) =>
    response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const store = new BucketStore({
    bucket: 'media',
    prefix: '',
    uploadsFolder: '/nowhere',
    maxBytes: 1,
    forcePathStyle: true,
    region: 'auto',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessKeyId: 'k',
    secretAccessKey: 's',
  })
  try {
    await store.removeIncomplete(new Date())
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

test('a service that cannot list unfinished uploads has none to remove; the hourly job goes on', () =>
  tidyAt(501, 'NotImplemented'))

test('a key that may not list them is an error that names the reason', () =>
  assert.rejects(tidyAt(403, 'AccessDenied'), (error: StoreError) => {
    assert(error instanceof StoreError)
    assert.match(String(error.cause), /answered 403 AccessDenied/)
    return true
  }))
