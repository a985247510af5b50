import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertNoSquare } from '../../../test/support/growth.ts'
import { foldCase } from '../../platform/text.ts'
import { wordsOf } from '../engines/embedded/words.ts'
import { type ClaimFacts, judgeClaim, type KnownPerson } from './judge-claim.ts'

const person = (id: string | null, name: string, email = ''): KnownPerson => ({ id, name, email })
const [ada, bo, cara] = [
  person('u_ada', 'Ada Moreau', 'ada@acme.test'),
  person('u_bo', 'Bo Lindqvist', 'bo@acme.test'),
  person('u_cara', 'Cara Diaz', 'cara@acme.test'),
]

/** Bo claims Speaker 2 of a meeting with Ada. */
const judge = (given: Partial<ClaimFacts> = {}) =>
  judgeClaim({
    speaker: 'Speaker 2',
    claimantId: 'u_bo',
    speakers: ['Speaker 1', 'Speaker 2'],
    recognised: new Set(),
    assumed: new Set(),
    changes: [],
    present: [ada, bo],
    accounts: [ada, bo, cara],
    claimed: new Map(),
    ...given,
  })
const needed = (given: Partial<ClaimFacts>) =>
  judge(given)
    .told.filter((each) => each.needed)
    .map(({ userId }) => userId)

test('an attendee who is not told apart is needed; a name of the transcript or their own claim tells them apart', () => {
  assert.deepEqual(judge(), { isNamedAsAnother: false, told: [{ userId: 'u_ada', needed: true }], needsWord: true })
  const apart = { isNamedAsAnother: false, told: [{ userId: 'u_ada', needed: false }], needsWord: false }
  assert.deepEqual(judge({ speakers: ['Ada Moreau', 'Speaker 2'] }), apart)
  assert.deepEqual(judge({ claimed: new Map([['u_ada', 'Speaker 1']]) }), apart)
  assert.deepEqual(needed({ claimed: new Map([['u_ada', 'Speaker 2']]) }), ['u_ada'], 'of the same speaker')
  assert.deepEqual(needed({ claimed: new Map([['u_ada', null]]) }), ['u_ada'])
  const written = [{ from: 'Speaker 1', to: 'Ada Moreau' }]
  assert.deepEqual(needed({ speakers: ['Ada Moreau', 'Speaker 2'], changes: written }), ['u_ada'])
  assert.deepEqual(needed({ speakers: ['Ada Moreau', 'Speaker 2'], changes: null }), ['u_ada'])
  const namesake = person('u_ada2', 'Ada Lind')
  const two = { speakers: ['Ada', 'Speaker 2'], present: [ada, namesake, bo] }
  assert.deepEqual(needed(two), ['u_ada', 'u_ada2'], 'a first name of two')
})

test('one’s own name needs nobody, unless somebody wrote it, it is a name by voice, or one was not there', () => {
  const own = { speaker: 'Bo Lindqvist', speakers: ['Speaker 1', 'Bo Lindqvist'] }
  assert.deepEqual(needed(own), [])
  assert.equal(judge(own).needsWord, false)
  assert.deepEqual(needed({ ...own, changes: [{ from: 'Speaker 2', to: 'Bo Lindqvist' }] }), ['u_ada'])
  assert.deepEqual(needed({ ...own, recognised: new Set(['Bo Lindqvist']) }), ['u_ada'])
  assert.deepEqual(needed({ ...own, present: [ada] }), ['u_ada'])
})

test('a name that a microphone gave tells nobody apart, and may be claimed by who sat there', () => {
  const apart = { speakers: ['Ada Moreau', 'Speaker 2'], speaker: 'Speaker 2' }
  assert.deepEqual([needed(apart), judge(apart).needsWord], [[], false])
  const assumed = { recognised: new Set(['Ada Moreau']), assumed: new Set(['Ada Moreau']) }
  const unsure = { ...apart, ...assumed }
  assert.deepEqual([needed(unsure), judge(unsure).needsWord], [['u_ada'], true])
  const there = { ...assumed, speaker: 'Ada Moreau', speakers: ['Ada Moreau'] }
  assert.equal(judge(there).isNamedAsAnother, false)
  assert.deepEqual(needed(there), ['u_ada'], 'Bo says so of the microphone of Ada')
  const ownName = { ...there, claimantId: 'u_ada' }
  assert.deepEqual(needed(ownName), ['u_bo'], 'the name is no proof of one’s own voice')
})

test('former names count, also by way of others; a name by voice may be claimed, a written one of somebody else not', () => {
  const changes = [
    { from: 'Cara Diaz', to: 'X' },
    { from: 'X', to: 'Speaker 2' },
  ]
  assert.deepEqual(needed({ changes }), ['u_ada', 'u_cara'])
  const named = { speaker: 'Cara Diaz', speakers: ['Cara Diaz'] }
  assert.equal(judge(named).isNamedAsAnother, true)
  const byVoice = { ...named, recognised: new Set(['Cara Diaz']) }
  assert.equal(judge(byVoice).isNamedAsAnother, false)
  assert.deepEqual(needed(byVoice), ['u_ada'])
})

