import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWantedPage } from './wanted-page.ts'

test('the wanted page is stored for as long as the link is valid', () => {
  const text = JSON.stringify({ path: '/recap/r_1?t=60', until: 900_000 })
  assert.equal(readWantedPage(text, 0), '/recap/r_1?t=60')
  assert.equal(readWantedPage(text, 899_999), '/recap/r_1?t=60')
  for (const now of [900_000, 2_000_000, -1]) assert.equal(readWantedPage(text, now), undefined)
  for (const none of ['', '{', 'null', '{"path":7,"until":900000}', '{"path":"/"}', '[]']) {
    assert.equal(readWantedPage(none, 0), undefined, none)
  }
})
