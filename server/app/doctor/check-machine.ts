/** The machine: its Node and memory, the space and the rights of the folders, the programs and models for sound. */
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { hasFfmpeg } from '../../making/engines/transcribe/ffmpeg.ts'
import type { Config } from '../../platform/context/config.ts'
import { diskFreeBytes } from '../../platform/disk-reserve.ts'
import { thisMachine } from '../../platform/machine.ts'
import { version } from '../../platform/version.ts'
import { mediaFolderOf } from '../base.ts'
import { describeMachine } from './describe-machine.ts'
import { type Finding, reasonIn, right, unknown, wrong } from './finding.ts'

/** The service and the embedded database without engines (docs/operate/install.md). */
const minMemoryBytes = 1_000_000_000

export async function* checkMachine(
  config: Config,
  signal: AbortSignal,
  { cores, memoryBytes, isLimited } = thisMachine(),
): AsyncGenerator<Finding> {
  const memory = `${gigabytes(memoryBytes)} of memory${isLimited ? ' by the limit of its container or service' : ''}`
  const machine = `Minutebook ${version}, Node ${process.versions.node}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${memory}`
  yield memoryBytes >= minMemoryBytes
    ? right('machine', machine)
    : wrong('machine', machine, `Give it ${gigabytes(minMemoryBytes)} or more; with less a process may be killed`)
  for (const [setting, folder] of foldersOf(config)) yield await checkFolder(setting, folder, config.minFreeBytes)
  if (await hasFfmpeg()) yield right('ffmpeg', 'it is installed')
  else {
    const todo = 'Install it, such as by apt-get install ffmpeg: without it media are neither converted nor transcribed'
    yield wrong('ffmpeg', 'it is not installed', todo)
  }
  const [, ...models] = await describeMachine(config, signal)
  for (const sentence of models) yield unknown('models', sentence)
}

function foldersOf(config: Config): [setting: string, folder: string][] {
  const { dataDir, inboxDir } = config
  const all = [
    ['DATA_DIR', dataDir],
    ['MEDIA_DIR', mediaFolderOf(config)],
    ...(inboxDir ? [['INBOX_DIR', inboxDir]] : []),
    // Recordings are converted there.
    ['TMPDIR', tmpdir()],
  ]
  return all as [string, string][]
}

async function checkFolder(setting: string, folder: string, minFreeBytes: number): Promise<Finding> {
  try {
    await access(await firstThatExists(resolve(folder)), constants.R_OK | constants.W_OK | constants.X_OK)
    const free = await diskFreeBytes(folder)
    const says = `${folder} has ${gigabytes(free)} free`
    if (free >= minFreeBytes) return right(setting, says)
    return wrong(setting, `${says}, less than MIN_FREE_BYTES`, 'Make space, or lower MIN_FREE_BYTES: media are refused')
  } catch (error) {
    const todo =
      (error as NodeJS.ErrnoException).code === 'EROFS'
        ? 'Its file system is read-only: mount a volume there, or a tmpfs for TMPDIR'
        : `Give the user ${process.getuid?.()} the right to write there`
    return wrong(setting, `${folder} cannot be used: ${reasonIn(error)}`, todo)
  }
}

/** A folder that does not exist yet is made by the service, in the first one above it that does. */
async function firstThatExists(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    ({ code }) => code !== 'ENOENT',
  )
  return isThere || dirname(folder) === folder ? folder : firstThatExists(dirname(folder))
}

const gigabytes = (bytes: number) => `${(bytes / 1_000_000_000).toFixed(1)} GB`
