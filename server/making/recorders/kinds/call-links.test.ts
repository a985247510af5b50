/** Which links lead to one call. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
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
