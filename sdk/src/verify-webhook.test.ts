/** Only messages that the service signed verify. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { signedHeaders } from '../../server/webhooks/delivery/signature.ts'
import { newSigningSecret } from '../../server/webhooks/endpoints/signing-secret.ts'
import {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookVerificationReason,
} from './verify-webhook.ts'

const [secret, other] = [newSigningSecret(), newSigningSecret()]
const sentAt = new Date('2026-01-10T12:00:00.900Z')
const body = '{"event_type":"action_item.assigned","id":"ai_1","text":"Grüße ✓"}'
const later = (seconds: number): VerifyOptions => ({ now: () => new Date(Date.UTC(2026, 0, 10, 12, 0, seconds)) })

const signed = (prefixes = ['hook', 'webhook'], secrets = [secret], text = body) =>
  signedHeaders(prefixes, secrets, { id: 'msg_1', body: Buffer.from(text) }, sentAt)

const refuses = (
  reason: WebhookVerificationReason,
  headers: WebhookHeaders,
  {
    text = body,
    secrets = [secret],
    options = later(0),
  }: { text?: string; secrets?: string[]; options?: VerifyOptions } = {},
) => assert.rejects(verifyWebhook(text, headers, secrets, options), { name: 'WebhookVerificationError', reason })

test('any message that the service signs is valid, as text, as bytes and as a buffer of bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.object(), fc.stringMatching(/^msg_[A-Za-z0-9]{1,40}$/), async (value, id) => {
      const text = JSON.stringify(value)
      const bytes = new TextEncoder().encode(text)
      const headers = signedHeaders(['hook'], [secret], { id, body: Buffer.from(text) }, sentAt)
      for (const sent of [text, bytes, bytes.buffer, Buffer.from(text)]) {
        assert.deepEqual(await verifyWebhook(sent, headers, secret, later(0)), JSON.parse(text))
      }
    }),
  )
})

test('headers are read from the web and from Node, in upper case, with every default prefix and a configured one', async () => {
  for (const prefix of ['webhook', 'hook', 'x-webhook', 'x-hook']) {
    const headers = signed([prefix])
    const capital = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    const pairs = Object.entries(headers)
    const lists = Object.fromEntries(pairs.map(([name, value]) => [name, [value]]))
    const forms: WebhookHeaders[] = [
      ...[headers, new Headers(headers), capital, { ...headers, 'set-cookie': ['a', 'b'], cookie: undefined }],
      ...[lists, new Map(pairs), new Map(Object.entries(lists)), pairs, new Map(Object.entries(capital))],
      Object.fromEntries(pairs.map(([name, value]) => [name, [value, value]])),
    ]
    for (const each of forms) {
      assert.equal((await verifyWebhook(body, each, secret, later(0))).event_type, 'action_item.assigned')
    }
  }
  await refuses('missing-headers', signed(['acme']))
  await verifyWebhook(body, signed(['acme']), secret, { ...later(0), prefixes: ['acme'] })
})

test('a message from five minutes ago, or from a clock five minutes ahead, is valid; one second more is not', async () => {
  for (const seconds of [300, -300, 0]) await verifyWebhook(body, signed(), secret, later(seconds))
  for (const seconds of [301, -301, 86_400]) await refuses('timestamp', signed(), { options: later(seconds) })
  await verifyWebhook(body, signed(), secret, { ...later(10), toleranceSeconds: 10 })
  await refuses('timestamp', signed(), { options: { ...later(11), toleranceSeconds: 10 } })
  for (const timestamp of ['', 'soon', '1e9', '-5', ' 1768046400', '9'.repeat(13)]) {
    await refuses('timestamp', { ...signed(['hook']), 'hook-timestamp': timestamp })
  }
})

test('during a rotation the old and the new secret are valid, on both sides', async () => {
  await verifyWebhook(body, signed(['hook'], [other, secret]), secret, later(0))
  await verifyWebhook(body, signed(['hook'], [other, secret]), other, later(0))
  await verifyWebhook(body, signed(['hook'], [secret]), [other, secret], later(0))
  await refuses('signature', signed(['hook'], [other]))
  await refuses('signature', signed(['hook'], [secret]), { secrets: [other] })
})

test('a message that was changed in transit is invalid', async () => {
  const headers = signed(['hook'])
  await refuses('signature', headers, { text: `${body} ` })
  await refuses('signature', { ...headers, 'hook-id': 'msg_2' })
  await refuses('signature', { ...headers, 'hook-timestamp': String(Number(headers['hook-timestamp']) + 1) })
  const signature = headers['hook-signature']!
  for (const forged of [
    '',
    'v1,',
    signature.slice(0, -1),
    signature.replace('v1,', 'v2,'),
    signature.replace('v1,', ''),
    `${signature}=`,
  ]) {
    await refuses('signature', { ...headers, 'hook-signature': forged })
  }
  await verifyWebhook(body, { ...headers, 'hook-signature': `v2,abc ${signature}` }, secret, later(0))
})

test('headers of two prefixes are not mixed, and a header with two values counts as missing', async () => {
  const { 'hook-signature': signature, ...others } = signed(['hook'])
  await refuses('missing-headers', { ...others, 'webhook-signature': signature })
  await refuses('missing-headers', { ...others, 'hook-signature': [signature!, 'v1,other'] })
  await refuses('missing-headers', { ...others, 'hook-signature': signature!, 'Hook-Signature': 'v1,other' })
  await refuses('missing-headers', { ...others, 'hook-signature': [] })
  await refuses('missing-headers', {})
})

test('an invalid secret, for example of an unset variable, makes every message invalid', async () => {
  const short = `whsec_${Buffer.alloc(23, 'x').toString('base64')}`
  const least = `whsec_${Buffer.alloc(24, 'x').toString('base64')}`
  for (const wrong of ['', 'whsec_', short, 'whsec_***', undefined as never]) {
    await assert.rejects(verifyWebhook(body, signed(), wrong, later(0)), { name: 'TypeError' })
    await assert.rejects(verifyWebhook(body, signed(), [secret, wrong], later(0)), { name: 'TypeError' })
  }
  await assert.rejects(verifyWebhook(body, signed(), [], later(0)), { name: 'TypeError' })
  await verifyWebhook(body, signed(['hook'], [least]), least, later(0))
  await verifyWebhook(body, signed(['hook'], [least]), least.replace('whsec_', ''), later(0))
})

test('a signed body that is not JSON has its own error', async () => {
  await refuses('body', signed(['hook'], [secret], 'challenge'), { text: 'challenge' })
})
