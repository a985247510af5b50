import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { curlOf, withoutHeaderValues } from './curl.ts'

/** The arguments that a shell passes to curl for this line. */
function argumentsOf(line: string): string[] {
  const script = `curl() { for each; do printf '%s\\0' "$each"; done; }; ${line}`
  const env = { MINUTEBOOK_KEY: 'mb_key' }
  return execFileSync('/bin/sh', ['-c', script], { env }).toString().split('\0').slice(0, -1)
}

const key = ['-H', 'X-API-KEY: mb_key']
const url = 'https://acme.test/api/v1/webhook'

test('a shell passes the exact request to curl, with any content', () => {
  const body = JSON.stringify({ description: `it's $HOME "\`id\`" \\ \n 'ü'` })
  assert.deepEqual(argumentsOf(curlOf({ method: 'POST', url, body, onBehalfOf: null })), [
    ...[url, ...key, '-H', 'Content-Type: application/json', '-d', body],
  ])
  const odd = `${url}s?filters=${encodeURIComponent('{"status":"failed"}')}&x='$(id)'`
  assert.deepEqual(argumentsOf(curlOf({ method: 'GET', url: odd, body: '', onBehalfOf: 'u_bo' })), [
    ...[odd, ...key, '-H', 'X-On-Behalf-Of: u_bo'],
  ])
})

test('the command names the method if curl would use another one', () => {
  const line = (method: string, body: string) => curlOf({ method, url, body, onBehalfOf: null }).split('\n')[0]
  assert.equal(line('POST', '{}'), `curl '${url}' \\`)
  assert.equal(line('POST', ''), `curl -X POST '${url}' \\`)
  assert.equal(line('PATCH', '{}'), `curl -X PATCH '${url}' \\`)
  assert.equal(line('DELETE', ''), `curl -X DELETE '${url}' \\`)
})

test('no line contains the value of a webhook’s header', () => {
  const sent = { url: 'https://x.test', headers: { A: 'secret' }, change_headers: { B: 'secret', C: null } }
  const kept = { url: 'https://x.test', headers: { A: '…' }, change_headers: { B: '…', C: null } }
  assert.deepEqual(JSON.parse(withoutHeaderValues(JSON.stringify(sent))), kept)
  for (const body of ['', '{"headers": null}', '[]', '{"description":  "headers"}'])
    assert.equal(withoutHeaderValues(body), body)
})
