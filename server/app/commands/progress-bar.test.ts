import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProgressBar } from './progress-bar.ts'

const mega = 1_000_000

test('a terminal has one line that is drawn again, at most ten times a second and at the end', () => {
  let [written, now] = ['', 0]
  const output = { isTTY: true, columns: 60, write: (text: string) => (written += text) }
  const bar = new ProgressBar(output, () => now)
  bar.show('m, downloading', 0, 10 * mega)
  bar.show('m, downloading', mega, 10 * mega)
  now = 100
  bar.show('m, downloading', 5 * mega, 10 * mega)
  bar.show('m, downloading', 10 * mega, 10 * mega)
  bar.end()
  bar.end()
  const lines = written.split('\r').slice(1)
  assert.deepEqual(
    lines.map((line) => /\d+ %/.exec(line)![0]),
    ['0 %', '50 %', '100 %'],
  )
  assert.match(lines[1]!, /^m, downloading █{12}░{12} 50 %, 5 of 10 MB/)
  assert(lines.every((line) => line.replace('\x1b[K', '').trimEnd().length < 60))
  assert(written.endsWith('\n') && !written.endsWith('\n\n'))
})

test('elsewhere each tenth is a line, also of a download that is continued', () => {
  let written = ''
  const bar = new ProgressBar({ write: (text: string) => (written += text) })
  for (let done = 45; done <= 100; done++) bar.show('m', done * mega, 100 * mega)
  bar.end()
  assert.deepEqual(
    written.split('\n').slice(0, -1),
    [50, 60, 70, 80, 90, 100].map((each) => `m: ${each} %, ${each} of 100 MB`),
  )
})
