/** Signatures as receivers verify them: by the public libraries, and by the text of spec 5.5. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { newSigningSecret } from '../endpoints/signing-secret.ts'
import { signedHeaders } from './signature.ts'

const [secret, other] = [newSigningSecret(), newSigningSecret()]

const message = { id: 'msg_1', body: Buffer.from('{"event_type":"ai_note.generated","ö":"✓"}') }
const text = message.body.toString()
// The libraries compare with the clock of this machine.
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)

const verifiers = {
  webhook: (secret: string, body: string, headers: Record<string, string>) =>
    new StandardWebhook(secret).verify(body, headers),
  svix: (secret: string, body: string, headers: Record<string, string>) =>
    new SvixWebhook(secret).verify(body, headers),
}

for (const [prefix, verify] of Object.entries(verifiers)) {
  test(`5.5: the library that reads ${prefix}-… verifies the signature of any message`, () => {
    fc.assert(
      fc.property(fc.object(), fc.stringMatching(/^msg_[A-Za-z0-9]{1,40}$/), (value, id) => {
        const body = JSON.stringify(value)
        const headers = signedHeaders(['hook', prefix], [secret], { id, body: Buffer.from(body) }, ago(0))
        verify(secret, body, headers)
      }),
    )
  })

  test(`5.5: the library that reads ${prefix}-… rejects a changed message, and one that is five minutes old`, () => {
    const headers = signedHeaders([prefix], [secret], message, ago(0))
    assert.throws(() => verify(secret, `${text} `, headers))
    assert.throws(() => verify(other, text, headers))
    for (const name of Object.keys(headers)) {
      assert.throws(() => verify(secret, text, { ...headers, [name]: `${headers[name]}1` }), name)
      const { [name]: _, ...rest } = headers
      assert.throws(() => verify(secret, text, rest), name)
    }
    assert.throws(() => verify(secret, text, signedHeaders([prefix], [secret], message, ago(302))))
  })

  test(`38: during the rotation of a secret the library that reads ${prefix}-… accepts the old and the new one`, () => {
    const headers = signedHeaders([prefix], [other, secret], message, ago(0))
    for (const held of [secret, other]) verify(held, text, headers)
    assert.throws(() => verify(newSigningSecret(), text, headers))
  })
}

test('5.5: the headers are as the specification says', () => {
  const odd = { id: 'msg_2', body: Buffer.from([0x7b, 0xff, 0x00, 0x7d]) }
  const sentAt = new Date('2026-01-10T12:00:00.999Z')
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  assert.equal(key.length, 32)
  const signature = createHmac('sha256', key).update('msg_2.1768046400.').update(odd.body).digest('base64')
  const triple = { 'hook-id': 'msg_2', 'hook-timestamp': '1768046400', 'hook-signature': `v1,${signature}` }
  assert.deepEqual(signedHeaders(['hook'], [secret], odd, sentAt), triple)
  assert.deepEqual(signedHeaders(['hook', 'x-acme'], [secret, secret], odd, sentAt), {
    ...triple,
    'hook-signature': `v1,${signature} v1,${signature}`,
    'x-acme-id': 'msg_2',
    'x-acme-timestamp': '1768046400',
    'x-acme-signature': `v1,${signature} v1,${signature}`,
  })
})

test('2.8: a secret is whsec_ and base64, and each one is different', () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret)
  assert.equal(new Set(secrets).size, 100)
  for (const each of secrets) assert.match(each, /^whsec_[A-Za-z0-9+/]{43}=$/)
})
