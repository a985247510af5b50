/**
 * `npm run bench -- small [--megabytes 1000] [--minutes 60] [--models FOLDER] [--sound 60] [--alone]`: the whole service (API, worker,
 * embedded PostgreSQL, engines) in a group of processes with so much memory, while people read, search, upload and write.
 * With models of this machine it transcribes so many minutes of speech too, with `--alone` nothing else. It fails if a process was
 * killed, an answer was an error, or a promise to a client was broken. Linux with cgroup v1, as root.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { OperatorError } from '../server/platform/errors.ts'
import { compare, quiet } from '../test/faults/compare.ts'
import { startLoad } from '../test/faults/load.ts'
import { openService } from '../test/faults/service.ts'
import { openReceiver } from '../test/support/receiver.ts'
import { type MemoryGroup, openMemoryGroup, type Taken } from './memory-group.ts'
import { printTable } from './print-table.ts'
import { quantile } from './quantile.ts'
import { readMeetings } from './search-meetings.ts'
import { type Answered, asker, sendSound, soundOf, startWork } from './small-work.ts'

const [readers, writers, pauseMs] = [4, 2, 3_000]
/** How long one recording may take at the end on a busy machine. */
const patienceMs = 600_000

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      megabytes: { type: 'string', default: '1000' },
      minutes: { type: 'string', default: '60' },
      models: { type: 'string' },
      sound: { type: 'string', default: '60' },
      alone: { type: 'boolean', default: false },
    },
  })
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-small-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
  await using group = await openMemoryGroup(Number(values.megabytes) * 1_000_000, folder)
  const memory = watch(group)
  try {
    const { models, alone } = values
    const sound = Number(values.sound)
    await measure({ group, memory, folder, minutes: alone ? 0 : Number(values.minutes), models, sound, alone })
  } finally {
    await memory.stop()
  }
}

type Watched = ReturnType<typeof watch>
type Measured = {
  group: MemoryGroup
  memory: Watched
  folder: string
  minutes: number
  models: string | undefined
  sound: number
  alone: boolean
}

async function measure({
  group,
  memory,
  folder,
  minutes,
  models,
  sound: soundMinutes,
  alone,
}: Measured): Promise<void> {
  const meetings = await readMeetings()
  const sound = await soundOf(4, folder)
  await using receiver = await openReceiver()
  const begun = performance.now()
  await using service = await openService(receiver, {
    processes: 1,
    program: group.program,
    settings: { LOG_LEVEL: 'warn', ...(models && { MODELS_DIR: models }) },
  })
  const startSeconds = (performance.now() - begun) / 1_000
  const idle = memory.mark()
  const [origin] = service.origins as [string]
  const work = startWork(origin, {
    clients: alone ? 0 : readers,
    pauseMs,
    meetings,
    sound,
    transcribes: Boolean(models),
  })
  const load = startLoad(service.origins, alone ? 0 : writers, pauseMs)
  const recap = models
    ? recapOf(soundMinutes, origin, group, folder).catch((error) => void work.broken.push(`recap: ${error}`))
    : null
  for (let minute = Math.round((performance.now() - begun) / 60_000); minute < minutes; minute++) {
    await pause(60_000)
    if (minute % 10 === 0)
      console.error(
        `${minute} min: ${megabytes(memory.mark())} MB, at most ${megabytes(memory.peak())}, ${work.answered.length} answers`,
      )
  }
  const made = await recap
  const [, ledger] = await Promise.all([work.stop(), load.stop()])
  const { bytes, atLimit } = await group.taken()
  const refused = work.answered.filter(({ status }) => status === 429 || status === 503).length
  printAnswers(work.answered)
  printTable(
    ['start s', 'idle MB', 'peak MB', 'last MB', 'limit met', 'requests', 'asked again', 'messages'],
    [
      [
        ...[startSeconds.toFixed(0), megabytes(idle), megabytes(memory.peak()), megabytes(bytes), atLimit],
        ...[work.answered.length + ledger.answers, refused, receiver.received.length],
      ].map(String),
    ],
  )
  if (made) console.log(`Recap of ${soundMinutes} minutes: ${made}`)
  for (const sentence of work.broken.slice(0, 50)) console.log(`- ${sentence}`)
  console.error('Waiting until all is quiet.')
  await quiet(service, patienceMs)
  const lost = await compare(service, ledger, receiver)
  for (const sentence of lost.slice(0, 50)) console.log(`- ${sentence}`)
  console.log(service.logs().split('\n').slice(-40).join('\n'))
  const wrong = work.broken.length + lost.length
  const { kills } = await group.taken()
  console.log(`${wrong} answers and promises were wrong; ${kills} processes were killed.`)
  if (kills + wrong > 0) throw new OperatorError('That is too little memory.')
}

/** @returns its time and that of the processors, while the others work on */
async function recapOf(soundMinutes: number, origin: string, group: MemoryGroup, folder: string): Promise<string> {
  const ask = asker(
    origin,
    'bo',
    () => {},
    () => '',
  )
  const before = await group.taken()
  const begun = performance.now()
  const id = await sendSound({ ask }, await soundOf(soundMinutes, folder), 'Long call', true)
  for (;;) {
    await pause(2_000)
    const answer = await ask('GET', `/api/v1/recordings/upload/${id}`)
    const { upload } = (await answer.json()) as { upload: { status: string; failure_reason: string | null } }
    if (upload.status === 'FAILED') throw new Error(upload.failure_reason ?? 'it failed without a reason')
    if (upload.status === 'SUCCESS') break
  }
  const { cpuSeconds } = await group.taken()
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  return `${minutes} min, ${((cpuSeconds - before.cpuSeconds) / 60).toFixed(1)} min of a processor`
}

function printAnswers(answered: Answered[]): void {
  const rows = Object.entries(Object.groupBy(answered, ({ task }) => task)).map(([task, all = []]) => {
    const times = all.map(({ milliseconds }) => milliseconds)
    return [task, String(all.length), ...[0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(0))]
  })
  printTable(['task', 'requests', 'p50 ms', 'p99 ms', 'most ms'], rows)
}

/** Looks once a second. */
function watch(group: MemoryGroup) {
  const seen: Taken[] = []
  let peak = 0
  const state = { stopped: false }
  const watching = (async () => {
    while (!state.stopped) {
      seen[0] = await group.taken()
      peak = Math.max(peak, seen[0].bytes)
      await pause(1_000)
    }
  })()
  return {
    mark: () => seen[0]?.bytes ?? 0,
    peak: () => peak,
    async stop() {
      state.stopped = true
      await watching
    },
  }
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(0)
