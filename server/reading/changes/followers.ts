/**
 * The requests of this process that wait for changes. They share the wake-ups of the process, and one query for the
 * people whom new changes concern; only the requests of these people read again.
 */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isServed } from '../../people/caller/frozen.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { planAnew } from '../../platform/postgres/preparing-client.ts'
import type { Wakeups } from '../../platform/postgres/wakeups.ts'
import type { Clock } from '../../platform/time.ts'
import type { Reader } from './change-cursor.ts'
import { numberChanges } from './number-changes.ts'

/** How often it checks for changes without a wake-up: a wake-up can be lost with its connection. */
const checkEveryMs = 3_000
/** Requests of one person that may wait in one process. */
export const maxPerPerson = 20
/** Changes that one query checks. */
const batchSize = 1_000

export const changesNotifyChannel = 'minutebook_changes'

/** One waiting request. */
export type Follower = Reader & {
  /** Changes up to this number were read, or do not concern this person. */
  number: number
  wake(): void
}

export type FollowersDeps = { db: Db; clock: Clock; log: Logger; wakeups: Wakeups }

export class Followers {
  readonly #deps: FollowersDeps
  /** By workspace: the waiting requests, and the last number that `#wakeConcerned` has checked. */
  readonly #workspaces = new Map<string, { waiting: Set<Follower>; seen: number }>()
  #starting: Promise<void> | undefined
  #running: Promise<void> | undefined
  #stopping = false

  constructor(deps: FollowersDeps) {
    this.#deps = deps
  }

