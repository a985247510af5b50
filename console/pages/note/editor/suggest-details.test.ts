import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suggestDetails } from './suggest-details.ts'

const person = (id: string, full_name: string, isInvited = false) => ({ id, full_name, isInvited })
const people = [
  person('zoe', 'Zoë Martínez'),
  person('will', 'Will Ode'),
  person('ada1', 'Ada Moreau', true),
  person('ada2', 'Ada Byron'),
  person('bo1', 'Bo Lindqvist'),
  person('bo2', 'Bo Ek'),
  person('mei', '陳美玲'),
]
/** A Saturday. */
const today = '2026-11-28'
const suggested = (text: string) => {
  const { assignees, due } = suggestDetails(text, people, today)
  return [assignees?.join(), due]
}

test('a name and a day are found together, in three languages', () => {
  assert.deepEqual(suggested('Zoë sends the deck by Wednesday'), ['zoe', '2026-12-02'])
  assert.deepEqual(suggested('Send the deck to zoë, Zoe, by Wednesday.'), ['zoe', '2026-12-02'])
  assert.deepEqual(suggested('Zoë schickt es bis Mittwoch'), ['zoe', '2026-12-02'])
  assert.deepEqual(suggested('ZOË l’envoie d’ici mercredi'), ['zoe', '2026-12-02'])
  assert.deepEqual(suggested('陳美玲 by tomorrow'), ['mei', '2026-11-29'])
})

test('a weekday is the next one after today; days of a month are the next ones, today included', () => {
  const days = {
    'by Saturday': '2026-12-05',
    'by Sunday': '2026-11-29',
    'on Friday': '2026-12-04',
    'am Freitag': '2026-12-04',
    'by today': '2026-11-28',
    'bis morgen': '2026-11-29',
    'avant demain': '2026-11-29',
    'by 28 November': '2026-11-28',
    'by 27 November': '2027-11-27',
    'due December 2nd': '2026-12-02',
    'bis zum 2. Dezember': '2026-12-02',
    'bis 3.12.': '2026-12-03',
    'pour le 1er août': '2027-08-01',
    'by 2027-01-31': '2027-01-31',
  }
  for (const [text, due] of Object.entries(days)) assert.deepEqual(suggested(`x ${text}, y`), [undefined, due], text)
})

test('what is no day, and a day that nothing introduces, is none', () => {
  const none = [
    'by 31 November',
    'by 2026-02-30',
    'by 32.13.',
    'Wednesday: talk',
    'am Morgen',
    'by Wednesdays',
    'nearby Friday',
  ]
  for (const text of none) assert.deepEqual(suggested(text), [undefined, undefined], text)
})

test('a word is a name only with a capital, and only where it says who is meant', () => {
  assert.deepEqual(suggested('We will ask Will'), ['will', undefined])
  assert.deepEqual(suggested('This will do'), [undefined, undefined])
  // Of two the invited one, of none nobody; a whole name says it.
  assert.deepEqual(suggested('Ada asks'), ['ada1', undefined])
  assert.deepEqual(suggested('Bo asks'), [undefined, undefined])
  assert.deepEqual(suggested('Bo Ek asks'), ['bo2', undefined])
  assert.deepEqual(suggested('Zoë’s deck, Zoëlle'), [undefined, undefined])
})
