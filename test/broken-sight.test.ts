/** Spec 2.1: a rule of sight that is broken on purpose is caught by the property that holds for the right one. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { sightHolds } from './sight-property.ts'
import { openWorld } from './world.ts'

const migration = await readFile(new URL('../migrations/0002_sight.sql', import.meta.url), 'utf8')

const breakages: [name: string, view: string, right: string, wrong: string][] = [
  ['anyone may share and publish a note', 'note_readers', 'and maker.user_id = door.by_user_id', ''],
  ['nobody but the creator may', 'note_readers', 'note.created_by = door.by_user_id', 'false'],
  ['anyone may share a series', 'valid_series_shares', 'and person.user_id = share.by_user_id', ''],
  ['a creator attends every event', 'note_attendees', 'where note.event_guid is null and', 'where'],
  ['an address is looked up in every workspace', 'event_people', 'person.workspace_id = attendee.workspace_id and', ''],
  ['members of another workspace see it', 'note_doors', 'member.workspace_id = publication.workspace_id', 'true'],
  ['anyone may share and publish a recap', 'recording_readers', 'and maker.user_id = door.by_user_id', ''],
  ['members of any channel see it', 'recording_doors', 'and member.channel_id = publication.channel_id', ''],
]

for (const [name, view, right, wrong] of breakages) {
  test(`a broken rule is caught: ${name}`, async () => {
    await using world = await openWorld()
    const start = migration.indexOf(`create view ${view} as`)
    const statement = migration.slice(start, migration.indexOf(';', start))
    assert(statement.includes(right), 'the rule has changed; change its breakage too')
    await sql.raw(statement.replace('create view', 'create or replace view').replace(right, wrong)).execute(world.db)
    await assert.rejects(
      fc.assert(sightHolds(world), { numRuns: 100, seed: 20_260_110, endOnFailure: true }),
      /should (see|list|find)|Property failed/,
    )
  })
}
