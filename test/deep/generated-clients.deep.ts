/**
 * Clients that public generators make from our document: generated, compiled, and called against the service. Needs the
 * package indexes of npm and Python, and for openapi-generator Java and Maven; what cannot be installed is skipped.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { acme, keys } from '../support/acme.ts'
import { openListeningWorld } from '../support/assistant.ts'
import type { World } from '../support/world.ts'
import { programs } from './generated-clients.programs.ts'

const openapiGenerator = 'org.openapitools:openapi-generator-cli:7.17.0'
// With TypeScript 7 hey-api does not start.
const npmGenerators = ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3', 'orval@8.38.0']
const requirements = new URL('generated-clients-requirements.txt', import.meta.url).pathname
const tsc = new URL('../../node_modules/.bin/tsc', import.meta.url).pathname
const compilerOptions = {
  ...{ target: 'es2022', module: 'nodenext', strict: true, skipLibCheck: true, types: ['node'], rootDir: '.' },
  lib: ['es2023', 'dom', 'dom.iterable'],
  typeRoots: [new URL('../../node_modules/@types', import.meta.url).pathname],
}
/** The generators need a newer Node than machines have. */
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)

let folder: string
let world: World & { url: string }
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-clients-'))
  world = await openListeningWorld()
  await world.load(...acme())
  const answer = await fetch(`${world.url}/api/v1/openapi.json?webhooks=false`)
  await writeFile(join(folder, 'openapi.json'), await answer.text())
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

test('openapi-generator makes a client for Python', async (context) => {
  if (!((await installed(context, python)) && (await installed(context, maven)))) return
  await generateByJava('python', 'openapi_generator')
  await callFromPython('openapi_generator', 'openapi_client')
})

test('openapi-generator makes a client for TypeScript', async (context) => {
  if (!(await installed(context, maven))) return
  await generateByJava('typescript-fetch', 'typescript_fetch', '--additional-properties=importFileExtension=.js')
  await callFromTypeScript('typescript_fetch')
})

test('openapi-python-client makes a client', async (context) => {
  if (!(await installed(context, python))) return
  const output = ['--output-path', 'python_client', '--meta', 'none']
  await run(join(folder, 'venv/bin/openapi-python-client'), 'generate', '--path', 'openapi.json', ...output)
  await callFromPython('python_client', '.')
})

test('hey-api makes a client', async (context) => {
  if (!(await installed(context, npm))) return
  const config = { input: 'openapi.json', output: { path: 'hey_api', module: { extension: '.js' } } }
  await writeFile(join(folder, 'hey-api.config.mjs'), `export default ${JSON.stringify(config)}`)
  await run(join(folder, 'node_modules/.bin/openapi-ts'), '-f', 'hey-api.config.mjs')
  await callFromTypeScript('hey_api')
})

test('orval makes a client', async (context) => {
  if (!(await installed(context, npm))) return
  const output = { target: 'orval/index.ts', client: 'fetch', baseUrl: world.url }
  const config = { api: { input: 'openapi.json', output } }
  await writeFile(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)}`)
  await run(join(folder, 'node_modules/.bin/orval'), '--config', 'orval.config.mjs')
  await callFromTypeScript('orval')
})

/** Each is installed once. */
const npm = once(() => run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...npmGenerators))
const maven = once(() => run('mvn', '-q', 'dependency:copy', `-Dartifact=${openapiGenerator}`, '-DoutputDirectory=.'))
const python = once(async () => {
  await run('python3', '-m', 'venv', 'venv')
  await run(join(folder, 'venv/bin/pip'), 'install', '--quiet', '-r', requirements)
})

async function installed(context: TestContext, install: () => Promise<unknown>): Promise<boolean> {
  try {
    await install()
    return true
  } catch (error) {
    context.skip(`The generator could not be installed: ${(error as Error).message}`)
    return false
  }
}

function generateByJava(kind: string, output: string, ...more: string[]) {
  const [, name, version] = openapiGenerator.split(':')
  const generate = ['generate', '-i', 'openapi.json', '-g', kind, '-o', output, ...more]
  return run('java', '-Xmx700m', '-jar', `${name}-${version}.jar`, ...generate)
}

async function callFromPython(name: keyof typeof programs, within: string) {
  const interpreter = join(folder, 'venv/bin/python')
  await run(interpreter, '-m', 'compileall', '-q', join(name, within))
  await writeFile(join(folder, `${name}.program.py`), programs[name])
  check(await run(interpreter, `${name}.program.py`, name, world.url, keys.ada))
}

async function callFromTypeScript(name: keyof typeof programs) {
  await writeFile(join(folder, `${name}.program.ts`), programs[name])
  const config = {
    extends: './tsconfig.json',
    compilerOptions: { outDir: `${name}-compiled` },
    files: [`${name}.program.ts`, `${name}/index.ts`],
  }
  await writeFile(join(folder, `${name}.tsconfig.json`), JSON.stringify(config))
  await run(tsc, '-p', `${name}.tsconfig.json`)
  check(await run(process.execPath, `${name}-compiled/${name}.program.js`, world.url, keys.ada))
}

/** What each program prints: who asks, and the notes with `weekly` in the title to which both people are invited. */
function check(output: string) {
  assert.deepEqual(JSON.parse(output), { me: 'u_ada', notes: [['n_1', 'Weekly 5 Jan']] })
}

/** @throws {Error} with everything it printed: some generators tell their errors on standard output */
async function run(program: string, ...args: string[]): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, PATH }, maxBuffer: 64 * 1_048_576 }
  const { stdout } = await promisify(execFile)(program, args, options).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`)
  })
  return stdout
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= act())
}
