/**
 * `npm test`: runs the test files, and of slow ones a third, in processes that take them from one list, in parallel with
 * type check and lint.
 * `npm test -- FILE…`: only these files, or those with this in their names. `npm test -- --changed`: those that a change since `main`
 * reaches, or since another commit (`--since`). `npm run test:deep`: slow tests, and random tests with large budgets.
 * Ends with 1 if anything failed.
 */
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { parseArgs, promisify } from 'node:util'
import { buildConsole } from '../../../scripts/console-build.ts'
import { globalSetup, globalTeardown } from '../setup.ts'
import { changedSince, reachedBy } from './changed.ts'
import { longestFirst } from './longest-first.ts'
import { Report } from './report.ts'
import { TestProcess } from './test-process.ts'

// One more than the number of cores, because some tests wait for a time limit or a program.
const processes = 3

/** Marks slow files: each run of `npm test` takes a third of them. */
const inSomeRuns = /^\/\/ In a third of the runs: /m

/** Marks files that measure their process, or change state that other files share. */
const ownProcess = /^\/\/ In a process of its own: /m

const report = new Report((line) => process.stdout.write(`${line}\n`))
const { values, positionals: named } = parseArgs({
  options: { deep: { type: 'boolean' }, changed: { type: 'boolean' }, since: { type: 'string', default: 'main' } },
  allowPositionals: true,
})
const stallSeconds = values.deep ? 7_200 : 240
const tests = globSync('{server,test,scripts,sdk/src,meeting-import,console,extension}/**/*.test.ts', {
  exclude: ['console/node_modules/**'],
}).sort()
const slow = tests.filter((file) => inSomeRuns.test(textOf(file)))
const deep = () => [
  ...globSync('test/deep/*.deep.ts').sort(),
  ...tests.filter((file) => /\b(tries|someOf)\(/.test(textOf(file)) || slow.includes(file)),
]
process.env.SEED ??= String(randomInt(2 ** 31))
process.env.THIRD ??= await thirdOfTree()
const files = chosen()
if (values.deep) process.env.DEEP = '1'

const checks =
  values.deep || named.length > 0 ? [] : [check('biome', 'check', '.'), checkTypes('.'), checkTypes('console')]
if (values.changed) process.stdout.write(`The change reaches ${files.length} of ${tests.length} test files.\n`)
await globalSetup()
// Before the tests, because two processes that build it at once spoil each other's files.
await buildConsole((line) => process.stdout.write(`${line}\n`))
const testProcesses = new Set<TestProcess>()
process.once('SIGINT', () => {
  files.length = 0
  for (const testProcess of testProcesses) testProcess.kill()
})
try {
  await Promise.all(Array.from({ length: processes }, runSome))
} finally {
  await globalTeardown()
}
await Promise.all(checks)
process.exitCode = report.end(`SEED=${process.env.SEED} THIRD=${process.env.THIRD} repeats what was random.`) ? 0 : 1

function chosen(): string[] {
  if (values.changed) return reachedBy(changedSince(values.since), tests)
  if (named.length > 0) return longestFirst([...new Set(named.flatMap(filesOf))])
  return longestFirst(values.deep ? deep() : tests.filter(isOfThisRun))
}

/** Slow files are counted by themselves, so that each third has as many. */
function isOfThisRun(file: string): boolean {
  const index = slow.indexOf(file)
  return index < 0 || (index + Number(process.env.THIRD)) % 3 === 0
}

/** By the content of the commit, so that all runs of it take the same. */
async function thirdOfTree(): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', 'HEAD^{tree}']).catch(() => ({
    stdout: process.env.SEED!,
  }))
  return String(Number.parseInt(stdout.slice(0, 8), 16) % 3)
}

/** Runs file after file until none is left. */
async function runSome(): Promise<void> {
  let shared = open()
  for (let file = files.shift(); file; file = files.shift()) {
    const isOwn = ownProcess.test(textOf(file))
    if (!isOwn && shared.isGone) shared = open()
    const testProcess = isOwn ? open() : shared
    report.add(await testProcess.run(file))
    if (isOwn) await close(testProcess)
  }
  await close(shared)
}

function open(): TestProcess {
  const testProcess = new TestProcess(stallSeconds)
  testProcesses.add(testProcess)
  return testProcess
}

async function close(testProcess: TestProcess): Promise<void> {
  const leftBehind = await testProcess.end()
  testProcesses.delete(testProcess)
  if (leftBehind.length > 0)
    report.runFailure(
      `Tests left behind what kept their process alive, or threw an error after them: ${leftBehind.join(', ')}`,
    )
}

/** What has not changed since a run before is not checked again: that takes a fifth of the time. */
function checkTypes(project: string): Promise<void> {
  const kept = `node_modules/.cache/minutebook-${project === '.' ? 'all' : project}.tsbuildinfo`
  return check('tsc', '-p', project, '--incremental', '--tsBuildInfoFile', kept)
}

/** Runs a program that checks the sources; it prints only errors. */
async function check(program: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(program, args, { maxBuffer: 16 * 1_048_576 }).catch(({ stdout, stderr }) =>
    report.runFailure(`${program} ${args.join(' ')}\n${stdout}${stderr}`),
  )
}

function filesOf(name: string): string[] {
  if (statSync(name, { throwIfNoEntry: false })?.isFile()) return [name]
  const found = tests.filter((file) => file.includes(name))
  if (found.length > 0) return found
  process.stderr.write(`No test file has ${name} in its name.\n`)
  process.exit(1)
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8')
}
