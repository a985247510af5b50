import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserName } from './browser-name.ts'

test('browsers have their usual names; an unknown browser is shown unchanged', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  for (const [said, name] of [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Linux'],
    [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge, Windows'],
    [`Mozilla/5.0 (Linux; Android 14) ${webkit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome, Android'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Safari/604.1`, 'Safari, iPhone'],
    ['curl/8.14', 'curl/8.14'],
    ['', ''],
  ] as const) {
    assert.equal(browserName(said), name)
  }
})
