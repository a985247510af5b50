import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOfFile, titleOfFile } from './kind-of-file.ts'

test('a file goes where its name and type say; what is unknown may be media', () => {
  const kinds = (...files: [name: string, type?: string][]) =>
    files.map(([name, type = '']) => kindOfFile({ name, type }))
  assert.deepEqual(kinds(['a.mp3', 'audio/mpeg'], ['b.mkv'], ['recording'], ['c.key', 'video/mp4']), [
    'media',
    'media',
    'media',
    'media',
  ])
  assert.deepEqual(kinds(['a.VTT', 'text/vtt'], ['b.srt'], ['c.txt', 'text/plain']), Array(3).fill('transcript'))
  assert.deepEqual(kinds(['a.ics'], ['invite', 'text/calendar']), ['calendar', 'calendar'])
  assert.deepEqual(
    kinds(['Plan.PDF'], ['x', 'application/pdf'], ['x', 'image/png'], ['a.b.docx']),
    Array(4).fill('other'),
  )
})

test('the title of a file is its name without extension', () => {
  const titles = ['Weekly_call.mp3', '.mp3', 'v1.final cut', 'x'.repeat(300)].map((name) => titleOfFile({ name }))
  assert.deepEqual(titles, ['Weekly call', '.mp3', 'v1.final cut', 'x'.repeat(255)])
})
