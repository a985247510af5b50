import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextVisit } from './last-visit.ts'

test('a visit continues if the person comes back within half an hour', () => {
  const at = (time: string) => new Date(`2026-01-05T${time}:00.000Z`)
  const first = nextVisit(null, at('09:00'))
  assert.equal(first.since, null)
  const again = nextVisit(first, at('09:20'))
  assert.deepEqual(again, { since: null, seen: at('09:20').toISOString() })
  const later = nextVisit(again, at('12:00'))
  assert.deepEqual(later, { since: at('09:20').toISOString(), seen: at('12:00').toISOString() })
  assert.equal(nextVisit(later, at('12:10')).since, later.since, 'a reload shows the same')
})
