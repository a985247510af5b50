/** Which links lead to one call. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callKeyOf } from '../bots/calls.ts'
import { linkLike } from './call-links.ts'

test('a call of no known service is found by its path and, if its link has one, its query', () => {
  const isSame = (link: string, other: string) => new RegExp(linkLike(link)!, 'i').test(other)
  const moodle = 'https://moodle.test/mod/bigbluebuttonbn/view.php?id=12'
  for (const same of [moodle, `${moodle}&lang=de`, `${moodle}#top`, moodle.replace('?', '/?')])
    assert(isSame(moodle, same), same)
  for (const other of [`${moodle}3`, moodle.replace('12', '45'), moodle.split('?')[0]!])
    assert(!isSame(moodle, other), other)
  const room = 'https://call.test/b/room'
  for (const same of [room, `${room}/`, `${room}?pwd=x`]) assert(isSame(room, same), same)
  assert(!isSame(room, `${room}s`))
})

test('64: all links to one call have one key, with a password, a token or another form too', () => {
  const teams = 'meeting_MDAwMDAwMDAwMDAw@thread.v2'
  const forms = [
    ['https://meet.jit.si/room', 'https://meet.jit.si/room?pwd=x', 'https://meet.jit.si/room#config'],
    ['https://acme.zoom.us/j/123456789', 'https://acme.zoom.us/j/123456789?pwd=x'],
    [
      `https://teams.microsoft.com/l/meetup-join/19:${teams}/0`,
      `https://teams.microsoft.com/_#/l/meetup-join/19:${teams}`,
    ],
  ]
  for (const links of forms) assert.equal(new Set(links.map(callKeyOf)).size, 1, String(links))
})
