/** Spec 2.1: a rule of sight that is broken on purpose is caught by the property that holds for the right one. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { someOf } from './support/random.ts'
import { sightHolds } from './support/sight-property.ts'
import { openWorld, type World } from './support/world.ts'

const rule = await readFile(new URL('../migrations/0010_sight.sql', import.meta.url), 'utf8')

function statementOf(view: string): string {
  const start = rule.indexOf(`create view ${view} as`)
  return rule.slice(start, rule.indexOf(';', start))
}

const breakages: [name: string, view: string, right: string, wrong: string][] = [
  ['anyone may share and publish', 'readers', 'and maker.user_id = opened.by_user_id', ''],
  ['not even the creator may', 'readers', 'note.created_by = opened.by_user_id', 'false'],
  [
    'a series is opened to anyone who was at one of its meetings',
    'opened_by_series',
    'note.event_guid is null',
    'true',
  ],
  [
    'a share of a series opens all of it',
    'opened_by_series',
    'note.event_guid is null\n    then note.created_by = share.by_user_id and',
    'true then',
  ],
  [
    'a share of a series with oneself opens all of it',
    'opened_by_series',
    'case when',
    'case when share.user_id = share.by_user_id then true when',
  ],
  [
    'a series is shared by who attends none of it',
    'opened_by_series',
    'and maker.user_id = share.by_user_id offset 0)\n    else',
    ')\n    else',
  ],
  ['a share of a series lets everyone edit', 'opened_by_series', 'share.can_edit', 'true as can_edit'],
  ['a share of a series lets nobody edit', 'opened_by_series', 'share.can_edit', 'false as can_edit'],
  ['a share of a series opens no recap', 'readers', 'opened.note_id = thing.note_id', 'opened.note_id = thing.id'],
  ['a creator attends every event', 'note_attendees', 'where note.event_guid is null and', 'where'],
  ['an address is looked up in every workspace', 'event_people', 'known.workspace_id = attendee.workspace_id and', ''],
  ['members of another workspace see it', 'person_sight', 'seen.workspace_id = member.workspace_id', 'true'],
  ['members of any channel see it', 'person_sight', 'and seen.reader_id = member.channel_id', ''],
  [
    'a publication of a recording opens its note',
    'opened',
    "workspace_id, kind, id, 'channel'",
    `workspace_id, 'note', coalesce(note_id, (select recording.note_id from recordings recording
      where recording.workspace_id = publications.workspace_id and recording.id = publications.recording_id)), 'channel'`,
  ],
]

// What is broken in it is mended after each test.
let world: World
before(async () => {
  world = await openWorld({}, { anew: true })
})
after(() => world[Symbol.asyncDispose]())

for (const [name, view, right, wrong] of someOf(breakages)) {
  test(`a broken rule is caught: ${name}`, async () => {
    const statement = statementOf(view).replace(/^create view/, 'create or replace view')
    assert(statement.includes(right), 'the rule has changed; change its breakage too')
    await sql.raw(statement.replace(right, wrong)).execute(world.db)
    await assert.rejects(
      fc.assert(sightHolds(world), { numRuns: 100, seed: 20_260_110, endOnFailure: true }),
      /should (see|list|find)|Property failed/,
    )
    await sql.raw(statement).execute(world.db)
  })
}
