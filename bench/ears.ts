/**
 * `SPEECH_SAMPLES=FOLDER npm run bench -- ears [CALLS]`: what transcription on this machine costs, beside the bare library
 * with the same pieces of sound, and how many words and speakers are wrong. Each row is a process of its own. With
 * VOICE_SAMPLES (see ears-voices.ts) it hears so many calls of real voices too, forty unless said.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
import { buildCall, monologueOf } from './ears-calls.ts'
import { goalsOf } from './ears-goals.ts'
import { columns, type HeardCall, hearCall, planOf, rowOf, speakersIn } from './ears-heard.ts'
import { measureInProcess } from './ears-measure.ts'
import type { EarsOrder, EarsResult } from './ears-process.ts'
import { findActors } from './ears-voices.ts'
import { printTable } from './print-table.ts'

const actorsAlone = ['cs m', 'announcer']

export async function run([count = '40']: string[]): Promise<void> {
  if (missing) throw new OperatorError(missing)
  const modelsDir = await mkdtemp(join(tmpdir(), 'minutebook-bench-ears-'))
  try {
    await addSampleModels(modelsDir, new AbortController().signal)
    printTable(
      ['threads', 'what', 'CPU seconds a minute', 'of the library', 'memory, MB', 'wrong'],
      await costs(modelsDir, (order) => measureInProcess({ ...order, modelsDir })),
    )
    const actors = await findActors()
    if (actors.length === 0 || Number(count) === 0) return
    const hear = (what: EarsOrder['what']) => (paths: string[]) =>
      measureInProcess({ paths, modelsDir, threads: 1, what })
    const calls: HeardCall[] = []
    for (let seed = 1_000; seed < 1_000 + Number(count); seed++)
      calls.push(await hearCall(modelsDir, await buildCall(planOf(seed), actors), hear('words and speakers')))
    console.log()
    printTable(columns, calls.map(rowOf))
    const monologues = new Map<string, number>()
    for (const name of actorsAlone) {
      const alone = actors.filter((actor) => actor.name === name)
      monologues.set(name, await speakersIn(await buildCall(monologueOf(1, 1_200), alone), modelsDir, hear('speakers')))
    }
    console.log()
    const goals = goalsOf(calls, monologues)
    printTable(
      ['goal', 'measured', ''],
      goals.map(({ goal, measured, isMet }) => [goal, measured, isMet ? '' : '**MISSED**']),
    )
  } finally {
    await rm(modelsDir, { recursive: true })
  }
}

type Measure = (order: Omit<EarsOrder, 'modelsDir'>) => Promise<EarsResult[]>

async function costs(folder: string, measure: Measure): Promise<string[][]> {
  const reading = await repeated(wav, join(folder, 'reading.wav'))
  const said = wordsOf(whatIsRead.repeat(times))
  const rows: string[][] = []
  for (const threads of [1, 2]) {
    const [library] = await measure({ paths: [reading], threads, what: 'library' })
    const [words] = await measure({ paths: [reading], threads, what: 'words' })
    const [both] = await measure({ paths: [price], threads, what: 'words and speakers' })
    const errors = wordErrors(said, wordsOf(words!.turns.map(({ text }) => text).join(' ')))
    const heard = both!.turns.map(({ speaker = '', start, end }) => ({ speaker, start_time: start, end_time: end }))
    const wrong = 1 - shareOfRightFrames(await spokenIn('r_price'), heard)
    const ratio = cpuPerMinute(words!) / cpuPerMinute(library!)
    rows.push(
      rowOfCost(threads, 'the bare library, same pieces', library!, '', ''),
      rowOfCost(threads, 'words', words!, ratio.toFixed(2), `${errors} of ${said.length} words`),
      rowOfCost(threads, 'words and speakers', both!, '', `${(100 * wrong).toFixed(1)} % of frames`),
    )
  }
  return rows
}

/** A recording takes as long as a meeting of some minutes: to start ffmpeg takes as much as to decode an hour. */
const times = 4

async function repeated(path: string, to: string): Promise<string> {
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-stream_loop', String(times - 1), '-i', path, '-c', 'copy', to])
  return to
}

const cpuPerMinute = ({ cpuSeconds, seconds }: EarsResult) => (60 * cpuSeconds) / seconds

const rowOfCost = (threads: number, what: string, result: EarsResult, ratio: string, wrong: string) => [
  String(threads),
  what,
  cpuPerMinute(result).toFixed(2),
  ratio,
  String(Math.round(result.peakBytes / 1_000_000)),
  wrong,
]
