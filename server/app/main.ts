/** The command line: reads the command and the settings, runs it, turns signals and errors into an exit code. */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { type Logger, pino } from 'pino'
import { readConfig } from '../platform/context/config.ts'
import { OperatorError } from '../platform/errors.ts'
import type { Command, Flags } from './commands/command.ts'
import { StopSignal } from './commands/stop-signal.ts'
import { helpOf, overview, usages, wrongUse } from './commands/usage.ts'
import { readableLine } from './readable-line.ts'

/** Every flag of every command; `app/commands/usage.ts` says what they mean. */
export const options = {
  workspace: { type: 'string' },
  user: { type: 'string' },
  'super-admin': { type: 'boolean' },
  scopes: { type: 'string' },
  expires: { type: 'string' },
  'with-secrets': { type: 'boolean' },
  'with-voices': { type: 'boolean' },
  media: { type: 'string' },
  'fire-events': { type: 'boolean' },
  key: { type: 'string' },
  url: { type: 'string' },
  forward: { type: 'string' },
  events: { type: 'string' },
  secret: { type: 'string' },
  missing: { type: 'boolean' },
  'older-than': { type: 'string' },
  'dry-run': { type: 'boolean' },
  to: { type: 'string' },
  yes: { type: 'string' },
  all: { type: 'boolean' },
  as: { type: 'string' },
  for: { type: 'string' },
  follow: { type: 'boolean' },
  transcripts: { type: 'boolean' },
  verify: { type: 'boolean' },
  'verify-only': { type: 'boolean' },
  models: { type: 'string' },
  download: { type: 'boolean' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const

/** Each command is loaded on demand, so that the first line is printed before the rest of the program is read. */
export const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./commands/serve.ts')).start,
  serve: async () => (await import('./commands/serve.ts')).serveBoth,
  api: async () => (await import('./commands/serve.ts')).serveApi,
  worker: async () => (await import('./commands/serve.ts')).serveWorker,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  import: async () => (await import('./commands/worlds.ts')).importFile,
  export: async () => (await import('./commands/worlds.ts')).exportWorkspace,
  key: async () => (await import('./commands/keys.ts')).key,
  'sign-in-link': async () => (await import('./commands/keys.ts')).signInLink,
  'write-notes': async () => (await import('./commands/write-notes.ts')).writeNotes,
  prune: async () => (await import('./commands/prune.ts')).prune,
  secret: async () => (await import('./commands/keys.ts')).secret,
  workspace: async () => (await import('./commands/workspace.ts')).workspace,
}

/** Commands that run until they are stopped. */
const serving = new Set(['start', 'serve', 'api', 'worker'])

const never = new AbortController().signal

const keyless = ['key', 'sign-in-link']

/** Commands that seal and open nothing work without the key, so that an operator who lost it can still use them. */
const usesKey = (command: string, flags: Flags) =>
  command === 'export' ? Boolean(flags['with-secrets'] || flags['with-voices']) : !keyless.includes(command)

/** @returns the exit code: 0 done, 1 failed, 2 no such command */
export async function main(args: string[]): Promise<number> {
  try {
    const { values: flags, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [name = '', ...words] = positionals
    const [argument, ...others] = words
    const refusal = flags.help || flags.version ? null : wrongUse(name, flags, words)
    if (refusal !== null) throw new OperatorError(refusal)
    if (flags.help) {
      process.stdout.write(Object.hasOwn(usages, name) ? helpOf(name) : overview())
    } else if (flags.version) {
      process.stdout.write(`${(await import('../platform/version.ts')).version}\n`)
    } else if (name === 'listen') {
      await (await import('./commands/listen.ts')).listenUntilStopped(flags)
    } else if (name === 'trigger') {
      await (await import('./commands/trigger.ts')).trigger(argument, flags)
    } else if (name === 'export-notes') {
      await (await import('./commands/export-notes/export-notes.ts')).exportNotes(argument, flags)
    } else if (name === 'import-meetings') {
      await (await import('./commands/import-meetings/import-meetings.ts')).importMeetings(argument, flags)
    } else if (name === 'mcp') {
      await (await import('./commands/mcp.ts')).bridgeUntilClosed(flags)
    } else if (name === 'openapi') {
      await (await import('./commands/openapi.ts')).printDocument()
    } else if (name === 'backup') {
      await (await import('./commands/backup.ts')).backup(argument, flags)
    } else if (name === 'bundle') {
      await (await import('./commands/bundle.ts')).bundle(argument, flags)
    } else if (name === 'restore') {
      await (await import('./commands/backup.ts')).restore(argument)
    } else if (name === 'doctor') {
      await (await import('./commands/doctor.ts')).doctor(argument, flags)
    } else if (name === 'models') {
      await (await import('./commands/models.ts')).models(argument, others[0], flags)
    } else if (Object.hasOwn(commands, name)) {
      await runCommand(name, argument, flags, others)
    } else {
      process.stderr.write(name ? `There is no command ${name}.\n\n${overview()}` : overview())
      return 2
    }
    return 0
  } catch (error) {
    const { explain } = await import('./commands/explain.ts')
    process.stderr.write(explain(error as Error))
    return 1
  } finally {
    // Waits until a pipe has accepted all output: what is left when the process exits is lost.
    await new Promise((resolve) => process.stdout.write('', resolve))
  }
}

async function runCommand(name: string, argument: string | undefined, flags: Flags, more: string[]): Promise<void> {
  const config = readConfig(process.env)
  // Long-running commands log to standard output; the others keep it for what they print.
  const isServing = serving.has(name)
  const lines = pino.destination({ dest: isServing ? 1 : 2, sync: !isServing })
  const isWatched = isServing && process.stdout.isTTY
  const log = pino(
    { level: config.logLevel },
    isWatched ? { write: (line) => void lines.write(readableLine(line)) } : lines,
  )
  if (isServing) log.info('Minutebook is starting')
  using stop = isServing ? stopInTime(log) : undefined
  try {
    const [{ withBase }, command] = await Promise.all([import('./commands/command.ts'), commands[name]!()])
    const run = command(argument, flags, more)
    await withBase(config, log, usesKey(name, flags), (base) => run(base, stop?.signal ?? never))
  } finally {
    // Log lines that are not written yet would be lost when the process exits.
    lines.end()
    await once(lines, 'close').catch(() => {})
  }
}

/** The process exits 20 s after the first signal, whatever has not stopped. */
function stopInTime(log: Logger): StopSignal {
  const onStop = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'Stopping')
    setTimeout(() => process.exit(1), 20_000).unref()
  }
  const stop = new StopSignal({ onStop })
  stopWithNpm(stop)
  return stop
}

/**
 * A killed npm sends no signal, so its service would run on and keep the port. npm is the parent, because the script
 * begins with `exec`.
 */
function stopWithNpm(stop: StopSignal): void {
  const { npm_lifecycle_event: script, npm_package_name: ofPackage } = process.env
  if (script !== 'start' || ofPackage !== 'minutebook') return
  const npm = process.ppid
  const check = setInterval(() => process.ppid !== npm && stop.stop('SIGTERM'), 1_000).unref()
  stop.signal.addEventListener('abort', () => clearInterval(check))
}
