/** The main statements as SQL for readers: what the service asks of the database for a few requests, and for deliveries. */
import { sql } from 'kysely'
import pg from 'pg'
import { createDeliverer } from '../server/app/worker.ts'
import { acmeWithWebhooks, keys } from '../test/support/acme.ts'
import { origin } from '../test/support/workspace-by-value.ts'
import type { World } from '../test/support/world.ts'
import { formatStatement } from './format-statement.ts'

type Statement = { by: string; text: string }
/** What is done, and whose statements of it are shown: files or folders of the service. */
type Section = { title: string; by: string[]; run: (world: World) => Promise<unknown> }

const list = { page_size: 20 }
const titled = { ...list, filters: { title: 'weekly' } }

/** The sections of each file of docs/sql/. */
const files: Record<string, Section[]> = {
  'notes.sql': [
    section('A page of the notes that a person sees', ['server/meetings/'], 'POST', '/notes', list),
    section('The same, of a super admin', ['server/meetings/'], 'POST', '/notes', list, keys.ada),
    section('Notes that have a word in their title', ['server/meetings/'], 'POST', '/notes', titled),
  ],
  'recordings.sql': [
    section('A page of the recordings that a person sees', ['server/meetings/'], 'POST', '/recordings', list),
    section('The same, of a super admin', ['server/meetings/'], 'POST', '/recordings', list, keys.ada),
  ],
  'action-items.sql': [
    section('A page of the items that a person sees', ['server/meetings/'], 'POST', '/action_items', list),
  ],
  'sight.sql': [
    section('One note, if a person sees it', ['server/meetings/notes/'], 'GET', '/note/n_1'),
    section('One recording, if a person sees it', ['server/meetings/recordings/'], 'GET', '/recording/r_1'),
  ],
  'search.sql': [section('Words are found', ['server/reading/search/'], 'POST', '/search', { query: 'weekly' })],
  'changes.sql': [
    {
      title: 'A note was renamed: changes are numbered, and read by a person',
      by: ['number-changes', 'read-changes'].map((file) => `server/reading/changes/${file}.ts`),
      run: async (world) => {
        const { body } = await world.get('/api/v1/changes', keys.bo)
        await sql`update notes set title = 'Weekly'`.execute(world.db)
        await world.get(`/api/v1/changes?cursor=${body.page_info.cursor}`, keys.bo)
      },
    },
  ],
  'deliveries.sql': [
    {
      title: 'A message is claimed, sent in vain, and finished',
      by: ['due', 'claim', 'rate-slots', 'finish', 'settle-webhooks'].map(
        (file) => `server/webhooks/delivery/${file}.ts`,
      ),
      run: async (world) => {
        await world.post('/api/v1/webhook/wh_1/test', keys.ada)
        await createDeliverer(world.base, { woken: async () => {}, wake() {} }).deliverDue()
      },
    },
  ],
}

function section(title: string, by: string[], method: string, path: string, body?: object, key = keys.bo): Section {
  return { title, by, run: (world) => world.request(method, `/api/v1${path}`, { key, body }) }
}

/** @returns the text of each file of docs/sql/, by its name */
export async function mainStatements(world: World): Promise<Map<string, string>> {
  await world.loadAndAnnounce(...acmeWithWebhooks())
  const texts = new Map<string, string>()
  for (const [name, sections] of Object.entries(files)) {
    const parts: string[] = []
    for (const { title, by, run } of sections) {
      const statements = await heard(() => run(world))
      const own = statements.filter((each) => by.some((place) => each.by.startsWith(place)))
      parts.push(`-- ${title}\n\n${textOf(own)}`)
    }
    texts.set(
      name,
      `-- \`npm run schema\` writes this file: what the service asks of PostgreSQL, with $1, $2, … for values.\n\n${parts.join('\n')}`,
    )
  }
  return texts
}

function textOf(statements: Statement[]): string {
  const byText = new Map(statements.map(({ by, text }) => [text, by]))
  return [...byText].map(([text, by]) => `-- ${by}\n${formatStatement(text)};\n`).join('\n')
}

/** The statements that the service sends meanwhile. */
async function heard(run: () => Promise<unknown>): Promise<Statement[]> {
  const { query } = pg.Client.prototype
  const statements: Statement[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [given] = args as [string | { text?: string }]
    const text = typeof given === 'string' ? given : given?.text
    const by = text && /^\s*(select|with|update|delete|insert)\b/i.test(text) && origin()
    if (by) statements.push({ by: by.replace(/:\d+$/, ''), text })
    return (query as (...args: unknown[]) => unknown).apply(this, args)
  } as typeof query
  try {
    await run()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements
}
