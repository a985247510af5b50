/** What the words of other languages than English change. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeEmbedded } from '../write-embedded.ts'

const people = [
  { name: 'Ada Moreau', email: 'ada@acme.test' },
  { name: 'Bo Lindqvist', email: 'bo@acme.test' },
]

function notesOf(turns: [string, string][]) {
  const speech_segments = turns.map(([speaker, text], turn) => ({
    speaker,
    text,
    start_time: turn,
    end_time: turn + 1,
  }))
  const transcript = { language_code: 'und', speech_segments }
  return writeEmbedded({ title: 'Weekly', startedAt: new Date('2026-01-05T09:00:00Z'), people, transcript })
}

const textsOf = (turns: [string, string][], title: string) =>
  notesOf(turns)
    .sections.find((section) => section.title === title)
    ?.items?.map(({ text }) => text) ?? []

test('the German words um and er are no sounds of hesitation', () => {
  const said = 'Heute geht es um die Preise und um das neue Lager, und Bo weiß, dass er das sagt.'
  assert.deepEqual(textsOf([['Ada Moreau', said]], 'Summary'), [`Ada Moreau: ${said}`])
})
