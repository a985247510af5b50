/** What names of files say. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isIgnored, isSidecar, kindOf, mediaTypeOf, readName } from './file-name.ts'

test('the kind follows from the file ending, in any case', () => {
  const kinds = ['a.MP4', 'a.vtt', 'a.SRT', 'a.json', 'a.b.wav', 'a.txt', 'a', 'mp3', 'a.constructor', 'a.', ''].map(
    kindOf,
  )
  assert.deepEqual(kinds, ['media', 'vtt', 'srt', 'json', 'media', null, null, null, null, null, null])
  assert.deepEqual([mediaTypeOf('a.M4A'), mediaTypeOf('a.vtt')], ['audio/mp4', null])
})

test('a sidecar is named like its file, with .json added', () => {
  const names = ['call.mp4.json', 'call.vtt.json', 'call.json.json', 'call.json', 'Weekly v1.2.json', 'json']
  assert.deepEqual(names.filter(isSidecar), names.slice(0, 3))
})

test('hidden and unfinished files are ignored', () => {
  const names = ['.DS_Store', '~$a.docx', 'a.mp4.part', 'a.mp4.crdownload', 'a.TMP', 'a.mp4', 'part.mp4']
  assert.deepEqual(names.filter(isIgnored), names.slice(0, 5))
})

test('a time is read if it is complete and in UTC', () => {
  const names = ['2026-01-05T09:00:30Z_a.mp3', '20260105T0900Z-a.mp3', '2026-01-05 09.00z a.mp3']
  for (const name of names) {
    assert.equal(readName(name).title, 'a')
    assert.match(readName(name).startedAt!, /^2026-01-05T09:00:(00|30)Z$/)
  }
  for (const name of [
    '2026-01-05T0900 a.mp3',
    '2026-01-05 a.mp3',
    '2026-01-05T0900Zulu.mp3',
    '12026-01-05T0900Z a.mp3',
  ]) {
    assert.deepEqual(readName(name), { title: name.slice(0, -4), startedAt: null })
  }
  assert.equal(readName(`${'😀'.repeat(300)}.mp3`).title.length <= 510, true)
})
