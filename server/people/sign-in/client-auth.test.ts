import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as ways from 'openid-client'
import { type ClientAuthSetting, clientAuth } from './client-auth.ts'

/** How a secret was sent. */
function sentTo(methods: string[] | undefined, set: ClientAuthSetting = null): string {
  const [body, headers] = [new URLSearchParams(), new Headers()]
  const server = { issuer: 'https://sso.test', token_endpoint_auth_methods_supported: methods } as ways.ServerMetadata
  clientAuth(ways, 'secret', set)(server, { client_id: 'minutebook' }, body, headers)
  assert.equal(body.has('client_secret'), !headers.has('authorization'))
  return body.has('client_secret') ? 'post' : 'basic'
}

test('the secret is sent as the metadata says, in a header where they say nothing, and as it is set', () => {
  assert.equal(sentTo(undefined), 'basic')
  assert.equal(sentTo([]), 'basic')
  assert.equal(sentTo(['client_secret_post', 'private_key_jwt']), 'post')
  assert.equal(sentTo(['client_secret_post', 'client_secret_basic']), 'basic')
  assert.equal(sentTo(['private_key_jwt']), 'basic')
  assert.equal(sentTo(['client_secret_basic'], 'post'), 'post')
  assert.equal(sentTo(['client_secret_post'], 'basic'), 'basic')
})
