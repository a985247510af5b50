/** How many searches run at once: half of them of one person, and nobody waits for ever. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiError } from '../../platform/errors.ts'
import { requestOptions } from '../../platform/postgres/db.ts'
import { SearchTurns, searchesAtOnce } from './turns.ts'

const ofOne = searchesAtOnce / 2
const workspace = { id: 'acme' }
const searcher = (id: string) => ({ workspace, user: { id }, superAdmin: false })

test('one person searches in half of the turns, and the rest is free for others', async () => {
  const turns = new SearchTurns()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const search = (who: string) =>
    turns.take(searcher(who), () => {
      begun.push(who)
      return new Promise<string>((resolve) => ends.push(() => resolve(who)))
    })
  const all = Array.from({ length: ofOne + 1 }, () => search('bo'))
  all.push(search('cy'))
  await new Promise(setImmediate)
  assert.deepEqual(begun, [...Array(ofOne).fill('bo'), 'cy'])
  for (let ended = 0; ended < all.length; ended++) {
    ends[ended]!()
    await new Promise(setImmediate)
  }
  assert.deepEqual(await Promise.all(all), [...Array(ofOne + 1).fill('bo'), 'cy'])
  assert.deepEqual(begun.slice(-1), ['bo'], 'who waited had the turn that was given back')
})

test('a failed search gives its turn back', async () => {
  const turns = new SearchTurns()
  const fail = () => turns.take(searcher('bo'), () => Promise.reject(new Error('no')))
  for (let tried = 0; tried < 2 * searchesAtOnce; tried++) await assert.rejects(fail(), /no/)
})

test('who waits too long is told to try again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const turns = new SearchTurns()
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const all = Array.from({ length: ofOne }, () => turns.take(searcher('bo'), () => ended))
  const refused: ApiError[] = []
  const waiting = turns.take(searcher('bo'), () => ended).catch((error) => refused.push(error))
  t.mock.timers.tick(requestOptions.waitMs - 1)
  await new Promise(setImmediate)
  assert.deepEqual(refused, [])
  t.mock.timers.tick(1)
  await waiting
  assert.deepEqual(
    refused.map(({ status, headers }) => ({ status, headers })),
    [{ status: 503, headers: { 'retry-after': '5' } }],
  )
  end()
  await Promise.all(all)
})
