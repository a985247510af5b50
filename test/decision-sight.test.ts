/** Decision 63: nobody learns of a decision outside their sight, and everyone of those within it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { announceDecisions } from '../server/meetings/decisions/announce-decisions.ts'
import { decisionLimits } from '../server/meetings/decisions/decision-sources.ts'
import { type Asker, askersOf, written } from './support/askers.ts'
import {
  type DecisionRequest,
  type DecisionWorkspace,
  decided,
  expectedDecisions,
  historyShownTo,
  plainDecisionRequests,
  randomDecisionRequest,
  randomDecisionWorkspace,
  seesDecision,
  shownTo,
} from './support/decision-model.ts'
import { limitsHere } from './support/limits-here.ts'
import { tries } from './support/random.ts'
import type { Viewer } from './support/sight-model.ts'
import { idOf, readPost, walk } from './support/walk.ts'
import { openWorld, type World } from './support/world.ts'

// Small, so that lists also read what is beyond.
limitsHere(decisionLimits, { near: 3 })

const worlds = tries({ suite: 6, deep: 2_000 })
let runs = 0
let briefed = 0

test(`63: reading, lists, changes, search, questions, assistants and events show everyone what the simple rule says, in ${worlds} worlds`, async () => {
  await using world = await openWorld()
  const property = fc.asyncProperty(randomDecisionWorkspace, fc.gen(), async (model, gen) => {
    const name = `w${++runs}`
    await world.load({ ...written(name, model), webhooks: webhooksOf(model) })
    await compareEvents(world, name, model)
    for (const asker of askersOf(name, model)) {
      await compareEach(world, model, asker)
      await compareCopy(world, model, asker)
      await compareSearch(world, model, asker)
      await compareAnswer(world, model, asker)
      await compareTool(world, model, asker)
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

type HistoryEntry = { at: string; user: { id: string } | null; change: object }

async function compareEach(world: World, model: DecisionWorkspace, { name, key, headers, viewer }: Asker) {
  for (const decision of model.decisions) {
    const { status, body } = await world.get(`/api/v1/decision/${decision.id}`, key, { headers })
    const what = `${name} and ${JSON.stringify(decision)}`
    const history = await world.get(`/api/v1/decision/${decision.id}/history`, key, { headers })
    if (!seesDecision(model, viewer, decision)) {
      assert.deepEqual([status, history.status], [404, 404], what)
      continue
    }
    assert.deepEqual(body.decision, { ...body.decision, ...shownTo(model, viewer, decision) }, what)
    const told = history.body.data.map(({ at, user, ...entry }: HistoryEntry) => ({ ...entry, user: user?.id ?? null }))
    assert.deepEqual(told, historyShownTo(model, viewer, decision), `the history for ${what}`)
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

const seenBy = (model: DecisionWorkspace, viewer: Viewer) =>
  model.decisions.filter((each) => seesDecision(model, viewer, each))
const idsSeenBy = (model: DecisionWorkspace, viewer: Viewer) => seenBy(model, viewer).map(idOf).sort()

async function compareSearch(world: World, model: DecisionWorkspace, { name, key, headers, viewer }: Asker) {
  const { body } = await world.post('/api/v1/search', key, { query: decided }, { headers })
  const found = body.data.map(({ decision_id }: { decision_id: string }) => decision_id)
  assert.deepEqual(found.sort(), idsSeenBy(model, viewer), `what ${name} finds`)
}

/** Without a model: what is cited, some of many. */
async function compareAnswer(world: World, model: DecisionWorkspace, { name, key, headers, viewer }: Asker) {
  const { body } = await world.post('/api/v1/ask', key, { question: decided }, { headers })
  const shown = seenBy(model, viewer).map((each) => {
    const { id, status, superseded_by } = shownTo(model, viewer, each)
    return { id, status, superseded_by }
  })
  const cited: typeof shown = body.citations.map(({ decision }: { decision: object }) => decision)
  const expected = shown.filter(({ id }) => shown.length <= 6 || cited.some((each) => each.id === id))
  assert(cited.length >= Math.min(shown.length, 6), `what is cited to ${name}`)
  assert.deepEqual(cited.sort(byId), expected.sort(byId), `what is cited to ${name}`)
}
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

async function compareTool(world: World, model: DecisionWorkspace, { name, key, headers, viewer }: Asker) {
  const params = { name: 'list_decisions', arguments: { limit: 50 } }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const accept = 'application/json, text/event-stream'
  const { status, text } = await world.post('/mcp', key, call, { headers: { ...headers, accept } })
  assert.equal(status, 200, text)
  const result = JSON.parse(text.replace(/^[^{]*data: /s, '')).result.structuredContent
  const told: { id: string; superseded_by: string | null }[] = result.decisions
  const shown = seenBy(model, viewer).map((each) => shownTo(model, viewer, each))
  const briefly = (some: typeof told) => some.map(({ id, superseded_by }) => ({ id, superseded_by })).sort(byId)
  assert.deepEqual(briefly(told), briefly(shown), `what an assistant of ${name} lists`)
}

/** One of each person, by their own key, and one of the workspace. */
function webhooksOf(model: DecisionWorkspace): object[] {
  const hook = (id: string, owner: string, more: object) => {
    const enabled_events = ['decision.made']
    return { id, owner, url: `https://${id.replace('_', '-')}.test/`, enabled_events, ...more }
  }
  const own = model.users.filter(({ active }) => active).map(({ id }) => hook(`wh_${id}`, id, {}))
  const admin = { scope: 'workspace', api_key: 'k_admin' }
  return model.plan === 'enterprise' ? [...own, hook('ws_all', 'u_0', admin)] : own
}

async function compareEvents(world: World, name: string, model: DecisionWorkspace) {
  const now = world.base.clock()
  const change = { workspaceId: `ws_${name}`, now }
  await world.db
    .transaction()
    .execute((tx) => announceDecisions(tx, change, 'decision.made', model.decisions.map(idOf)))
  const rows = await world.db
    .deleteFrom('messages')
    .where('workspace_id', '=', change.workspaceId)
    .returning(['webhook_id', 'body'])
    .execute()
  const told = Map.groupBy(rows, ({ webhook_id }) => webhook_id)
  for (const { id } of webhooksOf(model) as { id: string }[]) {
    const viewer = { userId: id === 'ws_all' ? 'u_0' : id.slice('wh_'.length), superAdmin: id === 'ws_all' }
    const bodies = (told.get(id) ?? []).map(({ body }) => JSON.parse(String(body))).sort(byId)
    assert.deepEqual(bodies.map(idOf), idsSeenBy(model, viewer), `what ${id} receives`)
    for (const body of bodies) {
      const decision = model.decisions.find((each) => each.id === body.id)!
      assert.deepEqual(body, { ...body, ...shownTo(model, viewer, decision) }, `what ${id} receives`)
    }
  }
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
  for (const row of found) {
    const decision = model.decisions.find(({ id }) => id === row.id)!
    assert.deepEqual(row, { ...row, ...shownTo(model, asker.viewer, decision) }, what)
  }
}
