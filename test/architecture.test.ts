/** The direction of imports, the composition root, the clock, and what pure files may not touch. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { test } from 'node:test'

// From the top down: a floor imports from itself and from those below it.
const floors = ['app', 'keeping', 'reading', 'making', 'meetings', 'webhooks', 'people', 'platform']
/** Every room reads these and none of them owns them: the types of the rows, and the settings, which name their subjects. */
const ofAllRooms = ['platform/context/config.ts', 'platform/postgres/column-types.ts', 'platform/postgres/tables.ts']

/** The files of a folder of the repository that are ours and no tests, by their names in it. */
async function sourcesOf(folder: string) {
  const root = new URL(`../${folder}/`, import.meta.url).pathname
  const names = (await readdir(root, { recursive: true })).filter((name) =>
    /^(?!(.*\/)?(node_modules|dist)\b).*(?<!\.test)\.tsx?$/.test(name),
  )
  return Promise.all(names.sort().map(async (name) => ({ name, text: await readFile(join(root, name), 'utf8') })))
}

const sources = await sourcesOf('server')

/** The files of the same folder that a file imports, and whether only their types. */
function importsOf(name: string, text: string) {
  const found = text.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm)
  return [...found].map(([, type, path, dynamic]) => ({
    onlyTypes: Boolean(type),
    target: normalize(join(dirname(name), path ?? dynamic!)),
  }))
}

const floorOf = (name: string) => name.split(sep)[0]!

/** Folders that import each other, each pair with the reason why it stays. A pair that is untied leaves the list. */
const entangled: Record<string, string> = {
  'app app/commands': 'main.ts starts the commands, which use what stands beside it',
}
/** Here files may stand beside the rooms, before all of them: each room may import them. */
const floorsWithLooseFiles = ['app', 'platform']

/** Every import of one of the server's files by another. */
const imports = sources.flatMap(({ name, text }) =>
  importsOf(name, text)
    .filter(({ target }) => !target.startsWith('..') && target !== 'platform/postgres/tables.ts')
    .map(({ target }) => ({ name, target, folders: pairOf(dirname(name), dirname(target)) })),
)

function pairOf(one: string, other: string): string {
  return [one, other].sort().join(' ')
}

test('each file of the server is on a floor', () => {
  assert.deepEqual([...new Set(sources.map(({ name }) => floorOf(name)))].sort(), [...floors].sort())
})

test('a file imports from its own floor and from those below it, and of the types of rows only types', () => {
  for (const { name, text } of sources)
    for (const { target, onlyTypes } of importsOf(name, text))
      assert(onlyTypes || target !== 'platform/postgres/tables.ts', `server/${name} imports more than types of rows`)
  for (const { name, target } of imports) {
    const below = floors.slice(floors.indexOf(floorOf(name)))
    assert(below.includes(floorOf(target)), `server/${name} must not import ${target}`)
  }
})

for (const floor of floors)
  test(`on the floor ${floor} a room imports from those above it in the table of the floor's page`, async () => {
    const page = await readFile(new URL(`../server/${floor}/README.md`, import.meta.url), 'utf8')
    // A room is a folder, or a file that stands alone.
    const rooms = [...page.matchAll(/^\| `([a-z0-9/.-]+)` \|/gm)].map(([, room]) => room!)
    /** Its line in the table; -1 for a file beside the rooms. The longest match, because rooms may stand in others. */
    const lineOf = (name: string) => {
      const path = name.slice(floor.length + 1)
      const room = rooms.filter((each) => path.startsWith(each)).sort((one, other) => other.length - one.length)[0]
      const isLoose = floorsWithLooseFiles.includes(floor) && !path.includes('/')
      assert(room || isLoose, `server/${floor}/README.md has no room for ${path}`)
      return room ? rooms.indexOf(room) : -1
    }
    const lines = sources.filter(({ name }) => floorOf(name) === floor).map(({ name }) => lineOf(name))
    const empty = rooms.filter((_, line) => !lines.includes(line))
    assert.deepEqual(empty, [], `server/${floor}/README.md: nothing is there`)
    for (const { name, target, folders } of imports) {
      if (floorOf(name) !== floor || floorOf(target) !== floor || folders in entangled) continue
      assert(lineOf(target) <= lineOf(name), `server/${name} must not import ${target}: its room comes later`)
    }
  })

test('no two folders of the server import each other', () => {
  const ways = new Set(imports.map(({ name, target }) => `${dirname(name)} ${dirname(target)}`))
  const mutual = [...ways].filter((way) => {
    const [from, to] = way.split(' ') as [string, string]
    return from < to && ways.has(`${to} ${from}`)
  })
  assert.deepEqual(mutual.sort(), Object.keys(entangled).sort())
  assert(mutual.length <= 5)
})

