/** A cursor is a position: rows come and go, and nothing that stays is skipped or shown twice (decision 10 on pages). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { adminKey, type Kind, kinds, ownKey, type Thing, written } from './support/cursor-kinds.ts'
import { timesAmong } from './support/list-world.ts'
import { tries } from './support/random.ts'
import { type Item, idOf, pagesOf, readPost } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

const numRuns = tries({ suite: 6, deep: 200 })

// Close together, so that ids decide often.
const clocks = ['08:59:59.999', '09:00:00.000', '09:00:00.001', '09:00:00.002', '10:00:00.000']
const thing = fc
  .record({
    id: fc.stringMatching(/^[A-Za-z0-9_-]{1,6}$/).filter((id) => id !== 'list' && id !== 'tus'),
    times: timesAmong(clocks.map((clock) => `2026-01-05T${clock}Z`)),
    due_date: fc.option(fc.constantFrom('2026-01-08', '2026-01-09', '9999-12-31'), { freq: 2 }),
  })
  .map(({ times, ...each }): Thing => ({ ...each, ...times }))
const things = fc.uniqueArray(thing, { minLength: 16, maxLength: 24, selector: ({ id }) => id })
const change = fc.oneof(
  { weight: 3, arbitrary: fc.constant('insert' as const) },
  { weight: 2, arbitrary: fc.constantFrom('delete note' as const, 'delete recording' as const) },
  { weight: 5, arbitrary: fc.constant('delete where a cursor stands' as const) },
)

test('10: unchanged rows are shown once while others are added and removed, also at the position of a cursor', async () => {
  await using world = await openWorld()
  const changes = { made: 0, underCursor: 0 }
  let workspaces = 0
  const property = fc.asyncProperty(things, fc.gen(), async (all, gen) => {
    const later = all.slice(all.length / 2)
    const here = new Changing(world, `c${workspaces++}`)
    await here.add(all.slice(0, all.length / 2))
    const key = () => gen(fc.constantFrom, adminKey(here.name), ownKey(here.name))
    const walks = kinds.map((kind) => new Walk(here, kind, key(), () => gen(fc.integer, { min: 1, max: 4 })))
    while (walks.some(({ isDone }) => !isDone)) {
      for (const walk of walks) await walk.step()
      for (const what of gen(fc.array, change, { maxLength: 2 })) {
        if (what === 'insert') {
          const next = later.pop()
          if (next) await here.add([next])
        } else {
          const underCursor = what === 'delete where a cursor stands'
          const walk = walks[gen(fc.nat, walks.length - 1)]!
          const kind = underCursor ? walk.kind.goesWith : what === 'delete note' ? 'note' : 'recording'
          const present = [...here.ids[kind]]
          const id = underCursor ? walk.seen.at(-1)! : present[gen(fc.nat, 1_000) % present.length]!
          if (!here.ids[kind].has(id)) continue
          await here.remove(kind, id)
          if (underCursor) changes.underCursor += 1
        }
        changes.made += 1
      }
    }
  })
  await fc.assert(property, { numRuns, endOnFailure: true })
  assert(changes.made > numRuns * 3 && changes.underCursor > numRuns / 2, JSON.stringify(changes))
})

/** A workspace whose things come and go, and what is known of it. */
class Changing {
  readonly #world: World
  readonly name: string
  /** Everything that ever was. */
  readonly came = new Map<string, Thing>()
  readonly ids = { note: new Set<string>(), recording: new Set<string>() }

  constructor(world: World, name: string) {
    this.#world = world
    this.name = name
  }

  async add(things: Thing[]): Promise<void> {
    await this.#world.load(written(this.name, things))
    for (const each of things) {
      this.came.set(each.id, each)
      this.ids.note.add(each.id)
      this.ids.recording.add(each.id)
    }
  }

  async remove(kind: Kind['goesWith'], id: string): Promise<void> {
    const answer = await this.#world.delete(`/api/v1/${kind}/${id}`, adminKey(this.name))
    assert.equal(answer.status, 200, answer.text)
    if (kind === 'note') this.ids.note.delete(id)
    this.ids.recording.delete(id)
  }

  /** What the rest of a list is now, in its order. */
  after(last: string | undefined, { order, goesWith }: Kind): string[] {
    const position = last === undefined ? undefined : this.came.get(last)!
    return [...this.ids[goesWith]]
      .map((id) => this.came.get(id)!)
      .filter((row) => !position || order(position, row) < 0)
      .sort(order)
      .map(({ id }) => id)
  }

  read(kind: Kind, key: string) {
    return readPost(this.#world, kind.list, key, kind.body)
  }
}

/** One kind of list on its way. */
class Walk {
  readonly #here: Changing
  readonly #pages: AsyncGenerator<Item[]>
  /** What has been there since the beginning. */
  #stayed: string[]
  #left = 1
  readonly kind: Kind
  readonly seen: string[] = []
  isDone = false

  constructor(here: Changing, kind: Kind, key: string, size: () => number) {
    this.#here = here
    this.#pages = pagesOf(here.read(kind, key), size)
    this.#stayed = [...here.ids[kind.goesWith]]
    this.kind = kind
  }

  async step(): Promise<void> {
    const { name, goesWith } = this.kind
    if (this.isDone) return
    this.#stayed = this.#stayed.filter((id) => this.#here.ids[goesWith].has(id))
    const page = await this.#pages.next()
    assert.equal(page.done ?? false, this.#left === 0, `${name} ends when nothing is left`)
    if (page.done) {
      this.isDone = true
      const skipped = this.#stayed.filter((id) => !this.seen.includes(id))
      assert.deepEqual(skipped, [], `${name} skips`)
      assert.equal(this.seen.length, new Set(this.seen).size, `${name} repeats: ${this.seen}`)
    } else {
      const rest = this.#here.after(this.seen.at(-1), this.kind)
      const shown = page.value.map(idOf)
      assert.deepEqual(shown, rest.slice(0, shown.length), name)
      this.#left = rest.length - shown.length
      this.seen.push(...shown)
    }
  }
}
