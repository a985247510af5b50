/**
 * `npm run release -- --dry`: everything that a release needs is checked and made, and nothing is kept. Without `--dry`
 * the files are kept in `release/VERSION`, signed by the key of RELEASE_KEY. Publishes nothing itself.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeRelease } from './make-release.ts'

const { values } = parseArgs({ options: { dry: { type: 'boolean', default: false } } })
const faults = await makeRelease({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  isDry: values.dry,
  key: process.env.RELEASE_KEY ?? '',
  say: (line) => process.stdout.write(`${line}\n`),
})
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
