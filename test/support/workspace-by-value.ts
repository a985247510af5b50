/**
 * Every statement names its workspace by value: the plan of each statement that a test makes the service run compares a
 * `workspace_id` with a parameter or a constant, and every other table that it reads with that of a table before it.
 */
import type { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Base } from '../../server/app/base.ts'
import type { Db } from '../../server/platform/postgres/db.ts'

/** Files and folders whose statements are for all workspaces, or find out which one it is; each with its reason. */
const exceptions: Record<string, string> = {
  'server/meetings/action-items/close-holds.ts': 'windows that are due, of all workspaces',
  'server/meetings/action-items/hold.ts': 'one job closes the windows of all workspaces',
  'server/reading/assistants/oauth/': 'a code or token says which workspace it is of; registrations are of none',
  'server/meetings/calendar/accounts/end-account.ts': 'whether another feed, of any workspace, has the same account',
  'server/meetings/calendar/accounts/push.ts': 'a notification says which workspace it is of',
  'server/meetings/calendar/feeds/feed-schedule.ts': 'feeds that are due, of all workspaces',
  'server/reading/changes/followers.ts': 'the workspaces that somebody waits for, given as a list',
  'server/reading/changes/forget-changes.ts': 'changes that are old enough, of all workspaces',
  'server/reading/changes/number-changes.ts': 'the workspaces that have changes without a number',
  'server/reading/guests/find-link.ts': 'a token says which workspace it is of',
  'server/keeping/personal-data/erasure/carry-out.ts': 'erasures that are open, of all workspaces',
  'server/platform/postgres/key-check.ts': 'SECRET_KEY is one for all workspaces',
  'server/making/recorders/receive-event.ts': 'an address says which workspace it is of',
  'server/making/recorders/subscriptions.ts': 'subscriptions that end, of all workspaces',
  'server/making/recorders/meet-subscriptions.ts': 'recorders whose people are subscribed, of all workspaces',
  'server/making/recorders/list-recordings.ts': 'recorders whose recordings are listed, of all workspaces',
  'server/making/recorders/bots/order-due-bots.ts': 'meetings that begin and bots that are astray, of all workspaces',
  'server/making/rules/meetings-near.ts': 'meetings that begin soon, of all workspaces',
  'server/making/reminders/stored-reminders.ts': 'reminders that are old enough, of all workspaces',
  'server/making/recorders/jobs.ts': 'events that are old enough, of all workspaces',
  'server/making/corrections/notes-backlog.ts': 'a command for all workspaces',
  'server/meetings/recordings/media/leftovers.ts': 'files that no workspace has',
  'server/meetings/recordings/media/routes.ts': 'a media link is its own key',
  'server/meetings/recordings/recap-mail/jobs.ts': 'mails that are due, of all workspaces',
  'server/making/uploads/end-stranded.ts': 'uploads that cannot go on, of all workspaces',
  'server/making/uploads/idempotency.ts': 'old keys, of all workspaces',
  'server/making/uploads/tus/sessions.ts': 'sessions that have run out, of all workspaces',
  'server/making/uploads/wait-for-transcriber.ts': 'uploads that wait for a transcription service, of all workspaces',
  'server/people/sight/outside-links/forget-links.ts': 'links that have expired, of all workspaces',
  'server/meetings/text-index/index-text.ts': 'what this transaction, or any, has left to index',
  'server/meetings/text-index/join-bundles.ts': 'a workspace that has recordings to join',
  'server/meetings/todo-lists/schedule.ts': 'to-do lists that are due, of all workspaces',
  'server/webhooks/delivery/': 'the queue: workers claim, finish and tidy messages of all workspaces at once',
  'server/webhooks/stream/stream-events.ts': 'stream events and listeners of all workspaces, at once',
  'server/people/passkeys/passkeys.ts': 'a passkey says which workspace it is of',
  'server/people/requests/find-key.ts': 'a key says which workspace it is of',
  'server/people/requests/key-day.ts': 'uses of keys and sessions of all workspaces, at once',
  'server/people/caller/keys.ts': 'when keys were last used, of all workspaces, at once',
  'server/people/sessions/find-session.ts': 'a cookie says which workspace it is of',
  'server/people/sessions/forget-sessions.ts': 'sessions that have run out, of all workspaces',
  'server/people/sessions/sessions.ts': 'a cookie says which workspace it is of',
  'server/people/sign-in/people-by-email.ts': 'whose workspaces an address is of',
  'server/people/sign-in/tokens.ts': 'a token or an address of a workspace says which one it is of',
  'server/keeping/world/import/import-people.ts': 'a secret must be unique in all workspaces',
}

