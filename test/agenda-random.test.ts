/**
 * Random agendas through the API and a real database: they read back as written, and stay as they are (decision 21 on
 * native markup).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { anyAgenda } from '../server/meetings/notes/agenda.arbitrary.ts'
import type { ActionItemBlock, Agenda, Block, DecisionBlock } from '../server/meetings/notes/agenda.ts'
import { parseAgenda } from '../server/meetings/notes/agenda-parse.ts'
import { printAgenda } from '../server/meetings/notes/agenda-print.ts'
import { tries } from './support/random.ts'
import { statementsOf } from './support/statements.ts'
import { openWritingWorld, type WritingWorld } from './support/writing-world.ts'

let world: WritingWorld
before(async () => {
  world = await openWritingWorld()
  await world.reset()
})
after(() => world[Symbol.asyncDispose]())

/** Names of one account each: as markup may name it, and as it is read back. */
const accounts = new Map([
  ['u_ada', 'u_ada'],
  ['BO@acme.test', 'u_bo'],
  ['dee@ACME.test', 'u_dee'],
])

/** An agenda whose assignees are people of the workspace. */
const writable: fc.Arbitrary<Agenda> = fc
  .tuple(anyAgenda, fc.infiniteStream(fc.subarray([...accounts.keys()])))
  .map(([agenda, people]) =>
    agenda.map((block) => (block.type === 'action_item' ? { ...block, assignees: people.next().value! } : block)),
  )

/** What is read of an agenda that was written without any id. */
function asRead(block: Block): Block {
  if (!('id' in block)) return block
  const assignees = 'assignees' in block && block.assignees.map((name) => accounts.get(name) ?? name)
  return { ...block, id: null, ...(assignees && { assignees }) } as Block
}

const withoutIds = (agenda: Agenda) => agenda.map(asRead)

test('21: any agenda reads back as written, and writing back what was read changes nothing', async () => {
  const property = fc.asyncProperty(writable, async (agenda) => {
    world.advance({ minutes: 1 })
    const answer = await world.put(printAgenda(agenda))
    const { content_native_markdown: read, updated_at } = await world.note()
    assert.equal(read, answer)
    const blocks = parseAgenda(read)
    assert.deepEqual(withoutIds(blocks), withoutIds(agenda))
    assert(blocks.every((block) => !('id' in block) || block.id !== null))
    assert.equal(printAgenda(blocks), read)

    const rows = await world.rows()
    world.advance({ minutes: 1 })
    assert.equal(await world.put(read), read)
    assert.deepEqual(await world.rows(), rows)
    assert.equal((await world.note()).updated_at, updated_at)
  })
  await fc.assert(property, { numRuns: tries({ suite: 50, deep: 1_500 }) })
})

type Roll = (sides: number) => number

/** Takes lines away, moves, changes and adds some. */
function edit(agenda: Agenda, more: Agenda, roll: Roll): Agenda {
  const lines = agenda.filter(() => roll(5) > 0).map((block) => (roll(4) === 0 ? changed(block, roll) : block))
  for (const block of more) lines.splice(roll(lines.length + 1), 0, block)
  if (lines.length > 0) lines.push(...lines.splice(roll(lines.length), 1))
  let deepest = 0
  return lines.map((block) => {
    const depth = Math.min(block.depth, deepest)
    deepest = depth + 1
    return { ...block, depth } as Block
  })
}

function changed(block: Block, roll: Roll): Block {
  if (block.type === 'decision' && roll(2) === 0) {
    return { ...block, status: block.status === 'stands' ? 'withdrawn' : 'stands' }
  }
  if (block.type !== 'action_item') return { ...block, text: `${block.text}!` }
  const ways: Partial<ActionItemBlock>[] = [
    { text: `${block.text}!` },
    { due_date: block.due_date ? null : '2026-02-01' },
    { status: block.status === 'Done' ? 'Incomplete' : 'Done' },
    { completion_type: block.completion_type === 'any' ? 'all' : 'any' },
    { assignees: block.assignees.includes('u_fay') ? [] : [...block.assignees, 'u_fay'] },
  ]
  return { ...block, ...ways[roll(ways.length)] }
}

