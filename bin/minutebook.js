#!/usr/bin/env node
// The program needs a Node that runs TypeScript. `npm ci` brings one, which npm and npx put first; an older one finds it here.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiled modules are kept in the temporary folder: each start but the first takes half the time.
module.enableCompileCache?.()

// The package of npm has the program as JavaScript, because Node strips no types inside node_modules.
const source = new URL('../server/app/main.ts', import.meta.url)
const program = existsSync(source) ? source : new URL('../dist/server/app/main.js', import.meta.url)

// Calendars and daily mails need it, and Node has it since 26.
if ('Temporal' in globalThis) {
  const { main } = await import(program)
  process.exit(await main(process.argv.slice(2)))
}

// In a clone npm puts it below, in an installation beside the package.
const beside = new URL(program === source ? '../node_modules/.bin/node' : '../../.bin/node', import.meta.url)
const pinned = fileURLToPath(beside)
const remedy =
  program === source ? 'run "npm ci" without --omit=optional' : 'install one beside it, as docs/operate/install.md says'
const refuse = () => {
  process.stderr.write(
    `Minutebook needs Node 26 or newer; this is ${process.versions.node}, and ${pinned} does not run: ${remedy}.\n`,
  )
  process.exit(2)
}
// Itself would find itself again.
if (existsSync(pinned) && realpathSync(pinned) === realpathSync(process.execPath)) refuse()
const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
child.once('error', refuse)
child.once('exit', (code) => process.exit(code ?? 1))
process.on('SIGTERM', () => child.kill('SIGTERM'))
// A terminal sends it to both: two at once count as one.
process.on('SIGINT', () => child.kill('SIGINT'))
