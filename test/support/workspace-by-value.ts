/**
 * Every statement names its workspace by value: the plan of each statement that a test makes the service run compares a
 * `workspace_id` with a parameter or a constant, and every other table that it reads with that of a table before it.
 */
import type { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Base } from '../../server/base.ts'
import type { Db } from '../../server/platform/postgres/db.ts'

/** The start of statements that are for all workspaces, or find out which one it is; blanks are single. */
export const exceptions: [beginning: string, reason: string][] = []

/** Statements without their values, and the texts that are not yet checked. */
const known = new Set<string>()
const unchecked = new Map<string, string>()
let withWorkspace: Set<string> | undefined

/** Notes from now on what the service, not a test, asks of the database. */
export function recordStatements({ pool, requests, counts }: Base): void {
  for (const each of [pool, requests.pool, counts.pool] as EventEmitter[]) {
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
function origin(): string | null {
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
    const plain = text.replace(/\s+/g, ' ').trim()
    if (exceptions.some(([beginning]) => plain.startsWith(beginning))) continue
    const places = unnamed(await planOf(db, text), withWorkspace)
    if (places.length > 0) wrong.push(`${by} reads ${[...new Set(places)]} of any workspace: ${plain}`)
  }
  return wrong
}

async function tablesWithWorkspace(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id'`.execute(db)
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

/** The tables that a plan reads without tying them to the workspace; all of them if nothing names it by value. */
function unnamed(plan: Plan | null, tables: Set<string>): string[] {
  if (!plan) return []
  const nodes = nodesOf(plan)
  const scans = nodes.filter(
    (node) => node['Node Type'] !== 'ModifyTable' && tables.has(node['Relation Name'] as string),
  )
  const names = (found: Plan[]) => found.map((node) => node['Relation Name'] as string)
  if (!scans.some((node) => byValue.test(conditionsOf(node)))) return names(scans)
  const joins = nodes.map(joinsOf).join(' ')
  return names(scans.filter((node) => !tied.test(conditionsOf(node)) && !joins.includes(`${node.Alias}.workspace_id`)))
}

const byValue = /workspace_id = (ANY )?\(*(\$\d|')/
const tied = /workspace_id = (ANY )?\(*(\$\d|'|["\w]+\.workspace_id)/

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const conditionsOf = (node: Plan) => [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ')
const joinsOf = (node: Plan) => [node['Join Filter'], node['Hash Cond'], node['Merge Cond']].join(' ')
