/**
 * `npm run bench -- kills [COUNT]`: kills two `serve` processes and sometimes PostgreSQL with SIGKILL, at random moments
 * under mixed load. When the load has ended, it checks that all answers to clients are still true.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { compare, quiet } from '../test/faults/compare.ts'
import { startLoad } from '../test/faults/load.ts'
import { openMoodyReceiver, openService } from '../test/faults/service.ts'

const [processes, clients] = [2, 6]

/** @param args  number of kills; the default is 200 */
export async function run([count = '200']: string[]): Promise<void> {
  await using receiver = await openMoodyReceiver()
  await using service = await openService(receiver, { processes })
  const load = startLoad(service.origins, clients)
  const killed = { serve: 0, database: 0 }
  for (let number = 1; number <= Number(count); number++) {
    await pause(200 + Math.random() * 1_500)
    if (Math.random() < 0.15) {
      killed.database++
      await service.killDatabase().catch(() => {})
    } else {
      killed.serve++
      await service.kill(number % processes, Math.random() * 500)
    }
    if (number % 10 === 0) console.error(`${number} kills, ${load.ledger.answers} answers`)
  }
  const ledger = await load.stop()
  await quiet(service)
  const broken = await compare(service, ledger, receiver)
  const unknown = ledger.entries.filter(({ told }) => told === 'unknown').length
  console.log(
    '| kills of serve | of PostgreSQL | actions | without an answer | requests to the receiver | broken promises |',
  )
  console.log('| --- | --- | --- | --- | --- | --- |')
  const cells = [killed.serve, killed.database, ledger.entries.length, unknown, receiver.received.length, broken.length]
  console.log(`| ${cells.join(' | ')} |`)
  for (const sentence of broken.slice(0, 50)) console.log(`- ${sentence}`)
  if (broken.length === 0) return
  process.exitCode = 1
  const errors = service
    .logs()
    .split('\n')
    .filter((line) => line.includes('Internal error'))
  for (const line of errors.slice(0, 10)) console.log(line)
}
