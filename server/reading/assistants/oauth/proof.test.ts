/** The proof of a code (RFC 7636), and the parts of a refresh token. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isVerifier, newRefresh, printRefresh, readRefresh } from './proof.ts'

test('only the verifier of RFC 7636, appendix B, is accepted', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  assert(isVerifier(verifier, challenge))
  assert(!isVerifier(challenge, challenge))
  assert(!isVerifier(verifier, verifier))
  assert(!isVerifier(`${verifier}=`, challenge))
  assert(!isVerifier('', ''))
})

test('a refresh token reads back as it was printed; its family stays', () => {
  const first = newRefresh()
  const next = newRefresh(first.family)
  assert.deepEqual(readRefresh(printRefresh(first)), first)
  assert.equal(next.family, first.family)
  assert.notEqual(next.turn, first.turn)
  for (const wrong of [
    '',
    'mbr_',
    printRefresh(first).slice(1),
    `${printRefresh(first)}.`,
    `${printRefresh(first)} `,
  ]) {
    assert.equal(readRefresh(wrong), null, wrong)
  }
})
