import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitTypes } from './split-types.ts'

const split = (properties: object, required?: string[]) => {
  const schema = structuredClone({ a: [{ type: 'object', required, properties }] })
  splitTypes(schema)
  return schema.a[0]!.properties
}

test('several types besides null become one schema each, with the limits of their type', () => {
  const invited = { type: ['string', 'array', 'null'], maxLength: 9, items: { type: 'string' }, maxItems: 2 }
  assert.deepEqual(split({ invited: { ...invited, description: 'Who.' } }), {
    invited: {
      anyOf: [
        { type: 'string', maxLength: 9 },
        { type: 'array', items: { type: 'string' }, maxItems: 2 },
        { type: 'null' },
      ],
      description: 'Who.',
    },
  })
})

test('each of the values stays with its type', () => {
  const own = { type: ['boolean', 'string', 'null'], enum: [true, false, 'first', null] }
  const rare = { type: ['integer', 'boolean'], enum: [1, true] }
  assert.deepEqual(split({ own, rare }), {
    own: { anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['first'] }, { type: 'null' }] },
    rare: {
      anyOf: [
        { type: 'integer', enum: [1] },
        { type: 'boolean', enum: [true] },
      ],
    },
  })
})

test('a required object that may be null is split, within another one too', () => {
  const inner = { type: ['object', 'null'], required: ['at'], properties: { at: { type: 'string' } } }
  const { type: _, ...fields } = inner
  const expected = { anyOf: [{ type: 'object', ...fields }, { type: 'null' }] }
  assert.deepEqual(split({ inner }, ['inner']), { inner: expected })
  const outer = { type: 'object', required: ['inner'], properties: { inner } }
  assert.deepEqual(split({ outer }), { outer: { ...outer, properties: { inner: expected } } })
})

test('one type, or one type and null, stays as it is', () => {
  const properties = {
    text: { type: ['string', 'null'], maxLength: 9 },
    optional: { type: ['object', 'null'], properties: {} },
    type: { type: 'string', enum: ['a'] },
    properties: { type: 'object' },
  }
  assert.deepEqual(split(properties, ['text', 'type']), properties)
})