type Stored = { id: string; updated_at: Date; created_at: Date }

const rowsOf = (table: 'action_items' | 'decisions'): Promise<Stored[]> =>
  world.db
    .selectFrom(table)
    .select(['id', 'updated_at', 'created_at'])
    .where('workspace_id', '=', 'ws_acme')
    .where('note_id', '=', 'n_1')
    .execute()

type Thing = ActionItemBlock | DecisionBlock
const thingsIn = (agenda: Agenda) =>
  agenda.filter((block): block is Thing => block.type === 'action_item' || block.type === 'decision')
const things = async () => [...(await rowsOf('action_items')), ...(await rowsOf('decisions'))]

test('items and decisions keep their ids through random edits; unchanged ones keep updated_at', async () => {
  const property = fc.asyncProperty(
    writable,
    fc.array(writable, { minLength: 1, maxLength: 3 }),
    fc.infiniteStream(fc.nat(1_000)),
    async (first, additions, dice) => {
      const roll: Roll = (sides) => dice.next().value! % sides
      let current = parseAgenda(await world.put(printAgenda(first)))
      for (const addition of additions) {
        const stored = new Map((await things()).map((item) => [item.id, item]))
        const before = new Map(thingsIn(current).map((item) => [item.id!, { ...item, depth: 0 }]))
        assert.deepEqual([...stored.keys()].sort(), [...before.keys()].sort())
        const wanted = edit(current, withoutIds(addition), roll)
        world.advance({ minutes: 1 })
        current = parseAgenda(await world.put(printAgenda(wanted)))

        assert.deepEqual(withoutIds(current), withoutIds(wanted))
        const now = world.base.clock()
        const after = new Map((await things()).map((item) => [item.id, item]))
        const kept = thingsIn(wanted).flatMap(({ id }) => (id ? [id] : []))
        assert.equal(after.size, thingsIn(wanted).length)
        for (const id of kept) {
          const text = thingsIn(wanted).find((item) => item.id === id)!
          const same = printAgenda([{ ...text, depth: 0 }]) === printAgenda([before.get(id)!])
          const times = { ...stored.get(id)!, ...(!same && { updated_at: now }) }
          assert.deepEqual(after.get(id), times, `${id} ${same ? 'stayed' : 'changed'}`)
        }
        for (const [id, item] of after)
          if (!stored.has(id)) assert.deepEqual([item.created_at, item.updated_at], [now, now])
        for (const id of stored.keys()) assert.equal(after.has(id), kept.includes(id))
      }
    },
  )
  await fc.assert(property, { numRuns: tries({ suite: 25, deep: 600 }) })
})

const ofItem = (item: number) => `::action-item[Item ${item}]{assignees="u_ada u_bo"}`
const ofDecision = (item: number) => `::decision[Item ${item}]`
for (const [kind, line] of Object.entries({ items: ofItem, decisions: ofDecision }))
  test(`2,000 ${kind} take a fixed number of statements to create, change and remove`, async () => {
    const lines = (count: number) =>
      ['::agenda{version=1}', ...Array.from({ length: count }, (_, item) => line(item))].join('\n')
    const counts = async (count: number) => {
      const written = await statementsOf(world.base, () => world.put(lines(count)))
      const text: string = (await world.note()).content_native_markdown
      const changed = await statementsOf(world.base, () =>
        world.put(text.replaceAll('Item', 'Thing').replaceAll('u_ada ', '')),
      )
      const removed = await statementsOf(world.base, () => world.put(''))
      return [written, changed, removed]
    }
    const few = await counts(2)
    const many = await counts(2_000)
    assert(
      many.every((statements, index) => statements > 5 && statements <= few[index]!),
      `${many}, and ${few} of two`,
    )
  })
