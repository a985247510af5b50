/** Reads the objects of a world file one by one, in the order of the file. */
import { type Input, JsonTokens, type Token } from './json-tokens.ts'
import { headerFields, type Kind, listKinds } from './schema.ts'
import { WorldError } from './world-error.ts'

/** An element of a workspace's list or, with the kind `workspaces`, the fields of the workspace itself. */
export type WorldObject = { kind: Kind; workspace: number; index: number; path: string; value: unknown }

const lists = new Set<string>(listKinds)
const fields = new Set(headerFields)

/** @throws {WorldError} not JSON, not a world, an unknown or repeated key */
export async function* readWorld(input: Input): AsyncGenerator<WorldObject> {
  const tokens = new JsonTokens(input)
  try {
    const start = await tokens.next()
    if (start.name !== 'startObject')
      throw new WorldError('', 'A world is an object: {"version": 1, "workspaces": […]}')
    for await (const { key, path, first } of members(tokens, '')) {
      if (key === 'version') await readVersion(tokens, first)
      else if (key === 'workspaces') yield* readWorkspaces(tokens, first)
      else throw new WorldError(path, 'is not accepted here')
    }
    await tokens.end()
  } finally {
    await tokens.close()
  }
}

async function readVersion(tokens: JsonTokens, first: Token): Promise<void> {
  if (((await tokens.value(first)) ?? 1) !== 1) throw new WorldError('version', 'must be 1')
}

async function* readWorkspaces(tokens: JsonTokens, first: Token): AsyncGenerator<WorldObject> {
  for await (const { index: workspace, first: start, path } of elements(tokens, 'workspaces', first)) {
    if (start.name !== 'startObject') throw new WorldError(path, 'must be an object')
    const header: Record<string, unknown> = {}
    for await (const member of members(tokens, path)) {
      const kind = kindOf(member.key, member.first)
      if (kind) {
        for await (const element of elements(tokens, member.path, member.first)) {
          const value = await tokens.value(element.first)
          yield { kind, workspace, index: element.index, path: element.path, value }
        }
      } else if (fields.has(member.key)) header[member.key] = await tokens.value(member.first)
      else throw new WorldError(member.path, 'is not accepted here')
    }
    yield { kind: 'workspaces', workspace, index: 0, path, value: header }
  }
}

/** The key `webhooks` is a switch if its value is a text, else a list. `webhook_list` is always the list. */
function kindOf(key: string, first: Token): Kind | null {
  if (key === 'webhook_list') return 'webhooks'
  if (key === 'webhooks' && first.name !== 'startArray') return null
  return lists.has(key) ? (key as Kind) : null
}

/** The members of an object after its start token; the caller must read each value from its first token on. */
async function* members(tokens: JsonTokens, within: string) {
  const seen = new Set<string>()
  for (let token = await tokens.next(); token.name === 'keyValue'; token = await tokens.next()) {
    const key = token.value
    const path = within ? `${within}.${key}` : key
    const first = await tokens.next()
    // A list and a switch may have the same name.
    const name = `${key} ${key === 'webhooks' && first.name === 'startArray'}`
    if (seen.has(name)) throw new WorldError(path, 'is there twice')
    seen.add(name)
    yield { key, path, first }
  }
}

/** The elements of a list, none for null; the caller must read each value from its first token on. */
async function* elements(tokens: JsonTokens, path: string, start: Token) {
  if (start.name === 'nullValue') return
  if (start.name !== 'startArray') throw new WorldError(path, 'must be an array')
  let index = 0
  for (let first = await tokens.next(); first.name !== 'endArray'; first = await tokens.next()) {
    yield { index, first, path: `${path}[${index}]` }
    index++
  }
}
