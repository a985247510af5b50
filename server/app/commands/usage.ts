/** *Pure.* What every command is for, as `--help` prints it. */
import { purposes } from '../../making/engines/local/models/catalogue.ts'

type Usage = {
  /** What is typed after `minutebook`. */
  form: string
  /** One sentence. */
  does: string
  flags?: Record<string, string>
  /** Further notes. */
  more?: string
}

const oneService = 'Any number of these processes may share one database; each brings the schema up to date first.'
const untilStopped = 'Runs until SIGTERM or SIGINT, and stops within 20 s.'
const workspace = 'its subdomain'
const keyOfService = 'a key of that service; MINUTEBOOK_KEY in the environment keeps it out of the list of processes'

/** In the order of the overview. */
export const usages: Record<string, Usage> = {
  start: { form: 'start', does: 'run everything, with the demo world in an empty database', more: untilStopped },
  serve: { form: 'serve', does: 'run API and workers in one process', more: `${oneService}\n${untilStopped}` },
  api: { form: 'api', does: 'run the API alone', more: `${oneService}\n${untilStopped}` },
  worker: { form: 'worker', does: 'run the workers alone', more: `${oneService}\n${untilStopped}` },
  migrate: {
    form: 'migrate',
    does: 'bring the database schema up to date',
    more: 'Safe to run by many at once. A schema that is newer than this release is refused.',
  },
  import: {
    form: 'import FILE [--media DIR] [--fire-events]',
    does: 'load a world, all or nothing',
    flags: {
      '--media DIR': 'folder that its media come from',
      '--fire-events': 'send webhooks the events of what is new; without it nothing is sent',
    },
  },
  export: {
    form: 'export --workspace SUBDOMAIN [--with-secrets] [--with-voices] [--media DIR]',
    does: 'print a workspace as a world',
    flags: {
      '--workspace SUBDOMAIN': workspace,
      '--with-secrets': 'with webhook secrets and the addresses of calendar feeds; keep the file as a secret then',
      '--with-voices': 'with the voices that people gave, which are biometric data',
      '--media DIR': 'folder that its media are copied into',
    },
  },
  key: {
    form: 'key create --workspace SUBDOMAIN --user EMAIL [--super-admin] [--scopes LIST] [--expires TIME]',
    does: 'print a new key, once',
    flags: {
      '--workspace SUBDOMAIN': workspace,
      '--user EMAIL': 'the owner, as whom the key acts',
      '--super-admin': 'reads the whole workspace, if the owner is an admin and the plan is enterprise',
      '--scopes LIST':
        'what it may do, a comma-separated list of read, write, webhooks, admin, scim; everything without it',
      '--expires TIME': 'when it expires, such as 2027-01-01T00:00:00Z; never without it',
    },
  },
  'sign-in-link': {
    form: 'sign-in-link --workspace SUBDOMAIN --user EMAIL',
    does: 'print an address that signs a person in once, within 15 minutes',
    flags: { '--workspace SUBDOMAIN': workspace, '--user EMAIL': 'who is signed in' },
  },
  'write-notes': {
    form: 'write-notes --workspace SUBDOMAIN [--missing]',
    does: 'write AI notes again; continues after an interruption',
    flags: {
      '--workspace SUBDOMAIN': workspace,
      '--missing': 'only those that are missing; without it those that people have edited are rewritten too',
    },
  },
  prune: {
    form: 'prune [deliveries|changes|audit] [--older-than DAYS] [--workspace SUBDOMAIN] [--dry-run]',
    does: 'remove what is past its retention, as workers do',
    flags: {
      '--older-than DAYS': 'what is older than that in the named log, instead of what the settings say',
      '--workspace SUBDOMAIN': 'only of this workspace, by its subdomain',
      '--dry-run': 'count, and remove nothing',
    },
    more: `deliveries what webhooks were sent; what waits to be sent stays, and under legal hold what DELIVERY_RETENTION_DAYS keeps
changes    what changed, for programs that keep a copy; one that is further behind starts again
audit      who did what; each removal leaves an entry, and what a legal hold covers stays`,
  },
  secret: {
    form: 'secret rotate',
    does: 'seal everything with a new SECRET_KEY; continues after an interruption',
    more: 'docs/operate/secret-key.md has the steps around it.',
  },
  workspace: {
    form: 'workspace freeze|unfreeze|move|delete SUBDOMAIN [--to URL] [--yes SUBDOMAIN]',
    does: 'move a workspace to the database of another service, or remove it',
    flags: {
      '--to URL':
        'postgres:// address of that database; TO_DATABASE_URL in the environment keeps it out of the list of processes',
      '--yes SUBDOMAIN': 'the same subdomain again, so that nothing is removed by mistake',
    },
    more: `freeze     no row of it changes until it is unfrozen; it can still be read
move       freezes it, copies it, compares both sides and lets the other service take over; continues after an interruption
unfreeze   undoes a freeze, or with --to a move that was interrupted
delete     removes all of it here: after a move, or for good
The settings of the other service are those of this one, except for TO_SECRET_KEY, TO_MEDIA_DIR and so on.`,
  },
  backup: {
    form: 'backup DIR [--verify|--verify-only]',
    does: 'copy the embedded database, its media and its key into a new folder, while it runs',
    flags: {
      '--verify': 'then restore it into a scratch folder under DATA_DIR and compare it',
      '--verify-only': 'the same for a backup that is in DIR already; makes none',
    },
    more: 'For a PostgreSQL of your own (DATABASE_URL) docs/operate/backup.md has the steps.',
  },
  restore: {
    form: 'restore DIR',
    does: 'restore a backup into an empty DATA_DIR and check it, all or nothing',
    more: 'Start with the settings that the backup was made with, SECRET_KEY too if it was one of them.',
  },
  doctor: {
    form: 'doctor [BACKUPS] [--key KEY] [--workspace SUBDOMAIN]',
    does: 'examine the installation, and say what is wrong and what to do',
    flags: {
      '--key KEY': 'a key of the running service, to try its stream of events; MINUTEBOOK_KEY in the environment',
      '--workspace SUBDOMAIN': 'whose host is tried, where each workspace has its own',
    },
    more: `BACKUPS is a backup or a folder of them; then its age is examined too. Takes the settings of the service, changes nothing and
prints no secret. Exit code 1 if something is wrong.`,
  },
  models: {
    form: 'models [list|add|remove|verify] [NAME|FOLDER] [--as NAME] [--for PURPOSE]',
    does: 'manage the models for work on this machine',
    flags: {
      '--as NAME': 'name of the model whose files are in FOLDER',
      '--for PURPOSE': `what it is for, if it is not in the catalogue: ${purposes.join(', ')}`,
    },
    more: `alone      what this machine can do: what fits into its memory, and how long an hour of sound takes
list       the models that can be installed, and those that are
add        downloads a model, or takes the files of a folder; continues after an interruption. speech is what
           transcription needs, speech-small the same for English on a small machine, notes a language model
remove     removes a model
verify     compares the files of all installed models with their digests
Needs no database. A service that runs uses what is there from then on.`,
  },
  bundle: {
    form: 'bundle DIR [--models LIST] [--download]',
    does: 'write a folder from which a machine without a network installs this release',
    flags: {
      '--models LIST': 'installed models to bring, a comma-separated list such as speech,notes',
      '--download': 'the packages from the registry, checked with the lock file, instead of those that are installed',
    },
    more: 'For machines with the same system and processor as this one. Needs no database.',
  },
  openapi: { form: 'openapi', does: 'print the OpenAPI document' },
  listen: {
    form: 'listen [--events LIST] [--key KEY] [--url URL] [--forward URL] [--secret whsec_…]',
    does: 'show events as they happen at a running service, and forward them to a program here',
    flags: {
      '--events LIST': 'types of events, a comma-separated list; those of an empty list of a webhook without it',
      '--key KEY': keyOfService,
      '--url URL': 'address of the service, http://127.0.0.1:8080 without it',
      '--forward URL': 'address of the program on this machine',
      '--secret whsec_…': 'signs what is forwarded; without it a secret that is always the same for a key',
    },
    more: 'Needs no database.',
  },
  trigger: {
    form: 'trigger TYPE [--forward URL] [--secret whsec_…] [--key KEY] [--url URL]',
    does: 'send an example of an event to a program here, signed as a webhook signs it',
    flags: {
      '--forward URL': 'address of the program on this machine; without it the example is printed',
      '--secret whsec_…': 'signs what is sent; without it the secret of minutebook listen',
      '--key KEY': keyOfService,
      '--url URL': 'address of the service, http://127.0.0.1:8080 without it',
    },
    more: 'The example has "test": true. The console sends one to a registered webhook. Needs no database.',
  },
  'export-notes': {
    form: 'export-notes DIR [--transcripts] [--follow] [--key KEY] [--url URL]',
    does: 'write a Markdown file for each meeting that a key sees, as Obsidian and Logseq read them',
    flags: {
      '--transcripts': 'write the transcripts beside them as WebVTT; later runs go on with them',
      '--follow': 'go on, and write each change within seconds; without it what changed since the last run',
      '--key KEY': keyOfService,
      '--url URL': 'address of the service, http://127.0.0.1:8080 without it',
    },
    more: 'The files are a copy: what is changed in them is written over. Needs no database.',
  },
  'import-meetings': {
    form: 'import-meetings PATH [--dry-run] [--all] [--key KEY] [--url URL]',
    does: 'import meetings of other programs, from a folder, a ZIP archive or a file',
    flags: {
      '--dry-run': 'show what they would become, and import nothing',
      '--all': 'import all of them without a question',
      '--key KEY': keyOfService,
      '--url URL': 'address of the service, http://127.0.0.1:8080 without it',
    },
    more: `Exports of Granola, Otter, Fireflies, Fathom, tl;dv, Zoom, Teams and Meet; WebVTT, SRT, text, Markdown, Word, PDF, JSON and
CSV; sound and films; the folder of export-notes. Shows a table first, where each line can be changed. The same again
imports only what is missing. Exit code 1 if a meeting could not be imported. Needs no database.`,
  },
  mcp: {
    form: 'mcp [--url URL] [--key KEY]',
    does: 'connect an assistant that starts a program to a running service, by the Model Context Protocol',
    flags: { '--url URL': 'address of the service, http://127.0.0.1:8080 without it', '--key KEY': keyOfService },
    more: 'Needs no database.',
  },
}

