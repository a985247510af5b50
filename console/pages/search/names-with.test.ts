import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesWith } from './names-with.ts'

test('each word of the query begins a word of the name', () => {
  const people = ['Zoë Ångström', 'Ada Moreau', '陳美玲', 'Bo'].map((full_name) => ({ full_name }))
  const found = (query: string) => namesWith(people, query).map(({ full_name }) => full_name)
  assert.deepEqual(found('zoe'), ['Zoë Ångström'])
  assert.deepEqual(found('ÅNG zo'), ['Zoë Ångström'])
  assert.deepEqual(found('"mor" -'), ['Ada Moreau'])
  assert.deepEqual(found('陳'), ['陳美玲'])
  for (const query of ['ström', 'ada launch', 'what did bo say?', '?!', '']) assert.deepEqual(found(query), [], query)
})
