/**
 * Random lives of action items: what is told is what a naive model of decisions 25 on status changes, 26 on the window
 * and 40 on recipients says, at every moment.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { keys } from './support/acme.ts'
import { type Listening, openListening } from './support/listening.ts'
import { tries } from './support/random.ts'

const numRuns = tries({ suite: 8, deep: 200 })

let here: Listening
before(async () => {
  here = await openListening()
})
after(() => here[Symbol.asyncDispose]())

type Person = 'ada' | 'bo'
type Step =
  | { do: 'complete' | 'reopen' | 'archive'; item: string; who: Person }
  | { do: 'edit'; item: string; assignees?: string[]; completion_type?: 'any' | 'all'; text?: string }
  | { do: 'wait'; seconds: number }

type ModelItem = { status: string; type: string; assignees: string[]; marks: string[]; text: string }
type Hold = { due: number; done: boolean; assignees: string[] }

const item = fc.constantFrom('ai_1', 'ai_2')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('complete' as const, 'complete' as const, 'reopen' as const, 'archive' as const),
    item,
    who: fc.constantFrom('ada' as const, 'bo' as const),
  }),
  fc.record(
    {
      do: fc.constant('edit' as const),
      item,
      assignees: fc.shuffledSubarray(['u_ada', 'u_bo']),
      completion_type: fc.constantFrom('any' as const, 'all' as const),
      text: fc.constantFrom('one', 'two'),
    },
    { requiredKeys: ['do', 'item'] },
  ),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 10, 29, 30, 31) }),
)

test('for any actions at any time, webhooks receive the resulting events', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      await here.reset()
      const model = new Model()
      for (const each of [...steps, { do: 'wait', seconds: 31 } as const]) {
        if (each.do === 'wait') {
          const heard = (await here.sentAfter(each.seconds)).map(({ webhook, type, body }) => {
            return `${webhook} ${type} ${body.id} ${body.text} ${body.assignee_id ?? body.assignees.map(idOf)}`
          })
          assert.deepEqual(heard.sort(), model.wait(each.seconds).sort())
          told += heard.length
        } else if (await perform(each)) model.change(each)
      }
    }),
    { numRuns, endOnFailure: true },
  )
  assert(told > numRuns, `${told} were told`)
})

/** @returns whether it was allowed: an item without a note is edited by its maker, and acted on by its assignees */
async function perform(each: Exclude<Step, { do: 'wait' }>): Promise<boolean> {
  // Ada and Bo both may edit the note of ai_1; Bo made ai_2.
  if (each.do === 'edit') {
    const { do: _, item, ...wanted } = each
    await here.edit(item, wanted, keys.bo)
    return true
  }
  const path = `/api/v1/action_item/${each.item}/${each.do === 'archive' ? 'archive' : 'complete'}`
  const body = each.do === 'archive' ? undefined : { completed: each.do === 'complete' }
  const { status } = await here.world.post(path, keys[each.who], body)
  assert([200, 403, 404].includes(status))
  return status === 200
}

class Model {
  readonly #items = new Map<string, ModelItem>([
    ['ai_1', { status: 'Incomplete', type: 'any', assignees: ['u_ada'], marks: [], text: 'Send the deck' }],
    ['ai_2', { status: 'Incomplete', type: 'any', assignees: ['u_bo', 'u_ada'], marks: [], text: 'Call back' }],
  ])
  readonly #holds = new Map<string, Hold>()
  #now = 0

  change(each: Exclude<Step, { do: 'wait' }>): void {
    const before = this.#items.get(each.item)!
    const now = structuredClone(before)
    if (each.do === 'edit') {
      now.assignees = each.assignees ?? now.assignees
      now.type = each.completion_type ?? now.type
      now.text = each.text ?? now.text
    } else if (each.do === 'archive') now.status = 'Archived'
    else if (each.do === 'reopen') Object.assign(now, { status: 'Incomplete', marks: [] })
    else {
      const who = `u_${each.who}`
      if (!now.marks.includes(who)) now.marks.push(who)
      const everybody = now.assignees.every((assignee) => now.marks.includes(assignee))
      if (now.type === 'any' || everybody || !now.assignees.includes(who)) now.status = 'Done'
    }
    this.#items.set(each.item, now)
    if (JSON.stringify(now) === JSON.stringify(before) || this.#holds.has(each.item)) return
    const hold = { due: this.#now + 30, done: before.status === 'Done', assignees: before.assignees }
    this.#holds.set(each.item, hold)
  }

  wait(seconds: number): string[] {
    this.#now += seconds
    const due = [...this.#holds].filter(([, { due }]) => due <= this.#now)
    return due.flatMap(([id, before]) => {
      this.#holds.delete(id)
      const { status, assignees, text } = this.#items.get(id)!
      const added = assignees.filter((assignee) => !before.assignees.includes(assignee))
      const hooks = (people: string[]) => people.map((person) => [person.replace('u_', 'wh_'), person])
      return [
        ...(added.length > 0 ? [...hooks(added), ['ws_all']] : []).map(
          ([hook]) => `${hook} action_item.assigned ${id} ${text} ${assignees}`,
        ),
        ...(status === 'Done' && !before.done ? [...hooks(assignees), ['ws_all', assignees]] : []).map(
          ([hook, whom]) => `${hook} action_item.completed ${id} ${text} ${whom}`,
        ),
      ]
    })
  }
}

const idOf = ({ id }: { id: string }) => id
