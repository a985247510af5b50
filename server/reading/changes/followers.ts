/**
 * The requests of this process that wait for changes. They share the wake-ups of the process, and one query for the
 * people whom new changes concern; only the requests of these people read again.
 */
import { sql } from 'kysely'
import { isServed } from '../../people/caller/frozen.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { planAnew } from '../../platform/postgres/preparing-client.ts'
import type { Wakeups } from '../../platform/postgres/wakeups.ts'
import type { Reader } from './change-cursor.ts'
import { findConcerned } from './concerns.ts'
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

type Waking = Pick<Context, 'db' | 'clock' | 'log'> & { wakeups: Wakeups }

export class Followers {
  readonly #context: Waking
  /** By workspace: the waiting requests, and the last number that `#wakeConcerned` has checked. */
  readonly #workspaces = new Map<string, { waiting: Set<Follower>; seen: number }>()
  #starting: Promise<void> | undefined
  #running: Promise<void> | undefined
  #stopping = false

  constructor(context: Waking) {
    this.#context = context
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
    if (this.#running) this.#context.wakeups.stop()
    await this.#running
  }

  /** Called with the first follower: a process without followers needs no wake-ups. */
  async #start(): Promise<void> {
    this.#starting ??= this.#context.wakeups.start().then(() => {
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
      await this.#context.wakeups.woken(checkEveryMs)
      if (this.#stopping || this.#workspaces.size === 0) continue
      try {
        for (const { id, served } of await this.#findChanged())
          await (served ? this.#wakeConcerned(id) : this.#wakeAll(id))
      } catch (error) {
        this.#context.log.warn({ reason: (error as Error).message }, 'Changes could not be looked up; trying again')
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
      ${planAnew}`.execute(this.#context.db)
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
    const { last } = await numberChanges(this.#context, workspaceId)
    for (let workspace = this.#workspaces.get(workspaceId); workspace && workspace.seen < last; ) {
      // A follower that joins during the query is not in it: it reads the changes up to `last` itself after joining.
      // Later ones are checked for it too, by the next query.
      const waiting = [...workspace.waiting]
      const people = [...new Set(waiting.map(({ userId }) => userId))]
      const range = { after: workspace.seen, last, most: batchSize }
      const { concerned, until } = await findConcerned(this.#context.db, workspaceId, range, people)
      for (const follower of waiting) {
        if (concerned.has(follower.userId) || follower.superAdmin) {
          this.leave(follower)
          follower.wake()
        } else follower.number = Math.max(follower.number, until)
      }
      workspace.seen = until
      workspace = this.#workspaces.get(workspaceId)
    }
  }
}
