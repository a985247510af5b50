/**
 * `SPEECH_SAMPLES=FOLDER npm run bench -- ears`: what transcription on this machine costs, beside the bare library with
 * the same pieces of sound, and how many words and speakers are wrong. Each row is a process of its own. With
 * VOICE_SAMPLES (see ears-voices.ts) it hears forty calls of real voices too.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '../server/platform/errors.ts'
import {
  addSampleModels,
  missing,
  price,
  shareOfRightFrames,
  spokenIn,
  wav,
  read as whatIsRead,
  wordErrors,
  wordsOf,
} from '../test/support/speech-samples.ts'
import { hearCalls } from './ears-heard.ts'
import type { EarsOrder, EarsResult } from './ears-process.ts'
import { printTable } from './print-table.ts'

export async function run(): Promise<void> {
  if (missing) throw new OperatorError(missing)
  const modelsDir = await mkdtemp(join(tmpdir(), 'minutebook-bench-ears-'))
  try {
    await addSampleModels(modelsDir, new AbortController().signal)
    const measure = (order: Omit<EarsOrder, 'modelsDir'>) => measureInProcess({ ...order, modelsDir })
    const rows: string[][] = []
    for (const threads of [1, 2]) {
      const library = await measure({ path: wav, threads, what: 'library' })
      const words = await measure({ path: wav, threads, what: 'words' })
      const both = await measure({ path: price, threads, what: 'words and speakers' })
      const errors = wordErrors(wordsOf(whatIsRead), wordsOf(words.turns.map(({ text }) => text).join(' ')))
      const heard = both.turns.map(({ speaker = '', start, end }) => ({ speaker, start_time: start, end_time: end }))
      const wrong = 1 - shareOfRightFrames(await spokenIn('r_price'), heard)
      const ratio = cpuPerMinute(words) / cpuPerMinute(library)
      rows.push(
        rowOf(threads, 'the bare library, same pieces', library, '', ''),
        rowOf(threads, 'words', words, ratio.toFixed(2), `${errors} of ${wordsOf(whatIsRead).length} words`),
        rowOf(threads, 'words and speakers', both, '', `${(100 * wrong).toFixed(1)} % of frames`),
      )
    }
    const calls = await hearCalls(modelsDir, 40, (path) => measure({ path, threads: 1, what: 'words and speakers' }))
    printTable(['threads', 'what', 'CPU seconds a minute', 'of the library', 'memory, MB', 'wrong'], rows)
    console.log()
    const columns = ['call', 'how', 'speakers', 'of others, %', 'longest without words, s', 'CPU seconds a minute']
    if (calls.length > 0) printTable(columns, calls)
  } finally {
    await rm(modelsDir, { recursive: true })
  }
}

const cpuPerMinute = ({ cpuSeconds, seconds }: EarsResult) => (60 * cpuSeconds) / seconds

const rowOf = (threads: number, what: string, result: EarsResult, ratio: string, wrong: string) => [
  String(threads),
  what,
  cpuPerMinute(result).toFixed(2),
  ratio,
  String(Math.round(result.peakBytes / 1_000_000)),
  wrong,
]

async function measureInProcess(order: EarsOrder): Promise<EarsResult> {
  const child = fork(new URL('./ears-process.ts', import.meta.url))
  child.send(order)
  const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof result !== 'object') throw new OperatorError(`The measured process ended with ${result}.`)
  return result
}
