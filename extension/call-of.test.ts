import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callOf, meetingsOf, type OwnHosts } from './call-of.ts'

const own: OwnHosts = {
  'meet.acme.test': 'jitsi',
  'bbb.acme.test': 'bigbluebutton',
  'cloud.acme.test': 'talk',
  '127.0.0.1:8443': 'jitsi',
}
const idOf = (address: string) => callOf(address, own)?.id

test('the addresses of one call have one id', () => {
  const same = [
    ['https://meet.google.com/abc-defg-hij', 'https://meet.google.com/abc-defg-hij?authuser=1#x'],
    [
      'https://us02web.zoom.us/j/1234567890?pwd=x',
      'https://app.zoom.us/wc/1234567890/start',
      'https://zoom.us/wc/join/1234567890',
    ],
    [
      'https://teams.microsoft.com/l/meetup-join/19%3ameeting_NmRk-x_1%40thread.v2/0?context=x',
      'https://teams.live.com/l/meetup-join/19:meeting_NmRk-x_1@thread.v2/0',
    ],
    ['https://teams.microsoft.com/meet/2345678901234?p=x', 'https://teams.cloud.microsoft/meet/2345678901234'],
    ['https://meet.acme.test/Weekly', 'https://meet.acme.test/weekly#config.x=1'],
    ['https://bbb.acme.test/rooms/abc-def-ghi-jkl/join', 'https://bbb.acme.test/rooms/abc-def-ghi-jkl'],
    ['https://cloud.acme.test/call/a1b2c3d4', 'https://cloud.acme.test/index.php/call/a1b2c3d4'],
    ['https://meet.jit.si/OneRoom', 'https://meet.jit.si/oneroom'],
    ['http://127.0.0.1:8443/room'],
  ]
  const ids = same.map((addresses) => [...new Set(addresses.map(idOf))])
  for (const [at, found] of ids.entries()) assert.equal(found.length, 1, String(same[at]))
  assert.equal(new Set(ids.flat()).size, same.length)
  assert(!ids.flat().includes(undefined))
})

test('a page of the client that does not tell which call it is of is a call all the same', () => {
  assert.deepEqual(callOf('https://teams.microsoft.com/v2/?x=1'), { kind: 'teams', id: null })
  assert.deepEqual(callOf('https://bbb.acme.test/html5client/?sessionToken=x', own), {
    kind: 'bigbluebutton',
    id: null,
  })
})

test('a page that imitates a call, and any other, is none', () => {
  const none = [
    'https://meet.google.com.evil.test/abc-defg-hij',
    'https://evil.test/meet.google.com/abc-defg-hij',
    'https://meet.google.com@evil.test/abc-defg-hij',
    'https://user@meet.google.com/abc-defg-hij',
    'https://meet.google.com:8443/abc-defg-hij',
    'http://meet.google.com/abc-defg-hij',
    'https://meet-google.com/abc-defg-hij',
    'https://xmeet.google.com/abc-defg-hij',
    'https://meet.googlе.com/abc-defg-hij',
    'https://meet.google.com/landing',
    'https://meet.google.com/',
    'https://evilzoom.us/j/1234567890',
    'https://zoom.us.evil.test/wc/1234567890/join',
    'https://zoom.us/pricing',
    'https://teams.microsoft.com.evil.test/v2/',
    'https://teams.microsoft.com/downloads',
    'https://meet.other.test/Weekly',
    'http://meet.acme.test/Weekly',
    'https://meet.acme.test:444/Weekly',
    'https://meet.acme.test/',
    'https://meet.acme.test/static/close.html',
    'https://cloud.acme.test/apps/files',
    'https://cloud.acme.test/call/',
    'http://127.0.0.1:8444/room',
    'https://constructor/x',
    'chrome://newtab/',
    'not an address',
    '',
  ]
  for (const address of none) assert.equal(callOf(address, own), null, address)
})

test('inside Teams only the one meeting of now with such a link is taken, and none if there may be others', () => {
  const [teams, other, meet, none] = [
    { call_url: 'https://teams.microsoft.com/meet/123456789' },
    { call_url: 'https://teams.live.com/meet/987654321' },
    { call_url: 'https://meet.google.com/abc-mnop-xyz' },
    { call_url: null },
  ]
  const inside = callOf('https://teams.microsoft.com/v2/')
  assert.deepEqual(meetingsOf(inside, [meet, teams, none], {}, true), [teams])
  assert.deepEqual(meetingsOf(inside, [meet, teams, none], {}, false), [])
  assert.deepEqual(meetingsOf(inside, [teams, other], {}, true), [])
  assert.deepEqual(meetingsOf(inside, [meet, none], {}, true), [])
  assert.deepEqual(meetingsOf(callOf(teams.call_url), [other, teams], {}, false), [teams])
  assert.deepEqual(meetingsOf(null, [teams, none], {}, true), [])
})
