/** The headers of resumable uploads: values are accepted or rejected as their schemas say (decision 27). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Ajv from 'ajv/dist/2020.js'
import type { OpenApi } from '../server/platform/http/openapi-document.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'
import { encode, path, piece, tusClient } from './support/tus-client.ts'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld({ MEDIA_MAX_BYTES: '4096', MAX_OPEN_UPLOADS_PER_PERSON: '1000' })
})
after(() => here[Symbol.asyncDispose]())

const { ask, create } = tusClient(() => here.world)
const upload = `${path}/{recording_id}`

const ajv = new Ajv.default({ strict: false })

type Parameter = { name: string; in: string; required?: boolean; schema: { type?: string } }
const headerOf = (operation: string, name: string): Parameter => {
  const [method, at] = operation.split(' ') as [string, string]
  const { parameters } = (here.world.api.document() as OpenApi).paths[at]![method]!
  return (parameters as Parameter[]).find((each) => each.name === name)!
}

/** Whether the schema in openapi.json accepts a header. */
function allows({ schema }: Parameter, text: string): boolean {
  const value = schema.type === 'integer' && /^-?(0|[1-9]\d*)$/.test(text) ? Number(text) : text
  return ajv.validate(schema, value)
}

const title = encode({ title: 'Call' })
const metadata = [
  ...[title, `${title},filename`, `${title},filename `, `${title},note YQ==`, `${title},note YWI=`, `x%!é ${title}`],
  ...[
    '',
    ' ',
    ',',
    `${title},`,
    `,${title}`,
    'title  Q2FsbA==',
    'title Q2FsbA',
    'title Q2Fsb===',
    'title Q2F-bA==',
    'ü YQ==',
  ],
]
const numbers = ['0', '1', '4096', '-1', '+1', '01', '1.0', '1e1', '0x1', ' ', '', 'one', '1,1']
const versions = ['1.0.0', '1.0', '1.0.00', '0.2.2', '', 'x']

test('creating: each value is checked against its schema', async () => {
  const cases = { 'Tus-Resumable': versions, 'Upload-Length': numbers, 'Upload-Metadata': metadata }
  for (const [name, values] of Object.entries({ ...cases, 'Upload-Defer-Length': ['1', '0', '2', '01', '', 'x'] })) {
    const header = headerOf(`post ${path}`, name)
    for (const value of values) {
      const length = name === 'Upload-Defer-Length' ? {} : { 'upload-length': '1' }
      const headers = { ...length, 'upload-metadata': title, [name.toLowerCase()]: value.trim() }
      const { status, text, body } = await ask('POST', path, headers)
      const refusal = name === 'Tus-Resumable' ? 412 : 400
      assert.equal(status, allows(header, value.trim()) ? 201 : refusal, `${name}: '${value}' ${text}`)
      if (status >= 400) assert.equal(typeof body.message, 'string')
    }
  }
})

test('sending: each value is checked against its schema', async () => {
  const later = { 'upload-defer-length': '1', 'upload-metadata': title }
  const cases = { 'Tus-Resumable': versions, 'Upload-Offset': numbers, 'Upload-Length': numbers }
  for (const [name, values] of Object.entries(cases)) {
    const header = headerOf(`patch ${upload}`, name)
    for (const value of values) {
      const { location } = (await ask('POST', path, later)).headers
      const headers = { ...piece, 'upload-offset': '0', [name.toLowerCase()]: value.trim() }
      const { status, text } = await ask('PATCH', location!, headers, { body: 'a' })
      const allowed = name === 'Upload-Offset' && value !== '0' ? 409 : 204
      const refusal = name === 'Tus-Resumable' ? 412 : 400
      assert.equal(status, allows(header, value.trim()) ? allowed : refusal, `${name}: '${value}' ${text}`)
    }
  }
})

test('missing headers: 412 without the version, otherwise 400; a length is needed, and in one header only', async () => {
  const required = (operation: string, name: string) => assert.equal(headerOf(operation, name).required, true, name)
  const url = (await create()).headers.location!
  for (const [method, at] of [
    ['POST', path],
    ['PATCH', url],
    ['HEAD', url],
    ['DELETE', url],
  ] as const) {
    required(`${method.toLowerCase()} ${at === path ? path : upload}`, 'Tus-Resumable')
    assert.equal((await here.world.request(method, at, { key: 'mb_bo_0123456789' })).status, 412)
  }
  required(`post ${path}`, 'Upload-Metadata')
  assert.equal((await ask('POST', path, { 'upload-length': '1' })).status, 400)
  required(`patch ${upload}`, 'Upload-Offset')
  assert.equal((await ask('PATCH', url, piece, { body: 'a' })).status, 400)
  assert.equal((await ask('POST', path, { 'upload-metadata': title })).status, 400)
  const both = { 'upload-length': '1', 'upload-defer-length': '1', 'upload-metadata': title }
  assert.equal((await ask('POST', path, both)).status, 400)
})
