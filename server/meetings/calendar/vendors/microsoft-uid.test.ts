import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUid } from './microsoft-uid.ts'

const uidOf = (iCalUId: string) => readUid(iCalUId).uid
const header = '040000008200E00074C5B7101A82E008'
const rest = '5025D461E473C8010000000000000000100000002A5844B3A444F74A9C246C60886F116B'
/** The example of MS-OXOCAL: an occurrence of 25 March 2008 that was moved to the next day. */
const moved = `${header}07D80319${rest}`
const series = `${header}00000000${rest}`

const wrap = (text: string, day = '00000000') => {
  const data = Buffer.concat([Buffer.from('vCal-Uid\x01\0\0\0', 'latin1'), Buffer.from(text)])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return `${header}${day}${'0'.repeat(32)}${size.toString('hex')}${data.toString('hex')}`.toUpperCase()
}

test('the day of a moved occurrence is taken out of its Global Object ID, in any case of letters', () => {
  assert.equal(uidOf(series), series)
  assert.equal(uidOf(moved), series)
  assert.equal(uidOf(moved.toLowerCase()), series)
  assert.deepEqual([readUid(series).day, readUid(moved).day], [null, Date.UTC(2008, 2, 25)])
})

test('a meeting from another calendar has the UID of that calendar', () => {
  for (const uid of ['7kuk@google.com', 'Tägliches Treffen@acme.test', `${'a'.repeat(300)}@acme.test`]) {
    assert.equal(uidOf(wrap(`${uid}\0`)), uid)
    assert.equal(uidOf(wrap(uid, '07EA0105')), uid)
  }
})

test('what is no text stays wrapped', () => {
  for (const broken of [
    '',
    '\0',
    'a\nb',
    'a\0b\0',
    Buffer.from([0x61, 0xff]).toString('latin1').replace('ÿ', '\uFFFD'),
  ])
    assert.equal(uidOf(wrap(broken)), wrap(broken))
})

test('the announced size cannot reach beyond the data', () => {
  const endless = wrap('7kuk@google.com').replace(/^(.{72}).{8}/, '$1FFFFFFFF')
  assert.equal(uidOf(endless), '7kuk@google.com')
  const nothing = wrap('7kuk@google.com', '07EA0105').replace(/^(.{72}).{8}/, '$100000000')
  assert.equal(uidOf(nothing), nothing.replace('07EA0105', '00000000'))
})

test('any other text is the UID itself', () => {
  for (const uid of ['7kuk@google.com', '', header, `${header}00`, series.slice(0, -1), `${series}G`, `x${series}`])
    assert.equal(uidOf(uid), uid)
})
