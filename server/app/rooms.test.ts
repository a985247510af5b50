import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOfPlace } from '../keeping/personal-data/erasure/erase-texts.ts'
import { PersonExport } from '../keeping/personal-data/export/schemas.ts'
import { rooms, sealedKinds, sections, textPlaces } from './rooms.ts'

test('each list of a person’s export that a room has is in the document, and the reverse', () => {
  const { exported_at: _, person: __, ...lists } = PersonExport.properties
  assert.deepEqual(sections.map(({ name }) => name).sort(), Object.keys(lists).sort())
})

test('each place of texts has a name of its own, by which an erasure finds it again', () => {
  const names = textPlaces.map(nameOfPlace)
  assert.equal(new Set(names).size, names.length)
})

test('what is sealed is sealed anew with another key, in whichever room it is', () => {
  const names = rooms.flatMap(({ sealed = [] }) => sealed.map(({ name }) => name))
  assert.deepEqual(sealedKinds.map(({ name }) => name).sort(), names.sort())
  assert.equal(sealedKinds[0]!.name, 'webhook secrets')
})
