import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands, options } from '../main.ts'
import { helpOf, overview, usages } from './usage.ts'

test('every command has its help, and the overview names them all', () => {
  assert.deepEqual(Object.keys(usages).sort(), [...Object.keys(commands), 'listen', 'mcp', 'openapi', 'restore'].sort())
  for (const [name, { form, does }] of Object.entries(usages)) {
    assert.match(form, new RegExp(`^${name}( |$)`))
    assert(overview().includes(form) && overview().includes(does), name)
    assert(helpOf(name).startsWith(`minutebook ${form}\n\n`), name)
  }
})

test('every flag is explained, by its own command, and none that there is not', () => {
  const explained = Object.values(usages).flatMap(({ form, flags = {} }) => {
    const inForm = form.match(/--[a-z-]+/g) ?? []
    assert.deepEqual(
      Object.keys(flags).map((flag) => flag.split(' ')[0]),
      inForm,
      form,
    )
    return inForm.map((flag) => flag.slice(2))
  })
  assert.deepEqual([...new Set(explained), 'help', 'version'].sort(), Object.keys(options).sort())
})
