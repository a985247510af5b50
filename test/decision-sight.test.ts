/** Decision 63: nobody learns of a decision outside their sight, and everyone of those within it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decisionLimits } from '../server/meetings/decisions/decision-sources.ts'
import { type Asker, askersOf, written } from './support/askers.ts'
import {
  type DecisionRequest,
  type DecisionWorkspace,
  expectedDecisions,
  plainDecisionRequests,
  randomDecisionRequest,
  randomDecisionWorkspace,
  seesDecision,
  shownTo,
} from './support/decision-model.ts'
import { limitsHere } from './support/limits-here.ts'
import { tries } from './support/random.ts'
import { idOf, readPost, walk } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

// Small, so that lists also read what is beyond.
limitsHere(decisionLimits, { near: 3 })

const worlds = tries({ suite: 6, deep: 2_000 })
let runs = 0
let briefed = 0

test(`63: reading, lists and changes show everyone what the simple rule says, in ${worlds} worlds`, async () => {
  await using world = await openWorld()
  const property = fc.asyncProperty(randomDecisionWorkspace, fc.gen(), async (model, gen) => {
    const name = `w${++runs}`
    await world.load(written(name, model))
    for (const asker of askersOf(name, model)) {
      await compareEach(world, model, asker)
      await compareCopy(world, model, asker)
      await compareToldOf(world, model, asker)
      const some = gen(fc.array, randomDecisionRequest, { minLength: 3, maxLength: 3 })
      const plain = gen(fc.constantFrom, ...plainDecisionRequests)
      for (const request of [{ filters: {} }, plain, ...some])
        await compareList(world, model, asker, request, () => gen(fc.integer, { min: 1, max: 4 }))
    }
  })
  await fc.assert(property, { numRuns: worlds, endOnFailure: true })
  assert(briefed > 0)
})

async function compareEach(world: World, model: DecisionWorkspace, { name, key, headers, viewer }: Asker) {
  for (const decision of model.decisions) {
    const { status, body } = await world.get(`/api/v1/decision/${decision.id}`, key, { headers })
    const what = `${name} and ${JSON.stringify(decision)}`
    if (!seesDecision(model, viewer, decision)) assert.equal(status, 404, what)
    else assert.partialDeepStrictEqual(body.decision, shownTo(model, viewer, decision), what)
  }
}

/** Briefs and the answers to questions tell of no other decision, and of each no more than the rule says. */
async function compareToldOf(world: World, model: DecisionWorkspace, { name, key, headers, viewer }: Asker) {
  const told: { id: string; superseded_by: string | null; status: string }[] = []
  for (const { id } of model.notes) {
    const { body } = await world.get(`/api/v1/note/${id}/brief`, key, { headers })
    if (body.brief) told.push(...body.brief.last_time, ...body.brief.standing)
  }
  const { body } = await world.post('/api/v1/ask', key, { question: 'rent, sell or wait?' }, { headers })
  told.push(...body.citations.flatMap(({ decision }: { decision: (typeof told)[number] | null }) => decision ?? []))
  for (const { id, status, superseded_by } of told) {
    const decision = model.decisions.find((each) => each.id === id)!
    assert(seesDecision(model, viewer, decision), `${name} was told of ${id}`)
    assert.partialDeepStrictEqual(shownTo(model, viewer, decision), { status, superseded_by }, `${name} and ${id}`)
  }
  briefed += told.length
}

async function compareCopy(world: World, model: DecisionWorkspace, { name, key, headers, viewer }: Asker) {
  const { body } = await world.get('/api/v1/changes?kinds=decision&page_size=200', key, { headers })
  const seen = model.decisions.filter((each) => seesDecision(model, viewer, each)).map(idOf)
  assert.deepEqual(body.data.map(idOf).sort(), seen.sort(), `the first copy of ${name}`)
}

async function compareList(
  world: World,
  model: DecisionWorkspace,
  asker: Asker,
  request: DecisionRequest,
  size: () => number,
): Promise<void> {
  const expected = expectedDecisions(model, asker.viewer, request)
  const what = `${asker.name} with ${JSON.stringify(request)}`
  if (expected === 400) {
    const refused = await world.post('/api/v1/decisions', asker.key, request, { headers: asker.headers })
    assert.equal(refused.status, 400, what)
    return
  }
  const found = await walk(readPost(world, 'decisions', asker.key, request, asker.headers), size)
  assert.deepEqual(found.map(idOf), expected, what)
}
