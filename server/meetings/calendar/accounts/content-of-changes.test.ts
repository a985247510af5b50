/** What an account tells, as a file would have it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphEvent } from '../../../../test/support/microsoft-events.ts'
import { changesOf } from '../vendors/microsoft-page.ts'
import { contentOfChanges } from './content-of-changes.ts'

const person = (name: string, address: string, type = 'required') => ({ type, emailAddress: { name, address } })

function problemsOf(attendees: object[]): string[] {
  const event = graphEvent('people', '2026-01-12T10:00', '2026-01-12T11:00', { attendees })
  const read = { changes: changesOf([event], new Map()), cursor: 'c', isFull: true, problem: null }
  const window = { from: Date.parse('2026-01-01'), to: Date.parse('2026-02-01') }
  const { content } = contentOfChanges(read as unknown as Parameters<typeof contentOfChanges>[0], [], window)
  assert.equal(content.events[0]!.meetings[0]!.attendees[1]!.email, 'ada@acme.test')
  assert(!('unread' in content.events[0]!.meetings[0]!))
  return content.problems
}

test('attendees without an address that can be read are named', () => {
  const ada = person('Ada', 'ada@acme.test')
  const kim = person('Kim', '/o=ExchangeLabs/ou=Exchange Administrative Group/cn=Recipients/cn=0123-kim', 'optional')
  const room = person('Room nobody knows', '')
  assert.deepEqual(problemsOf([ada, person('Room 1', '', 'resource')]), [])
  assert.deepEqual(problemsOf([ada, kim]), ['“people”: the address of Kim cannot be read'])
  assert.deepEqual(problemsOf([ada, kim, { type: 'required' }, room]), [
    '“people”: the addresses of Kim, somebody without a name, and Room nobody knows cannot be read',
  ])
  const many = Array.from({ length: 9 }, (_, number) => person(`P${number}`, ''))
  assert.match(problemsOf([ada, ...many])[0]!, /P4, and 4 more cannot be read$/)
})
