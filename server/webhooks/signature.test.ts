/** Signatures as receivers verify them: by the public libraries, and by the words of spec 5.5. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { type Signed, signatureHeaders } from './signature.ts'
import { newSigningSecret } from './signing-secret.ts'

const [secret, other] = [newSigningSecret(), newSigningSecret()]
// The libraries compare with the clock of this machine.
const signed = (more: Partial<Signed> = {}): Signed => ({
  ...{
    id: 'msg_1',
    sentAt: new Date(),
    body: Buffer.from('{"event_type":"ai_note.generated","ö":"✓"}'),
    secrets: [secret],
  },
  ...more,
})

const verifiers = {
  webhook: (secret: string, body: string, headers: Record<string, string>) =>
    new StandardWebhook(secret).verify(body, headers),
  svix: (secret: string, body: string, headers: Record<string, string>) =>
    new SvixWebhook(secret).verify(body, headers),
}

for (const [prefix, verify] of Object.entries(verifiers)) {
  test(`5.5: what is signed is verified by the library that reads ${prefix}-…, whatever it says`, () => {
    fc.assert(
      fc.property(fc.object(), fc.stringMatching(/^msg_[A-Za-z0-9]{1,40}$/), (value, id) => {
        const body = JSON.stringify(value)
        const headers = signatureHeaders(signed({ id, body: Buffer.from(body) }), ['hook', prefix])
        verify(secret, body, headers)
      }),
    )
  })

  test(`5.5: the library that reads ${prefix}-… refuses what was changed, and what is five minutes old`, () => {
    const one = signed()
    const body = one.body.toString()
    const headers = signatureHeaders(one, [prefix])
    assert.throws(() => verify(secret, `${body} `, headers))
    assert.throws(() => verify(other, body, headers))
    for (const name of Object.keys(headers)) {
      assert.throws(() => verify(secret, body, { ...headers, [name]: `${headers[name]}1` }), name)
      const { [name]: _, ...rest } = headers
      assert.throws(() => verify(secret, body, rest), name)
    }
    const sentAt = new Date(one.sentAt.getTime() - 302_000)
    assert.throws(() => verify(secret, body, signatureHeaders({ ...one, sentAt }, [prefix])))
  })

  test(`38: while a secret is rotated the library that reads ${prefix}-… takes the old one and the new one`, () => {
    const one = signed({ secrets: [other, secret] })
    for (const held of [secret, other]) verify(held, one.body.toString(), signatureHeaders(one, [prefix]))
    assert.throws(() => verify(newSigningSecret(), one.body.toString(), signatureHeaders(one, [prefix])))
  })
}

test('5.5: the headers, by the words of the specification', () => {
  const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
  const one = signed({ id: 'msg_2', sentAt: new Date('2026-01-10T12:00:00.999Z'), body })
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  assert.equal(key.length, 32)
  const signature = createHmac('sha256', key).update('msg_2.1768046400.').update(body).digest('base64')
  const triple = { 'hook-id': 'msg_2', 'hook-timestamp': '1768046400', 'hook-signature': `v1,${signature}` }
  assert.deepEqual(signatureHeaders(one, ['hook']), triple)
  const both = signatureHeaders({ ...one, secrets: [secret, secret] }, ['hook', 'x-acme'])
  assert.equal(both['x-acme-signature'], `v1,${signature} v1,${signature}`)
  assert.deepEqual(Object.keys(both).sort(), [
    ...['hook-id', 'hook-signature', 'hook-timestamp', 'x-acme-id', 'x-acme-signature', 'x-acme-timestamp'],
  ])
})

test('2.8: a secret is whsec_ and base64, another one each time', () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret)
  assert.equal(new Set(secrets).size, 100)
  for (const each of secrets) assert.match(each, /^whsec_[A-Za-z0-9+/]{43}=$/)
})
