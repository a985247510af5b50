/** Runs commands of the program one after the other, each with its own environment (command-shell.ts). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { main } from '../../server/app/main.ts'
import { type Command, endMark } from './command-shell.ts'

process.once('disconnect', () => process.exit())
for (;;) {
  const [{ args, env }] = (await once(process, 'message')) as [Command]
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  const mark = endMark(await main(args))
  // Listeners that commands leave would add up here, until Node warns of them in some later command's output.
  for (const signal of ['SIGTERM', 'SIGINT']) assert.equal(process.listenerCount(signal), 0, `${args[0]}: ${signal}`)
  for (const output of [process.stdout, process.stderr]) await new Promise((done) => output.write(mark, done))
}