test('the clock is read in one place', () => {
  const reads = /\bDate\.now\(\)|new Date\(\)|\bnow\(\)\s*(::|,|\)|`|-|\+)|current_timestamp/
  const readers = sources.filter(({ text }) => reads.test(withoutComments(text))).map(({ name }) => name)
  assert.deepEqual(readers, ['platform/time.ts'])
})

test('platform has no word of the domain', () => {
  const words = /\b(note|recording|agenda|channel|webhook|transcript|attendee)s?\b/i
  const told = sources.filter(
    ({ name, text }) => floorOf(name) === 'platform' && !ofAllRooms.includes(name) && words.test(withoutComments(text)),
  )
  // The contract's description is where platform meets the product's name; PostgreSQL calls a name of NOTIFY a channel.
  assert.deepEqual(
    told.map(({ name }) => name),
    ['platform/http/failures.ts', 'platform/http/openapi.ts', 'platform/postgres/process-connection.ts'],
  )
})

const impure =
  /^import (?!type)[^'"]*from '(kysely|fastify|pg|pg-boss|undici|node:(fs|net|tls|http|https|dns|child_process|worker_threads|os|stream|process)[^']*)'/m

test('pure files import neither the database nor the network nor the file system', () => {
  const pure = new Set(sources.filter(({ text }) => text.split('*/')[0]!.includes('*Pure.*')).map(({ name }) => name))
  assert(pure.size > 50)
  for (const { name, text } of sources) {
    if (!pure.has(name)) continue
    assert.doesNotMatch(text, impure, name)
  }
})

test('a thread finds a function by its name: the function is exported from its own file', () => {
  const tasks = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/\bTask<typeof (\w+)>/g)].map(([, task]) => ({ name, text, task: task! })),
  )
  assert(tasks.length > 5)
  for (const { name, text, task } of tasks) {
    const isOwn = new RegExp(`^(async )?function ${task}\\b`, 'm').test(text)
    assert(!isOwn, `${name}: ${task} is not exported`)
  }
})

test('the client runs anywhere: it imports only openapi-fetch and itself, and nothing of Node or the server', async () => {
  const files = await sourcesOf('sdk/src')
  assert(files.length > 10)
  for (const { name, text } of files) {
    const imported = [...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)].map(
      ([, one, other]) => one ?? other!,
    )
    assert.deepEqual(
      imported.filter((each) => each !== 'openapi-fetch' && !/^\.\/(?!.*\.\.)/.test(each)),
      [],
      `sdk/src/${name}`,
    )
    assert.doesNotMatch(withoutComments(text), /\b(Buffer|process|global|__dirname)\b[.[]/, `sdk/src/${name}`)
  }
})

test('the console uses the API: it imports the client, the reader of imports and its own files, and nothing of the server', async () => {
  const files = await sourcesOf('console')
  assert(files.length > 30)
  for (const { name, text } of files) {
    const outer = importsOf(name, text).filter(({ target }) => target.startsWith('..'))
    const others = outer.filter(({ target }) => !target.startsWith('../meeting-import/'))
    assert.deepEqual(others, [], `console/${name}`)
    if (text.split('*/')[0]!.includes('*Pure.*'))
      assert.doesNotMatch(text, /\b(react|document|window|fetch)\b['.(]/, name)
  }
  const users = sources.filter(({ text }) => text.includes('/console/')).map(({ name }) => name)
  assert.deepEqual(users, ['app/console-routes.ts'])
})

test('the reader of imports runs anywhere: of the server it imports only pure files and types, and nothing of Node', async () => {
  const files = await sourcesOf('meeting-import')
  assert(files.length > 20)
  const pure = new Set(sources.filter(({ text }) => text.split('*/')[0]!.includes('*Pure.*')).map(({ name }) => name))
  for (const { name, text } of files) {
    assert.doesNotMatch(text, /\bfrom '(?:node:|@minutebook|kysely|fastify)/, name)
    for (const { target, onlyTypes } of importsOf(name, text)) {
      if (!target.startsWith('../server/') || onlyTypes) continue
      assert(pure.has(target.slice('../server/'.length)), `meeting-import/${name} must not import ${target}`)
    }
  }
  const users = sources.filter(({ text }) => text.includes('/meeting-import/')).map(({ name }) => name)
  assert.deepEqual(
    users.filter((name) => !name.startsWith('app/commands/import-meetings/')),
    [],
  )
})

test('the extension is a client like the console: it imports the client, the console and its own files', async () => {
  const files = await sourcesOf('extension')
  assert(files.length > 8)
  for (const { name, text } of files) {
    const outer = importsOf(name, text).filter(({ target }) => target.startsWith('..'))
    const others = outer.filter(({ target }) => !/^\.\.\/console\/(api|record|ui\/record)\//.test(target))
    assert.deepEqual(others, [], `extension/${name}`)
  }
})

test('within the server only commands use the client, and who decodes texts its decoder', () => {
  const users = sources.filter(({ text }) => /\/sdk\/src\/(?!decode-text\.)/.test(text)).map(({ name }) => name)
  assert.deepEqual(
    users.filter((name) => !name.startsWith('app/commands/')),
    [],
  )
  assert(users.includes('app/commands/listen.ts'))
})

for (const folder of ['server', 'console', 'extension', 'sdk', 'meeting-import', 'bench', 'scripts', 'test'])
  test(`no file of ${folder} imports itself through other files, not even for types`, async () => {
    const files = await sourcesOf(folder)
    const targets = new Map(files.map(({ name, text }) => [name, importsOf(name, text).map(({ target }) => target)]))
    const done = new Set<string>()
    const visit = (name: string, path: string[]) => {
      assert(!path.includes(name), [...path, name].join(' imports '))
      if (done.has(name)) return
      for (const target of targets.get(name) ?? []) visit(target, [...path, name])
      done.add(name)
    }
    for (const name of targets.keys()) visit(name, [])
  })

test('only the composition root makes pools, queues and servers', () => {
  const makers = /new (pg\.Pool|PgBoss|Piscina|Kysely)\b|\bFastify\(/
  const allowed = ['platform/http/api.ts', 'platform/jobs/jobs.ts', 'platform/postgres/db.ts', 'platform/threads.ts']
  const found = sources.filter(({ text }) => makers.test(text)).map(({ name }) => name)
  assert.deepEqual(found, allowed)
  const openers =
    /\b(openPool|openDb|createApi|new Jobs|new ProcessConnection|new Outbound|new Threads|new FolderStore|new BucketStore)\(/
  const callers = sources
    .filter(({ name, text }) => !allowed.includes(name) && openers.test(text))
    .map(({ name }) => name)
  assert.deepEqual(callers, ['app/api.ts', 'app/base.ts', 'app/worker.ts'])
})

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
}