/** The help for all commands. */
export function overview(): string {
  const forms = Object.values(usages).map(({ form, does }) =>
    form.length < 16 ? `  ${form.padEnd(16)}${does}\n` : `  ${form}\n${' '.repeat(18)}${does}\n`,
  )
  return `minutebook <command>

${forms.join('')}
  --version       print the release
  --help          print this; after a command, explain the command

Settings come from the environment; docs/operate/settings.md lists them.
`
}

/** The help for one command. */
export function helpOf(command: string): string {
  const { form, does, flags = {}, more } = usages[command]!
  const width = Math.max(...Object.keys(flags).map((flag) => flag.length)) + 2
  const lines = Object.entries(flags).map(([flag, meaning]) => `  ${flag.padEnd(width)}${meaning}\n`)
  const parts = [`minutebook ${form}\n\n${capitalized(does)}.\n`, lines.join(''), more ? `${more}\n` : '']
  return parts.filter(Boolean).join('\n')
}

/**
 * Rejects flags and words that a command does not take: they may have been meant to restrict it, as `--dry-run` does.
 * @param words  what follows the command's name, without flags
 * @returns the error as a sentence; null if there is none, or no such command
 */
export function wrongUse(command: string, flags: object, words: string[]): string | null {
  if (!Object.hasOwn(usages, command)) return null
  const { form, flags: own = {} } = usages[command]!
  const taken = new Set(Object.keys(own).map((flag) => flag.split(' ')[0]))
  const flag = Object.keys(flags).find((name) => !taken.has(`--${name}`))
  const maxWords = form.split(/ \[?--/)[0]!.split(' ').length - 1
  const other = flag === undefined ? words[maxWords] : `--${flag}`
  return other === undefined ? null : `minutebook ${command} takes no ${other}; --help after it says what it takes.`
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
