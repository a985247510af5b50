/** Front matter, headings and file names of exported meetings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Note, Recording } from '../../../../sdk/src/client.ts'
import { parseVtt } from '../../../meetings/recordings/transcript/parse-vtt.ts'
import { type Meeting, nameOf, printMeeting, printTranscripts } from './print-meeting.ts'

const note = {
  ...{ id: 'n_1', title: 'Weekly: "launch" #1', event_start: '2026-01-05T09:00:00.000Z', event_end: null },
  ...{ event_attendees: ['ada@acme.test'], series_id: 'se_w', recording_ids: ['r_1'] },
  ...{ created_at: '2026-01-04T09:00:00.000Z', updated_at: '2026-01-05T10:00:00.000Z' },
  content_markdown: '# Goals\n\n```\n# not a heading\n```\n###### Deep\n#tag',
} as unknown as Note
const recording = {
  ...{ id: 'r_1', note_id: 'n_1', title: 'Weekly [5 Jan]', started_at: '2026-01-05T09:00:10.000Z', ended_at: null },
  ...{ created_at: '2026-01-05T09:31:00.000Z', updated_at: '2026-01-05T11:00:00.000Z' },
  ai_notes: { markdown: '## Summary\n\nWe launch.\n' },
} as unknown as Recording

test('a meeting has its properties, its agenda, and each recap under a link', () => {
  const text = printMeeting({ noteId: 'n_1', note, recordings: [recording] }, 'https://acme.test')
  assert.equal(
    text,
    `---
id: "n_1"
title: "Weekly: \\"launch\\" #1"
date: "2026-01-05"
start: "2026-01-05T09:00:00.000Z"
people: ["ada@acme.test"]
series: "se_w"
url: "https://acme.test/note/n_1"
updated: "2026-01-05T11:00:00.000Z"
---

# Weekly: "launch" #1

## Agenda

### Goals

\`\`\`
# not a heading
\`\`\`
###### Deep
#tag

## [Weekly \\[5 Jan\\]](https://acme.test/recap/r_1)

### Summary

We launch.
`,
  )
})

test('a transcript is a file for itself: what was said in captions, what was recorded in a comment', () => {
  const said = (text: string) => ({
    language_code: 'he',
    speech_segments: [
      { speaker: 'דנה "D" <b>', text, start_time: 0.5, end_time: 61 },
      { speaker: '', text: 'Ada: no name --> here', start_time: 61, end_time: 62.25 },
    ],
  })
  const title = 'A --> "B"'
  const spoken = { ...recording, title, transcript: said('שלום.') } as Recording
  const recordings = [{ ...recording, transcript: null }, spoken, { ...spoken, id: 'r_2', transcript: said('Later') }]
  const empty = {
    ...recording,
    transcript: { language_code: '', speech_segments: [{ ...said('').speech_segments[0]! }] },
  }
  const files = printTranscripts({ noteId: 'n_1', note, recordings: [...recordings, empty] }, 'https://acme.test')
  assert.deepEqual(
    files.map(({ ending }) => ending),
    ['.vtt', ' (r_2).vtt'],
  )
  assert.match(
    files[0]!.text,
    /^WEBVTT\nLanguage: he\n\nNOTE\ntitle: "A --\\u003e \\"B\\""\nstart: "2026-01-05T09:00:10.000Z"\npeople: \["ada@acme.test"\]\nurl: "https:\/\/acme.test\/recap\/r_1"\n\n00:00:00\.500 --> /,
  )
  assert.deepEqual(parseVtt(files[0]!.text), said('שלום.'))
})

test('properties have no character that YAML does not take', () => {
  const signs = ['\u007f', '\u0080', '\u0085', '\u009f', '\u2028', '\ufeff', '\ufffe', '\uffff', '\u0001']
  const title = `Bo${signs.join('s')} 💚é`
  const [, front] = printMeeting({ noteId: 'n_1', note: { ...note, title }, recordings: [] }, 'x').split('---')
  assert.match(front!, /title: "Bo\\u007fs/)
  // YAML 1.2, 5.1, and the byte order mark that some readers do not take inside.
  assert.match(front!, /^[\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u)
  assert.equal(JSON.parse(/title: (.*)/.exec(front!)![1]!), title)
})

test('a recording without its note, and a note without anything, are whole files', () => {
  const alone = printMeeting(
    { noteId: 'n_1', note: null, recordings: [{ ...recording, ai_notes: null }] },
    'https://a.test',
  )
  assert.match(alone, /^---\nid: "n_1"\ntitle: "Weekly \[5 Jan\]"\n/)
  assert.match(alone, /\n\n## \[Weekly \\\[5 Jan\\\]\]\(https:\/\/a\.test\/recap\/r_1\)\n$/)
  const bare = { ...note, title: 'A', content_markdown: '', event_start: null, event_attendees: [], series_id: null }
  assert.match(
    printMeeting({ noteId: 'n_1', note: bare, recordings: [] }, 'https://a.test'),
    /^---\nid: "n_1"\ntitle: "A"\ndate: "2026-01-04"\nurl: "https:\/\/a.test\/note\/n_1"\nupdated: .+\n---\n\n# A\n$/,
  )
})

test('a file name has the day and the title, and nothing that a disk refuses', () => {
  const titled = (title: string): Meeting => ({ noteId: 'n_1', note: { ...note, title }, recordings: [] })
  const names = {
    'Weekly: "launch" #1': '2026-01-05 Weekly launch 1',
    '../../etc/passwd': '2026-01-05 .. .. etc passwd',
    'a\\b\nc\u202ed': '2026-01-05 a b c d',
    '': '2026-01-05',
    ' . ': '2026-01-05',
    会議: '2026-01-05 会議',
  }
  for (const [title, name] of Object.entries(names)) assert.equal(nameOf(titled(title)), name)
  const long = nameOf(titled('会'.repeat(200)))
  assert(Buffer.byteLength(long) <= 160 && long.isWellFormed())
})
