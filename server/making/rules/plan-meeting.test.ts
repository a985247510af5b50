/** Which rules count for a meeting (decision 64). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertNoSquare } from '../../../test/support/growth.ts'
import {
  type RecordWish,
  type RuleActions,
  type RuleMatch,
  recordWishes,
} from '../../platform/postgres/column-types.ts'
import { foldCase } from '../../platform/text.ts'
import {
  type ChangeOnce,
  changeOnce,
  hasOutsiders,
  type Meeting,
  matches,
  type Once,
  type Plan,
  planMeeting,
  type Rule,
} from './plan-meeting.ts'

const meeting: Meeting = {
  title: foldCase('Weekly Straße'),
  seriesId: 'se_w',
  feedIds: ['cal_1'],
  organizer: 'ada@acme.test',
  invited: ['ada@acme.test', 'bo@acme.test', 'guest@elsewhere.test'],
  hasCall: true,
  hasOutsiders: true,
  people: ['u_ada', 'u_bo'],
  actor: 'u_ada',
}
const rule = (id: string, userId: string | null, does: RuleActions, match: RuleMatch = {}): Rule => ({
  id,
  userId,
  match,
  does,
})

test('all that is given must hold; nothing given is every meeting', () => {
  const holds: RuleMatch[] = [
    {},
    { series_id: 'se_w' },
    { feed_id: 'cal_1' },
    { organizer: 'ada@acme.test' },
    { domain: 'acme.test' },
    { title_contains: foldCase('STRASSE') },
    { outsiders: true },
    { people_min: 3, people_max: 3 },
  ]
  const fails: RuleMatch[] = [
    { series_id: 'se_x' },
    { feed_id: 'cal_2' },
    { organizer: 'bo@acme.test' },
    { domain: 'test' },
    { title_contains: 'monthly' },
    { outsiders: false },
    { people_min: 4 },
    { people_max: 2 },
  ]
  for (const match of holds) assert(matches(match, meeting), JSON.stringify(match))
  for (const match of fails) {
    assert(!matches(match, meeting), JSON.stringify(match))
    for (const other of holds) assert(!matches({ ...other, ...match }, meeting))
  }
  const alone = { ...meeting, organizer: null, invited: [], hasOutsiders: false, seriesId: null }
  for (const match of [{ organizer: 'ada@acme.test' }, { domain: 'acme.test' }, { outsiders: true }, { people_min: 1 }])
    assert(!matches(match, alone))
  assert(matches({ outsiders: false, people_max: 0 }, alone))
})

test('who is invited by an address of another domain is an outsider; a room without an address is none', () => {
  const isFound = (...invited: string[]) => hasOutsiders(invited, ['acme.test'])
  assert.deepEqual([isFound('bo@acme.test', 'room 1'), isFound('bo@acme.test', 'x@elsewhere.test')], [false, true])
})

test('the first matching rule counts for each thing, a person’s before the workspace’s', () => {
  const plan = planMeeting(meeting, [
    rule('a1', 'u_ada', { template_id: 'nt_1' }, { title_contains: 'other' }),
    rule('a2', 'u_ada', { template_id: 'nt_2', publish: ['ch_a'] }),
    rule('a3', 'u_ada', { template_id: 'nt_3', notes_language: 'fr' }),
    rule('b1', 'u_bo', { publish: [], share: [{ user: 'u_cy', can_edit: false }], notes_language: 'de' }),
    rule('w1', null, {
      publish: ['ch_w'],
      share: [{ user: 'u_di', can_edit: true }],
      record: 'bot',
      recorder_id: 'rec_1',
      next: 'make',
    }),
    rule('b2', 'u_bo', { next: 'never' }),
  ])
  assert.deepEqual(plan, {
    record: { wish: 'bot', recorderId: 'rec_1', isOfPerson: false, ruleId: 'w1', userId: 'u_ada' },
    remind: [],
    template: { templateId: 'nt_2', ruleId: 'a2', userId: 'u_ada' },
    notesLanguage: { tag: 'fr', ruleId: 'a3', userId: 'u_ada' },
    publish: [
      { channelIds: ['ch_a'], ruleId: 'a2', userId: 'u_ada' },
      { channelIds: [], ruleId: 'b1', userId: 'u_bo' },
    ],
    share: [
      { people: [{ user: 'u_cy', can_edit: false }], ruleId: 'b1', userId: 'u_bo' },
      { people: [{ user: 'u_di', can_edit: true }], ruleId: 'w1', userId: 'u_ada' },
    ],
    next: { wish: 'never', ruleId: 'b2', userId: 'u_bo' },
  } satisfies Plan)
})

test('the time grows with the people and not with their square', () => {
  const people = Array.from({ length: 16_000 }, (_, n) => `u_${n}`)
  const rules = people.map((id) => rule(id, id, { publish: ['ch_a'] }))
  assertNoSquare(people.length, (size) => {
    const { publish } = planMeeting({ ...meeting, people: people.slice(0, size) }, rules.slice(0, size))
    assert.equal(publish.length, size)
  })
})

test('a wish of one’s own comes before the workspace’s, and who has none has that', () => {
  const wishOf = (...rules: Rule[]) => planMeeting(meeting, rules).record?.wish
  const [ada, bo] = ['u_ada', 'u_bo'].map((id) => (record: RuleActions['record']) => rule(id, id, { record: record! }))
  const all = (record: RuleActions['record']) => rule('w', null, { record: record! })
  assert.equal(wishOf(ada!('bot'), all('never')), 'bot', 'a person’s before the workspace’s')
  assert.equal(wishOf(ada!('remind'), all('bot')), 'bot', 'Bo has no wish of his own')
  assert.equal(wishOf(ada!('remind'), bo!('remind'), all('bot')), 'remind')
  assert.equal(wishOf(ada!('bot'), bo!('never'), all('bot')), 'never')
  assert.equal(wishOf(all('never')), 'never')
  assert.equal(wishOf(), undefined)
})

const person = fc.constantFrom('u_ada', 'u_bo', 'u_cy')
const match = fc.record(
  { title_contains: fc.constantFrom('week', 'x'), outsiders: fc.boolean(), people_min: fc.nat(5) },
  { requiredKeys: [] },
)
const does = fc.record(
  {
    record: fc.constantFrom(...recordWishes),
    template_id: fc.constantFrom('nt_1', 'nt_2'),
    publish: fc.subarray(['ch_1', 'ch_2']),
  },
  { requiredKeys: [] },
)
const rules = fc
  .array(fc.record({ userId: fc.option(person), match, does }), { maxLength: 8 })
  .map((list) => list.map((each, index) => ({ id: `r${index}`, ...each }) as Rule))
const meetings = fc
  .record({ people: fc.subarray(['u_ada', 'u_bo', 'u_cy']), actor: fc.option(person) })
  .map((some) => ({ ...meeting, ...some }))

test('rules of who does not attend, and rules that do not match, change nothing', () => {
  fc.assert(
    fc.property(meetings, rules, (of, list) => {
      const counting = list.filter(
        ({ userId, match }) => (userId === null || of.people.includes(userId)) && matches(match, of),
      )
      assert.deepEqual(planMeeting(of, list), planMeeting(of, counting))
    }),
  )
})

test('a later rule of the same person for the same thing changes nothing', () => {
  fc.assert(
    fc.property(meetings, rules, (of, list) => {
      const later = list.map((each) => ({ ...each, id: `${each.id} again` }))
      assert.deepEqual(planMeeting(of, [...list, ...later]), planMeeting(of, list))
    }),
  )
})

test('whose first wish is never is not recorded, whatever others want; nobody’s bot is sent unless one wants it', () => {
  fc.assert(
    fc.property(meetings, rules, (of, list) => {
      const wishOf = (userId: string | null) =>
        list.find((each) => each.userId === userId && each.does.record !== undefined && matches(each.match, of))?.does
          .record
      const wish = planMeeting(of, list).record?.wish
      if (of.people.some((userId) => wishOf(userId) === 'never')) assert.equal(wish, 'never')
      if (wish === 'bot') assert([null, ...of.people].some((userId) => wishOf(userId) === 'bot'))
    }),
  )
})

test('each rule acts as its own person, and the workspace’s as the actor', () => {
  fc.assert(
    fc.property(meetings, rules, (of, list) => {
      const { record, template, publish } = planMeeting(of, list)
      const attending = of.actor !== null && of.people.includes(of.actor) ? of.actor : (of.people[0] ?? of.actor)
      if (record && !record.isOfPerson)
        assert.equal(record.userId, attending, 'as somebody who attends, if anybody does')
      for (const by of [record?.isOfPerson ? record : null, template, ...publish]) {
        if (!by) continue
        const { userId } = list.find(({ id }) => id === by.ruleId)!
        assert.equal(by.userId, userId ?? of.actor)
      }
      const actors = publish.map(({ userId }) => userId)
      assert.equal(new Set(actors).size, actors.length, 'nobody publishes by two rules')
    }),
  )
})

test('what somebody changed for this meeting counts, but not over another’s never', () => {
  const once = { userId: 'u_bo', record: 'bot' as const, templateId: 'nt_9', added: ['ch_b'], dropped: ['ch_a'] }
  const rules = [rule('a', 'u_ada', { publish: ['ch_a', 'ch_b', 'ch_c'], template_id: 'nt_1' })]
  const plan = planMeeting(meeting, rules, [once])
  assert.deepEqual(plan.record, { wish: 'bot', recorderId: null, isOfPerson: true, ruleId: null, userId: 'u_bo' })
  assert.deepEqual(plan.template, { templateId: 'nt_9', ruleId: null, userId: 'u_bo' })
  assert.deepEqual(plan.publish, [
    { channelIds: ['ch_b'], ruleId: null, userId: 'u_bo' },
    { channelIds: ['ch_b', 'ch_c'], ruleId: 'a', userId: 'u_ada' },
  ])
  const never = (userId: string | null) => rule('n', userId, { record: 'never' })
  const wishOf = (userId: string | null, given: Once = once, of = meeting) =>
    planMeeting(of, [never(userId)], [given]).record?.wish
  assert.equal(wishOf('u_bo'), 'bot', 'their own rule')
  assert.equal(wishOf(null), 'bot', 'the workspace’s rule')
  assert.equal(wishOf('u_ada'), 'never')
  const left = { ...meeting, people: ['u_ada'] }
  const alone = planMeeting(left, rules, [once])
  assert.equal(alone.record, null, 'who has left sends no bot')
  assert.deepEqual(
    alone.publish,
    [{ channelIds: ['ch_b', 'ch_c'], ruleId: 'a', userId: 'u_ada' }],
    'and publishes nothing',
  )
  const refused = planMeeting(left, [rule('w', null, { record: 'bot' })], [{ ...once, record: 'never' }])
  assert.equal(refused.record?.wish, 'never')
})

test('for this meeting each has a wish of their own: never wins, then a bot', () => {
  const say = (userId: string, record: RecordWish) =>
    ({ userId, record, templateId: null, added: [], dropped: [] }) as Once
  const wishOf = (...once: Once[]) => planMeeting(meeting, [rule('n', 'u_ada', { record: 'never' })], once).record?.wish
  assert.equal(
    wishOf(say('u_ada', 'bot'), say('u_bo', 'remind')),
    'bot',
    'her own rule does not count, whoever says more',
  )
  assert.equal(wishOf(say('u_ada', 'bot'), say('u_bo', 'never')), 'never')
  assert.equal(wishOf(say('u_bo', 'bot')), 'never')
})

test('where no bot can come, who wants one has said nothing: their rules count for this once, then the workspace’s', () => {
  const bot = { userId: 'u_ada', record: 'bot', templateId: null, added: [], dropped: [] } satisfies Once
  const list = [rule('b', 'u_bo', { record: 'bot' }), rule('w', null, { record: 'remind' })]
  const noCall = { ...meeting, hasCall: false }
  const told = ({ record, remind }: Plan) => [record?.wish, remind]
  assert.deepEqual(told(planMeeting(meeting, list, [bot])), ['bot', []])
  const both = ['u_ada', 'u_bo'].map((userId) => ({ ruleId: 'w', userId }))
  assert.deepEqual(told(planMeeting(noCall, list, [bot])), ['remind', both])
  const own = [...list, rule('a', 'u_ada', { record: 'never' })]
  assert.deepEqual(told(planMeeting(noCall, own, [bot])), ['never', []])
  assert.deepEqual(told(planMeeting(noCall, list.slice(0, 1), [bot])), [undefined, []])
})

const ids = fc.subarray(['ch_1', 'ch_2', 'ch_3'])
const changes = fc.record(
  { record: fc.constantFrom(...recordWishes), templateId: fc.constantFrom('nt_1', 'nt_2'), channels: ids },
  { requiredKeys: ['channels'] },
)

test('whoever changed what before: the last list of channels is published, with the rights of who added each', () => {
  const said = fc.array(fc.tuple(fc.constantFrom('u_ada', 'u_bo', 'u_cy'), changes), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(rules, said, (list, steps) => {
      const of = { ...meeting, people: ['u_ada', 'u_bo', 'u_cy'] }
      let once: Once[] = []
      const addedBy = new Map<string, string>()
      for (const [person, { channels, ...change }] of steps) {
        const before = planMeeting(of, list, once).publish.flatMap(({ channelIds }) => channelIds)
        const [add, drop] = [
          channels.filter((id) => !before.includes(id)),
          before.filter((id) => !channels.includes(id)),
        ]
        for (const id of drop) addedBy.delete(id)
        for (const id of add) addedBy.set(id, person)
        once = changeOnce(once, person, { ...change, add, drop } as ChangeOnce)
        const plan = planMeeting(of, list, once)
        assert.deepEqual(
          [...new Set(plan.publish.flatMap(({ channelIds }) => channelIds))].sort(),
          [...channels].sort(),
        )
        for (const { channelIds, ruleId, userId } of plan.publish)
          for (const id of channelIds) if (ruleId === null) assert.equal(userId, addedBy.get(id), id)
        if (change.templateId) assert.equal(plan.template?.templateId, change.templateId)
        if (change.record === 'never') assert.equal(plan.record?.wish, 'never')
      }
    }),
  )
})

test('what rules publish is lost by nothing but taking it out, also where somebody adds the same channel', () => {
  const said = fc
    .record({ added: ids, dropped: ids })
    .map(({ added, dropped }) => ({
      ...{ userId: 'u_bo', record: null, templateId: null, dropped },
      added: added.filter((id) => !dropped.includes(id)),
    }))
  fc.assert(
    fc.property(meetings, rules, said, (of, list, once) => {
      const byRules = planMeeting(of, list).publish.map(({ channelIds, ...by }) => ({
        ...by,
        channelIds: channelIds.filter((id) => !once.dropped.includes(id)),
      }))
      const { publish } = planMeeting(of, list, [once])
      assert.deepEqual(
        publish.filter(({ ruleId }) => ruleId !== null),
        byRules,
      )
      if (of.people.includes('u_bo') && once.added.length > 0)
        assert.deepEqual(publish[0], { channelIds: once.added, ruleId: null, userId: 'u_bo' })
    }),
  )
})
