/** Redirect addresses: compared exactly, except for the port of one's own computer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRedirect, isSameRedirect, withAnswer } from './redirects.ts'

test('a redirect may differ only in its port, and only on the person’s own computer', () => {
  const same = [
    ['http://127.0.0.1/cb', 'http://127.0.0.1:50000/cb'],
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1:50000/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:65535/cb'],
    ['http://[::1]:3000/cb?a=b', 'http://[::1]/cb?a=b'],
    ['http://localhost:3000', 'http://localhost:4000'],
    ['https://a.example:8443/cb', 'https://a.example:8443/cb'],
    ['cursor://x/cb', 'cursor://x/cb'],
  ] as const
  for (const [registered, given] of same) assert(isSameRedirect(registered, given), given)
  const other = [
    ['http://127.0.0.1/cb', 'http://127.0.0.1/cb/'],
    ['http://127.0.0.1/cb', 'http://localhost/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:1@evil.test/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:999999/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:65536/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:0/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:00080/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1.evil.test/cb'],
    ['http://127.0.0.1/cb', 'https://127.0.0.1/cb'],
    ['http://localhost', 'http://localhost/'],
    ['https://a.example/cb', 'https://a.example:8443/cb'],
    ['https://a.example/cb', 'https://a.example/cb?x'],
    ['https://a.example/cb', 'https://A.example/cb'],
    ['cursor://x/cb', 'cursor://x/cb/../y'],
  ] as const
  for (const [registered, given] of other) assert(!isSameRedirect(registered, given), given)
})

test('the consent page shows the receiver of a redirect, and parameters are added to its query', () => {
  assert.deepEqual(describeRedirect('https://a.example:8443/cb'), { receiver: 'a.example:8443', isOwnComputer: false })
  assert.deepEqual(describeRedirect('https://xn--80ak6aa92e.com/'), {
    receiver: 'xn--80ak6aa92e.com',
    isOwnComputer: false,
  })
  assert.deepEqual(describeRedirect('cursor://x/cb'), { receiver: 'cursor', isOwnComputer: true })
  assert.equal(withAnswer('cursor://x/cb', { code: 'a b', state: null }), 'cursor://x/cb?code=a+b')
  assert.equal(withAnswer('https://a.example/?x=y', { code: '&' }), 'https://a.example/?x=y&code=%26')
})
