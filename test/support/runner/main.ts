/**
 * `npm test`: every test file, in processes that take them from one list, with type check and lint beside them.
 * `npm test -- FILE…`: these files alone. `npm run test:deep`: what takes long, and random tests with their large budgets.
 * Ends with 1 if anything failed.
 */
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs, promisify } from 'node:util'
import { globalSetup, globalTeardown } from '../setup.ts'
import { Report } from './report.ts'
import { Shard } from './shard.ts'

// One more than the cores it is for: some tests wait for a time limit, or for a program.
const processes = 3

/** Of files that measure their process, or change what the others would share with them. */
const ownProcess = /^\/\/ In a process of its own: /m

const report = new Report((line) => process.stdout.write(`${line}\n`))
const { values, positionals: named } = parseArgs({ options: { deep: { type: 'boolean' } }, allowPositionals: true })
const stallSeconds = values.deep ? 7_200 : 240
const tests = globSync('{server,test,scripts}/**/*.test.ts').sort()
const deep = () => [
  ...globSync('test/deep/*.deep.ts').sort(),
  ...tests.filter((file) => /\btries\(/.test(textOf(file))),
]
const files = named.length > 0 ? named : values.deep ? deep() : tests
if (values.deep) process.env.DEEP = '1'

const checks = values.deep || named.length > 0 ? [] : [check('biome', 'check', '.'), check('tsc', '-p', '.')]
await globalSetup()
const shards = new Set<Shard>()
process.once('SIGINT', () => {
  files.length = 0
  for (const shard of shards) shard.kill()
})
try {
  await Promise.all(Array.from({ length: processes }, runSome))
} finally {
  await globalTeardown()
}
await Promise.all(checks)
process.exitCode = report.end(`SEED=${process.env.SEED} repeats what was random.`) ? 0 : 1

/** Takes file after file until none is left. */
async function runSome(): Promise<void> {
  let shared = open()
  for (let file = files.shift(); file; file = files.shift()) {
    const isOwn = ownProcess.test(textOf(file))
    if (!isOwn && shared.isGone) shared = open()
    const shard = isOwn ? open() : shared
    report.add(await shard.run(file))
    if (isOwn) await close(shard)
  }
  await close(shared)
}

function open(): Shard {
  const shard = new Shard(stallSeconds)
  shards.add(shard)
  return shard
}

async function close(shard: Shard): Promise<void> {
  const resources = await shard.end()
  shards.delete(shard)
  if (resources.length > 0) report.trouble(`Tests left open what kept their process alive: ${resources.join(', ')}`)
}

/** A program that judges the sources, and says nothing when they are well. */
async function check(program: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(program, args, { maxBuffer: 16 * 1_048_576 }).catch(({ stdout, stderr }) =>
    report.trouble(`${program} ${args.join(' ')}\n${stdout}${stderr}`),
  )
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8')
}
