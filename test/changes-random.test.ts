/**
 * Decision 45's law: anyone who applies every page of changes has exactly what the lists show, with nothing stale, whatever
 * happens and wherever they break off.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { written } from './support/askers.ts'
import { type View, viewsOf } from './support/compare-sight.ts'
import { loadImport, makeChange } from './support/make-changes.ts'
import { Mirror } from './support/mirror.ts'
import { tries } from './support/random.ts'
import { randomChange } from './support/random-changes.ts'
import { type Edit, makeEdit, noteWritten, randomEdit } from './support/random-edits.ts'
import { randomWorkspace } from './support/random-world.ts'
import type { Change, Living } from './support/sight-changes.ts'
import { type Import, randomImport } from './support/sight-imports.ts'
import type { ModelWorkspace } from './support/sight-model.ts'
import { openWorld, type World } from './support/world.ts'

const sequences = tries({ suite: 6, deep: 200 })

let runs = 0

test('45: a copy that applies every page is exact for everyone, wherever it stops and resumes', async (t) => {
  await using world = await openWorld({ API_RATE_PER_SECOND: '0' })
  const statuses = new Map<string, number>()
  await fc.assert(copiesAreExact(world, statuses), { numRuns: sequences })
  t.diagnostic(
    [...statuses]
      .sort()
      .map(([name, count]) => `${name}: ${count}`)
      .join(', '),
  )
})

const anyChange = fc.oneof(
  { weight: 4, arbitrary: randomChange },
  { weight: 1, arbitrary: randomImport },
  { weight: 5, arbitrary: randomEdit },
)
const changesInARun = 14

/** The property: a random workspace, changes one after the other, and copies that read at different times. */
function copiesAreExact(world: World, statuses = new Map<string, number>()) {
  const changes = fc.array(anyChange, { minLength: changesInARun, maxLength: changesInARun, size: 'max' })
  const reads = fc.infiniteStream(fc.record({ size: fc.integer({ min: 1, max: 12 }), forgets: fc.boolean() }))
  return fc.asyncProperty(randomWorkspace, changes, reads, async (start, changes, reads) => {
    const name = `f${++runs}`
    const living = livingFrom(start, world)
    await world.load(written(name, living.model))
    const [keys, mirrors, seen] = [new Map<string, string>(), new Map<string, Mirror>(), new Set<string>()]
    await noteSeen(world, `ws_${name}`, seen)
    for (const [index, changeIn] of changes.entries()) {
      const each = changeIn instanceof Function ? changeIn(living.model) : changeIn
      const status = await make(world, name, living, each, keys)
      const outcome = `${each.action === 'edit' ? each.what.kind : each.action} ${status}`
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
      await noteSeen(world, `ws_${name}`, seen)
      // Some read at once, others later, and all of them at the end.
      for (const [place, view] of viewsOf(name, living.model, keys).entries()) {
        const mirror = mirrorOf(world, mirrors, view)
        const next = () => reads.next().value!
        if (index === changes.length - 1) await rest(mirror, view, seen, () => next().size)
        else if ((index + place) % 3 === 0)
          await mirror.follow(
            () => next().size,
            () => next().forgets,
          )
      }
    }
  })
}

function livingFrom(start: ModelWorkspace, world: World): Living {
  const channels = start.channels.map((channel, index) => ({ ...channel, private: index === 1 }))
  return {
    model: structuredClone({ ...start, channels }),
    gone: { notes: [], recordings: [], channels: [] },
    written: [],
    calledOff: new Set(),
    now: world.base.clock().toISOString(),
  }
}

async function make(
  world: World,
  name: string,
  living: Living,
  each: Change | Import | Edit,
  keys: Map<string, string>,
) {
  if (each.action === 'edit') {
    const status = await makeEdit(world, name, each, keys)
    const note = noteWritten(living.model, each)
    if (note && status < 300) living.written.push(note)
    return status
  }
  return 'actor' in each ? makeChange(world, name, living, each, keys) : loadImport(world, name, living, each)
}

function mirrorOf(world: World, mirrors: Map<string, Mirror>, { key, headers }: View): Mirror {
  const who = `${key} ${headers['x-on-behalf-of'] ?? ''}`
  const mirror = mirrors.get(who) ?? new Mirror(world, { key, headers })
  mirrors.set(who, mirror)
  return mirror
}

async function rest(mirror: Mirror, view: View, seen: Set<string>, size: () => number) {
  const who = `${view.key} as ${view.viewer.userId}`
  assert.equal(await mirror.follow(size), view.status)
  if (view.status !== 200) return
  await mirror.compare(who)
  for (const name of mirror.gone) {
    const [kind, id] = name.split(' ')
    const saw = view.viewer.superAdmin ? `${kind} ${id}` : `${view.viewer.userId} ${kind} ${id}`
    assert.ok(seen.has(saw), `${who} should not be told that ${name} is gone, which they never saw`)
  }
}

/** Remembers what everyone sees now. */
async function noteSeen({ db }: World, workspaceId: string, seen: Set<string>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select user_id || ' ' || kind || ' ' || id as name from person_sight where workspace_id = ${workspaceId}
    union all select sight.user_id || ' action_item ' || item.id from person_sight sight
      join action_items item on item.workspace_id = sight.workspace_id and item.note_id = sight.id
      where sight.workspace_id = ${workspaceId} and sight.kind = 'note'
    union all select user_id || ' action_item ' || item_id from action_item_assignees where workspace_id = ${workspaceId}
    union all select created_by || ' action_item ' || id from action_items
      where workspace_id = ${workspaceId} and note_id is null and created_by is not null
    union all select sight.user_id || ' decision ' || decision.id from person_sight sight
      join decisions decision on decision.workspace_id = sight.workspace_id and decision.source_kind = sight.kind
        and decision.source_id = sight.id
      where sight.workspace_id = ${workspaceId}
    union all select 'decision ' || id from decisions where workspace_id = ${workspaceId}
    union all select 'note ' || id from notes where workspace_id = ${workspaceId}
    union all select 'recording ' || id from recordings where workspace_id = ${workspaceId}
    union all select 'action_item ' || id from action_items where workspace_id = ${workspaceId}`.execute(db)
  for (const { name } of rows) seen.add(name)
}
