/** Only one batch is in memory, for any size of the file. */
// In a third of the runs: it imports a large world.
// In a process of its own: it measures the memory of the process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { tries } from '../../../../test/support/random.ts'
import { openTestDatabase, secretKey } from '../../../../test/support/world-database.ts'
import { exportWorld } from '../export/export-world.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function* manyNotes(notes: number) {
  yield Buffer.from('{"workspaces":[{"subdomain":"acme","name":"Acme","notes":[')
  const agenda = [
    '::agenda{version=1}',
    '# Goals',
    ...Array(20).fill('- A bullet of about fifty characters, as they are'),
  ]
  for (let n = 0; n < notes; n++) {
    const note = { id: `n_${n}`, title: `Note ${n}`, agenda: agenda.join('\n') }
    yield Buffer.from(`${n ? ',' : ''}${JSON.stringify(note)}`)
  }
  yield Buffer.from(']}]}')
}

/** The highest memory use, measured many times during the work. */
async function peakOf(work: () => Promise<void>): Promise<number> {
  let peak = 0
  const sample = setInterval(() => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    peak = Math.max(peak, heapUsed + external)
  }, 50)
  await work()
  clearInterval(sample)
  return peak
}

test('a file of four times the size takes no more memory, for import and export', async () => {
  await using database = await openTestDatabase()
  const [imports, exports]: [number[], number[]] = [[], []]
  const most = tries({ suite: 8_000, deep: 16_000 })
  for (const notes of [most / 16, most / 4, most]) {
    await database.empty()
    imports.push(await peakOf(async () => void (await database.load(manyNotes(notes)))))
    exports.push(
      await peakOf(async () => {
        const pieces = exportWorld(database.db, { subdomain: 'acme', withSecrets: false, secretKey })
        let bytes = 0
        for await (const piece of pieces) bytes += piece.length
        assert(bytes > notes * 1_000)
      }),
    )
  }
  for (const [, small, large] of [imports, exports]) assert(large! < small! * 1.5, `${small} and ${large} bytes`)
})