  /**
   * The next change that concerns the follower removes it and wakes it.
   * @throws {ApiError} 429 if too many requests of this person wait already
   */
  async join(follower: Follower): Promise<void> {
    const { workspaceId, userId, number } = follower
    const workspace = this.#workspaces.get(workspaceId) ?? { waiting: new Set(), seen: number }
    if ([...workspace.waiting].filter((other) => other.userId === userId).length >= maxPerPerson) {
      throw new ApiError(
        429,
        `${maxPerPerson} requests of this person wait for changes already; end one of them first`,
        { code: 'rate_limited', headers: { 'retry-after': '5' } },
      )
    }
    this.#workspaces.set(workspaceId, workspace)
    workspace.waiting.add(follower)
    await this.#start().catch((error) => {
      this.leave(follower)
      throw error
    })
  }

  leave(follower: Follower): void {
    const workspace = this.#workspaces.get(follower.workspaceId)
    workspace?.waiting.delete(follower)
    if (workspace?.waiting.size === 0) this.#workspaces.delete(follower.workspaceId)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#starting?.catch(() => {})
    if (this.#running) this.#deps.wakeups.stop()
    await this.#running
  }

  /** Called with the first follower: a process without followers needs no wake-ups. */
  async #start(): Promise<void> {
    this.#starting ??= this.#deps.wakeups.start().then(() => {
      this.#running = this.#run()
    })
    try {
      await this.#starting
    } catch (error) {
      this.#starting = undefined
      throw error
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      await this.#deps.wakeups.woken(checkEveryMs)
      if (this.#stopping || this.#workspaces.size === 0) continue
      try {
        for (const { id, served } of await this.#findChanged())
          await (served ? this.#wakeConcerned(id) : this.#wakeAll(id))
      } catch (error) {
        this.#deps.log.warn({ reason: (error as Error).message }, 'Changes could not be looked up; trying again')
      }
    }
  }

  /** The workspaces with waiting requests where something changed, or that have moved away. */
  async #findChanged(): Promise<{ id: string; served: boolean }[]> {
    const ids = [...this.#workspaces.keys()]
    const seen = [...this.#workspaces.values()].map((workspace) => workspace.seen)
    const served = isServed(sql`followed.id`)
    const { rows } = await sql<{ id: string; served: boolean }>`
      select followed.id, ${served} as served from unnest(${ids}::text[], ${seen}::bigint[]) as followed (id, seen)
      where exists (select from unnumbered_changes written where written.workspace_id = followed.id)
        or exists (select from change_counters counter
          where counter.workspace_id = followed.id and counter.last_number > followed.seen)
        or not ${served}
      ${planAnew}`.execute(this.#deps.db)
    return rows
  }

  /** The requests find that they may no longer read here, and end. */
  #wakeAll(workspaceId: string): void {
    for (const follower of [...(this.#workspaces.get(workspaceId)?.waiting ?? [])]) {
      this.leave(follower)
      follower.wake()
    }
  }

  /** Wakes the followers whom the new changes of a workspace concern. The others need not read these changes. */
  async #wakeConcerned(workspaceId: string): Promise<void> {
    const { last } = await numberChanges(this.#deps, workspaceId)
    for (let workspace = this.#workspaces.get(workspaceId); workspace && workspace.seen < last; ) {
      // A follower that joins during the query is not in it: it reads the changes up to `last` itself after joining.
      // Later
      // ones are checked for it too, by the next query.
      const waiting = [...workspace.waiting]
      const { people, until } = await this.#findConcerned(workspaceId, { after: workspace.seen, last }, waiting)
      for (const follower of waiting) {
        if (people.has(follower.userId) || follower.superAdmin) {
          this.leave(follower)
          follower.wake()
        } else follower.number = Math.max(follower.number, until)
      }
      workspace.seen = until
      workspace = this.#workspaces.get(workspaceId)
    }
  }

  /**
   * The waiting people whom the next batch of changes concerns, and the last number of the batch. Without `offset 0` PostgreSQL
   * would read everything that these people see, instead of who sees the few things that changed.
   */
  async #findConcerned(workspaceId: string, { after, last }: { after: number; last: number }, waiting: Follower[]) {
    const people = [...new Set(waiting.map(({ userId }) => userId))]
    const { rows } = await sql<{ until: string; people: string[] }>`
      with changed as materialized (
        select number, kind, id, people, channel_id from changes
        where workspace_id = ${workspaceId} and number > ${after} and number <= ${last} order by number limit ${sql.lit(batchSize)}
      ), readers (person, channel) as materialized (
        select unnest(people), null from changed where people is not null
        union
        select case kind when 'membership' then id end, case when kind <> 'membership' then channel_id end
        from changed where channel_id is not null
        union
        select case reader_kind when 'person' then reader_id end, case reader_kind when 'channel' then reader_id end
        from changed cross join lateral (
          select case changed.kind when 'action_item' then (
            select note_id from action_items where workspace_id = ${workspaceId} and id = changed.id)
            else changed.id end as id offset 0) shown
        cross join lateral (select reader_kind, reader_id from sight
          where workspace_id = ${workspaceId} and kind = case changed.kind when 'recording' then 'recording' else 'note' end
            and id = shown.id offset 0) sight
        where changed.people is null and changed.channel_id is null
        union
        select reader.user_id, null from changed cross join lateral (select id, note_id, created_by from action_items
          where workspace_id = ${workspaceId} and id = changed.id offset 0) item
        cross join lateral (
          select user_id from action_item_assignees where workspace_id = ${workspaceId} and item_id = item.id
          union all
          select item.created_by where item.note_id is null offset 0) reader
        where changed.kind = 'action_item' and changed.people is null and changed.channel_id is null
      ), waiting as (select unnest(${people}::text[]) as user_id)
      select (select max(number) from changed) as until, array(
        select user_id from waiting where user_id in (select person from readers)
        union
        select member.user_id from (select channel from readers where channel is not null) readers cross join lateral (
          select member.user_id from waiting join channel_members member on member.workspace_id = ${workspaceId}
            and member.channel_id = readers.channel and member.user_id = waiting.user_id offset 0) member
      ) as people ${planAnew}`.execute(this.#deps.db)
    return { people: new Set(rows[0]!.people), until: Number(rows[0]!.until ?? last) }
  }
}
