#!/usr/bin/env node
// The program needs a Node that runs TypeScript. `npm ci` brings one, which npm and npx put first; an older one finds it here.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiled modules are kept in the temporary folder: each start but the first takes half the time.
module.enableCompileCache?.()

const [major] = process.versions.node.split('.').map(Number)
if (major >= 24) {
  const { main } = await import('../server/main.ts')
  process.exit(await main(process.argv.slice(2)))
}

const pinned = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
child.once('error', () => {
  process.stderr.write(
    `Minutebook needs Node 24 or newer; this is ${process.versions.node}, and ${pinned} does not run: run "npm ci" without --omit=optional.\n`,
  )
  process.exit(2)
})
child.once('exit', (code) => process.exit(code ?? 1))
process.on('SIGTERM', () => child.kill('SIGTERM'))
// A terminal sends it to both.
process.on('SIGINT', () => {})
