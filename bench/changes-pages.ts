/** Pages of a follower who begins, and of one who was away. */
import { sql } from 'kysely'
import { writeCursor } from '../server/reading/changes/change-cursor.ts'
import { numberChanges } from '../server/reading/changes/number-changes.ts'
import { changeKinds } from '../server/reading/changes/schemas.ts'
import type { Measured, Place } from './changes-place.ts'

const awayFor = [1_000, 10_000, 100_000]
const maxPages = 100

type Page = { page_info: { cursor: string; has_more: boolean }; data: unknown[] }
type Read = { pages: number; things: number; ms: number; longestMs: number }

const callers = { 'a person': 7, 'a super admin': 'admin' } as const

/** The first copy, or its first hundred pages. */
export async function measureCopy(place: Place, measured: Measured): Promise<void> {
  for (const [name, person] of Object.entries(callers)) {
    const { pages, things, ms } = await readOn(place, person, undefined)
    measured.set(`first copy of ${name}: pages a second`, ((pages * 1_000) / ms).toFixed(0))
    measured.set(`first copy of ${name}: pages, things`, `${pages}, ${things}`)
  }
}

/** Everything that changed meanwhile: other people's notes, and every hundredth the follower's. */
export async function measureAway(place: Place, measured: Measured): Promise<void> {
  const { base, workspaceId } = place
  for (const changes of awayFor) {
    const { last: number } = await numberChanges({ db: base.db, clock: base.clock }, workspaceId)
    await sql`insert into unnumbered_changes (workspace_id, kind, id)
      select ${workspaceId}, 'note', id from notes where workspace_id = ${workspaceId} and id like 'n\_%'
      limit ${changes}`.execute(base.db)
    const start = performance.now()
    await numberChanges({ db: base.db, clock: base.clock }, workspaceId)
    measured.set(`${changes} changes at once: numbering them, ms`, (performance.now() - start).toFixed(0))
    for (const [name, person] of Object.entries(callers)) {
      const superAdmin = person === 'admin'
      const reader = { workspaceId, userId: superAdmin ? 'u_0' : `u_${person}`, superAdmin }
      const cursor = writeCursor(
        { reader, kinds: [...changeKinds], number, expanded: null, copied: null },
        base.clock(),
      )
      const { pages, things, ms, longestMs } = await readOn(place, person, cursor, 10_000)
      const what = `${name} was away for ${changes}`
      measured.set(`${what}: ms in all`, ms.toFixed(0))
      measured.set(`${what}: pages, things`, `${pages}, ${things}`)
      measured.set(`${what}: longest page, ms`, longestMs.toFixed(0))
    }
  }
}

async function readOn(
  { ask }: Place,
  person: number | 'admin',
  start: string | undefined,
  most = maxPages,
): Promise<Read> {
  const read: Read = { pages: 0, things: 0, ms: 0, longestMs: 0 }
  for (let cursor = start, more = true; more && read.pages < most; read.pages++) {
    const before = performance.now()
    const path = `/api/v1/changes?page_size=200${cursor === undefined ? '' : `&cursor=${cursor}`}`
    const page = (await ask(person, 'GET', path)) as Page
    const ms = performance.now() - before
    read.ms += ms
    read.longestMs = Math.max(read.longestMs, ms)
    read.things += page.data.length
    cursor = page.page_info.cursor
    more = page.page_info.has_more
  }
  return read
}
