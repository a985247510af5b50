import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { readWorld, type WorldObject } from './read-world.ts'

async function read(text: string | Buffer, cuts: number[] = []): Promise<WorldObject[]> {
  const bytes = Buffer.from(text)
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
  const pieces: WorldObject[] = []
  for await (const piece of readWorld(Readable.from(chunks))) pieces.push(piece)
  return pieces
}

test('a world is read as its objects, the workspace last', async () => {
  const pieces = await read('{"workspaces":[{"users":[{"a":1},2],"name":"x","email_domains":["y"]},{}],"version":1}')
  assert.deepEqual(
    pieces.map(({ path, kind, value }) => [path, kind, value]),
    [
      ['workspaces[0].users[0]', 'users', { a: 1 }],
      ['workspaces[0].users[1]', 'users', 2],
      ['workspaces[0]', 'workspaces', { name: 'x', email_domains: ['y'] }],
      ['workspaces[1]', 'workspaces', {}],
    ],
  )
})

test('chunks may end at any byte, and the values are those of JSON.parse', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 5 }),
      fc.array(fc.nat(2_000), { maxLength: 20 }),
      fc.constantFrom(undefined, 1, '\t'),
      async (values, cuts, space) => {
        const text = JSON.stringify({ version: 1, workspaces: [{ notes: values, name: values }] }, null, space)
        const pieces = await read(text, cuts)
        const [world] = JSON.parse(text).workspaces
        assert.deepEqual(
          pieces.slice(0, -1).map((piece) => piece.value),
          world.notes,
        )
        assert.deepEqual(pieces.at(-1)!.value, { name: world.name })
      },
    ),
    { numRuns: 300 },
  )
})

test('`webhooks` is a switch or a list, or both; `webhook_list` is the list', async () => {
  const paths = async (text: string) =>
    (await read(`{"workspaces":[{${text}}]}`)).map(
      ({ kind, path, value }) => `${kind} ${path} ${JSON.stringify(value)}`,
    )
  assert.deepEqual(await paths('"webhooks":"enabled"'), ['workspaces workspaces[0] {"webhooks":"enabled"}'])
  for (const text of ['"webhooks":[1],"webhooks":"enabled"', '"webhook_list":[1],"webhooks":"enabled"']) {
    const [first, second] = await paths(text)
    assert.match(first!, /^webhooks workspaces\[0\]\.webhook(s|_list)\[0\] 1$/)
    assert.equal(second, 'workspaces workspaces[0] {"webhooks":"enabled"}')
  }
})

for (const [what, text, message] of [
  ['nothing', '', 'The file ends too early: a closing bracket is missing.'],
  [
    'half a file',
    '{"version":1,"workspaces":[{"users":[{"email":"a',
    'The file ends too early: a closing bracket is missing.',
  ],
  [
    'a comma too many',
    '{"version":1,\n "workspaces":[{},]}',
    "The file is not JSON: unexpected token ']' at line 2, column 19.",
  ],
  ['a comma missing', '{"version":1\n"workspaces":[]}', "The file is not JSON: expected ',' at line 2, column 1."],
  ['more after the end', '{}\n{}', 'The file is not JSON: unexpected characters at line 2, column 1.'],
  ['Latin-1', Buffer.from('{"workspaces":[{"name":"\xe9"}]}', 'latin1'), 'The file is not UTF-8 text.'],
  ['a list', '[]', 'A world is an object: {"version": 1, "workspaces": […]}'],
  ['another version', '{"version":2}', 'version: must be 1'],
  ['the version as text', '{"version":"1"}', 'version: must be 1'],
  ['an unknown key', '{"worlds":[]}', 'worlds: is not accepted here'],
  ['workspaces that are no list', '{"workspaces":{}}', 'workspaces: must be an array'],
  ['a workspace that is none', '{"workspaces":[null]}', 'workspaces[0]: must be an object'],
  ['an unknown key of a workspace', '{"workspaces":[{"user":[]}]}', 'workspaces[0].user: is not accepted here'],
  ['a key twice', '{"workspaces":[{"users":[],"users":[]}]}', 'workspaces[0].users: is there twice'],
  ['users that are no list', '{"workspaces":[{"users":{}}]}', 'workspaces[0].users: must be an array'],
] as const) {
  test(`a file is rejected with a sentence: ${what}`, async () => {
    await assert.rejects(read(text), { name: 'WorldError', message })
  })
}

test('null is the same as a missing list', async () => {
  assert.deepEqual(await read('{"version":null,"workspaces":null}'), [])
  assert.equal((await read('{"workspaces":[{"users":null}]}')).length, 1)
})