test('one word is needed where somebody cannot be asked, and none of who is alone', () => {
  const guest = person(null, 'Gil', 'gil@elsewhere.test')
  const speakers = ['Ada Moreau', 'Speaker 2']
  assert.equal(judge({ speakers, present: [ada, bo, guest] }).needsWord, true)
  assert.equal(judge({ speakers: [...speakers, 'Gil'], present: [ada, bo, guest] }).needsWord, false)
  assert.equal(judge({ speakers: [...speakers, 'Speaker 3'] }).needsWord, true)
  assert.deepEqual(judge({ speakers: ['Speaker 2'], present: [bo] }), {
    isNamedAsAnother: false,
    told: [],
    needsWord: false,
  })
})

/** The rule as one would say it, which compares everybody with everybody. */
function judgeSlowly(facts: ClaimFacts) {
  const { speaker, claimantId, speakers, recognised, assumed, changes, present, accounts, claimed } = facts
  const hasName = (called: string, { name, email }: KnownPerson) => {
    const words = wordsOf(foldCase(name))
    const said = wordsOf(foldCase(called)).join(' ')
    return (said !== '' && [words.join(' '), words[0]].includes(said)) || (email !== '' && foldCase(called) === email)
  }
  const isOriginal = (name: string) => changes?.every(({ to }) => to !== name) ?? false
  const tellsApart = (name: string, one: KnownPerson) =>
    (one.id !== null && claimed.get(one.id) === name) ||
    (!assumed.has(name) && isOriginal(name) && present.every((each) => hasName(name, each) === (each === one)))
  const named = (name: string) => {
    const all = [...accounts, ...present].filter((each) => hasName(name, each))
    return all.some(({ id }) => id === claimantId) ? [] : all
  }
  const others = present.filter(({ id }) => id !== claimantId)
  const me = present.find(({ id }) => id === claimantId)
  const isProven = !recognised.has(speaker) && me !== undefined && tellsApart(speaker, me)
  const former = new Set([speaker])
  for (const name of former) for (const { from, to } of changes ?? []) if (to === name) former.add(from)
  const rest = speakers.filter((name) => name !== speaker)
  const suspects = [
    ...others.filter((each) => !isOriginal(speaker) || !rest.some((name) => tellsApart(name, each))),
    ...[...former].filter((name) => name !== speaker).flatMap(named),
  ]
  const isUnknown = (name: string) => !others.some((each) => tellsApart(name, each))
  const needed = isProven ? [] : suspects
  return {
    isNamedAsAnother: !recognised.has(speaker) && named(speaker).length > 0,
    told: new Set([...others, ...needed].flatMap(({ id }) => id ?? [])),
    needed: new Set(needed.flatMap(({ id }) => id ?? [])),
    needsWord: !isProven && (!isOriginal(speaker) || suspects.some(({ id }) => id === null) || rest.some(isUnknown)),
  }
}

test('the judgement is that of the rule which compares everybody with everybody', () => {
  const name = fc.constantFrom('Ada', 'ADA', 'Ada Moreau', 'Bo', 'Bo Lind', 'bo@acme.test', 'Cara', 'Speaker 1', '?')
  const people = fc
    .uniqueArray(fc.record({ name, email: fc.constantFrom('', 'bo@acme.test', 'ada'), active: fc.boolean() }), {
      maxLength: 5,
    })
    .map((all) => all.map(({ active, ...each }, index) => ({ ...each, id: active ? `u_${index}` : null })))
  const names = fc.uniqueArray(name, { maxLength: 4 })
  const given = fc.record({
    speakers: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
    recognised: names,
    assumed: names,
    changes: fc.option(fc.array(fc.record({ from: name, to: name }), { maxLength: 4 }), { freq: 4 }),
    people,
    absent: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    claimed: fc.dictionary(fc.constantFrom('u_0', 'u_1', 'u_2'), fc.option(name)),
  })
  fc.assert(
    fc.property(given, ({ people, absent, recognised, assumed, claimed, speakers, ...more }) => {
      const facts: ClaimFacts = {
        ...{ ...more, speakers, speaker: speakers[0]!, claimantId: 'u_0', accounts: people },
        ...{ recognised: new Set(recognised), assumed: new Set(assumed), claimed: new Map(Object.entries(claimed)) },
        present: people.filter((_, index) => !absent[index]),
      }
      const { told, ...judged } = judgeClaim(facts)
      const needed = new Set(told.filter((each) => each.needed).map(({ userId }) => userId))
      assert.deepEqual({ ...judged, needed, told: new Set(told.map(({ userId }) => userId)) }, judgeSlowly(facts))
    }),
    { numRuns: 1_000 },
  )
})

test('many people, speakers and changes take as long as their number, and not as its square', () => {
  const many = <Thing>(count: number, make: (index: number) => Thing) =>
    Array.from({ length: count }, (_, n) => make(n))
  assertNoSquare(48, (size) => {
    judge({
      speakers: ['Speaker 2', ...many(size, (n) => `Guest ${n}`)],
      present: many(size, (n) => person(null, `G${n}`)),
    })
  })
  assertNoSquare(4_000, (size) => {
    judge({ changes: many(size, (n) => ({ from: `Speaker ${n + 3}`, to: `Speaker ${n + 2}` })) })
  })
})
