/** Runs commands of the program one after the other, each with its own environment (command-shell.ts). */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { main } from '../../server/main.ts'
import { type Command, endMark } from './command-shell.ts'

process.once('disconnect', () => process.exit())
for (;;) {
  const [{ args, env }] = (await once(process, 'message')) as [Command]
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  const mark = endMark(await main(args))
  writeSync(1, mark)
  writeSync(2, mark)
}