/** Statements without their values, and the texts that are not yet checked. */
const known = new Set<string>()
const unchecked = new Map<string, string>()
let withWorkspace: Set<string> | undefined

/** Notes from now on what the service, not a test, asks of the database. */
export function recordStatements({ pool, requests }: Base): void {
  for (const each of [pool, requests.pool] as EventEmitter[]) {
    each.on('connect', (client: pg.Client) => {
      const query = client.query as (...args: unknown[]) => unknown
      Object.assign(client, {
        query(this: unknown, ...args: unknown[]) {
          const [given] = args as [string | { text?: string }]
          record(typeof given === 'string' ? given : given?.text)
          return query.apply(this, args)
        },
      })
    })
  }
}

function record(text: string | undefined): void {
  if (!text || !/^\s*(select|with|update|delete|insert)\b/i.test(text)) return
  const shape = text.replace(/'(?:[^']|'')*'/g, "''").replace(/\$\d+(, \$\d+)+/g, '$1, …')
  if (known.has(shape)) return
  const by = origin()
  if (!by) return
  known.add(shape)
  unchecked.set(text, by)
}

/** The file of the service that asks, or null if a test does. */
export function origin(): string | null {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const frames = new Error().stack!.split('\n').filter((line) => /\/(server|test|bench)\//.test(line))
  Error.stackTraceLimit = stackTraceLimit
  const nearest = frames.find((line) => !/node_modules|workspace-by-value|server\/platform\/postgres/.test(line))
  return nearest && !/\/(test|bench)\/|\.test\.ts/.test(nearest)
    ? nearest.replace(/.*\/(server\/[^:]*:\d+).*/, '$1')
    : null
}

/** @returns what is wrong: statements that read rows of workspaces without saying of which; each is looked at once */
export async function checkStatements(db: Db): Promise<string[]> {
  if (unchecked.size === 0) return []
  withWorkspace ??= await tablesWithWorkspace(db)
  const wrong: string[] = []
  for (const [text, by] of unchecked) {
    unchecked.delete(text)
    if (Object.keys(exceptions).some((place) => by.startsWith(place))) continue
    const places = unnamed(await planOf(db, text), text.replaceAll('"', ''), withWorkspace)
    if (places.length > 0) wrong.push(`${by} reads ${[...new Set(places)]} of any workspace: ${text}`)
  }
  return wrong
}

async function tablesWithWorkspace(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id'
      -- A few rows, asked for in sweeps over all workspaces.
      and table_name <> 'frozen_workspaces'`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

type Plan = { [field: string]: unknown; Plans?: Plan[] }

/** For any values. A statement that cannot be planned here, as its temporary table is gone, has no plan. */
async function planOf(db: Db, text: string): Promise<Plan | null> {
  try {
    const { rows } = await sql<{
      'QUERY PLAN': [{ Plan: Plan }]
    }>`explain (generic_plan, format json) ${sql.raw(text)}`.execute(db)
    return rows[0]!['QUERY PLAN'][0].Plan
  } catch {
    return null
  }
}

/**
 * The tables that a statement reads without tying them to the workspace; all of them if nothing names it by value. A table may
 * be tied by the plan or, where PostgreSQL reads a small one whole and looks things up in it, by the text. What a view reads
 * is tied by the view.
 */
function unnamed(plan: Plan | null, text: string, tables: Set<string>): string[] {
  if (!plan) return []
  const nodes = nodesOf(plan)
  // It reads nothing, whatever stands below.
  if (nodes.some((node) => node['One-Time Filter'] === 'false')) return []
  const scans = nodes.filter(
    (node) => node['Node Type'] !== 'ModifyTable' && tables.has(node['Relation Name'] as string),
  )
  const names = (found: Plan[]) => found.map((node) => node['Relation Name'] as string)
  if (!scans.some((node) => byValue.test(conditionsOf(node)))) return names(scans)
  const ties = [text, ...nodes.map(joinsOf)].join(' ')
  const isTied = (node: Plan) => {
    const alias = node.Alias as string
    const own = new RegExp(`\\b${alias}\\b`).test(text)
    return tied.test(conditionsOf(node)) || ties.includes(`${alias}.workspace_id`) || !own
  }
  return names(scans.filter((node) => !isTied(node)))
}

const byValue = /workspace_id = (ANY )?\(*(\$\d|')/
const tied = /workspace_id = (ANY )?\(*(\$\d|'|["\w]+\.workspace_id)/

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const conditionsOf = (node: Plan) => [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ')
const joinsOf = (node: Plan) => [node['Join Filter'], node['Hash Cond'], node['Merge Cond']].join(' ')
