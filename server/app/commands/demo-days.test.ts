import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { moveDays } from './demo-days.ts'

const text = await readFile(new URL('../../../demo/world.json', import.meta.url), 'utf8')
const moved = (today: string) => moveDays(text, new Date(`${today}T15:00:00Z`))
const acmeOf = (world: string) => JSON.parse(world).workspaces[0]

test('on the day of the file nothing moves', () => {
  for (const today of ['2026-11-28', '2026-11-30']) assert.equal(moved(today), text)
})

test('whenever it is loaded, what has happened lies behind, the next meeting within a week, and weekdays stay', () => {
  for (const today of [
    '2026-11-29',
    '2026-12-01',
    '2026-12-04',
    '2026-12-05',
    '2027-02-28',
    '2028-02-29',
    '2025-01-01',
  ]) {
    const start = Date.parse(today)
    const world = moved(today)
    const { events } = acmeOf(world)
    const happened = Array.from(
      world.matchAll(/"(?:created_at|updated_at|started_at|ended_at|cancelled_at)": "([^"]+)"/g),
      ([, moment]) => Date.parse(moment!),
    )
    const daysAgo = (start + 86_400_000 - Math.max(...happened)) / 86_400_000
    assert(daysAgo > 0 && daysAgo <= 16, `${today}: ${daysAgo}`)
    const starts: number[] = events.map((event: { start: string }) => Date.parse(event.start))
    const untilNext = Math.min(...starts.filter((at) => at >= start + 86_400_000)) - start
    assert(untilNext < 8 * 86_400_000, today)
    for (const [index, event] of acmeOf(text).events.entries())
      assert.equal(new Date(events[index].start).getUTCDay(), new Date(event.start).getUTCDay(), event.guid)
  }
})

test('ids of events, references and due dates move with their days; other numbers stay', () => {
  const world = moveDays(
    '{"a": "x_20261203T150000Z", "b": "2026-12-03T15:00:00.000Z", "c": "{due=2026-11-27}", "d": "20261203"}',
    new Date('2027-12-01'),
  )
  assert.deepEqual(JSON.parse(world), {
    a: 'x_20271209T150000Z',
    b: '2027-12-09T15:00:00.000Z',
    c: '{due=2027-11-26}',
    d: '20261203',
  })
})

test('the text names no month by its name but in what was said', () => {
  const { notes, events, action_items } = acmeOf(text)
  const titles = [...notes, ...events].map(({ title }) => title)
  const written = JSON.stringify([titles, notes.map(({ agenda }: { agenda: string }) => agenda), action_items])
  assert.doesNotMatch(written, /\b(?:August|September|October|November|December)\b/)
})
