import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands, options } from '../main.ts'
import { helpOf, overview, usages, wrongUse } from './usage.ts'

test('every command has its help, and the overview names them all', () => {
  assert.deepEqual(
    Object.keys(usages).sort(),
    [
      ...Object.keys(commands),
      'backup',
      'bundle',
      'doctor',
      'export-notes',
      'import-meetings',
      'listen',
      'mcp',
      'models',
      'openapi',
      'restore',
      'trigger',
    ].sort(),
  )
  for (const [name, { form, does }] of Object.entries(usages)) {
    assert.match(form, new RegExp(`^${name}( |$)`))
    assert(overview().includes(form) && overview().includes(does), name)
    assert(helpOf(name).startsWith(`minutebook ${form}\n\n`), name)
  }
})

test('each command explains its own flags, and no flag that does not exist', () => {
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

test('a command accepts its own words and flags, and no others', () => {
  const taken: [command: string, flags: object, words: string[]][] = [
    ['start', {}, []],
    ['import', { media: 'x', 'fire-events': true }, ['FILE']],
    ['key', { workspace: 'acme', user: 'x', 'super-admin': true, scopes: 'read', expires: 'x' }, ['create']],
    ['prune', { 'older-than': '7', workspace: 'acme', 'dry-run': true }, ['audit']],
    ['workspace', { to: 'x', yes: 'acme' }, ['delete', 'acme']],
    ['models', { as: 'x', for: 'words' }, ['add', 'FOLDER']],
    ['listen', { key: 'x', url: 'x', forward: 'x', secret: 'x' }, []],
  ]
  for (const [command, flags, words] of taken) {
    assert.equal(wrongUse(command, flags, words), null, command)
    assert.match(wrongUse(command, flags, [...words, 'more'])!, new RegExp(`^minutebook ${command} takes no more; `))
    assert.match(wrongUse(command, { ...flags, missing: true }, words)!, / takes no --missing; /)
  }
})
