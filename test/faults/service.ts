/** The service as an operator runs it, to be hurt: several processes on one embedded PostgreSQL, one receiver of webhooks. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { authorityCertificate } from '../support/authority.ts'
import { freePort } from '../support/free-port.ts'
import { dataFolder, type Program } from '../support/program.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Whose webhooks hear what; `admin` has a super admin key. */
export const people = ['admin', 'bo', 'chidi', 'dana'] as const
export type Person = (typeof people)[number]
export const keyOf = (person: Person) => `mb_${person}_0123456789`

export type Service = Awaited<ReturnType<typeof openService>>

/**
 * @param processes  `serve` processes on one data folder
 * @param via        the port that webhooks are sent to; the receiver's own without it
 * @param within     where its data folder is made
 * @param settings   beside or in place of those below
 * @param empty      without the workspace, which comes from elsewhere
 * @param program    what is run, if not this repository's program
 */
type Options = {
  processes?: number
  via?: number
  within?: string
  settings?: Record<string, string>
  empty?: boolean
  program?: Program
}

export async function openService(
  receiver: Receiver,
  { processes = 2, via = receiver.port, within, settings = {}, empty = false, program }: Options = {},
) {
  const data = await dataFolder(within, program)
  const authority = join(data.folder, 'authority.pem')
  await writeFile(authority, authorityCertificate)
  const world = join(data.folder, 'world.json')
  await writeFile(world, JSON.stringify(worldOf(`https://127.0.0.1:${via}`)))
  const environment = {
    LOG_LEVEL: 'error',
    DEMO: 'off',
    API_RATE_PER_SECOND: '0',
    NODE_EXTRA_CA_CERTS: authority,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    WEBHOOK_RATE_PER_SECOND: '0',
    WEBHOOK_TIMEOUT_SECONDS: '2',
    // So many and so short that only a message that is lost stays behind.
    WEBHOOK_RETRY_DELAYS_SECONDS: Array(60).fill(1).join(),
    ACTION_ITEM_HOLD_SECONDS: '1',
    ...settings,
  }
  const prepared = await data.run(empty ? ['migrate'] : ['import', world], environment)
  if (prepared.code !== 0) throw new Error(prepared.err)
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const running = await Promise.all(ports.map((port) => start(port)))

  function start(port: number) {
    return data.start('serve', /Minutebook is ready/, { ...environment, PORT: String(port) })
  }

  return {
    origins: ports.map((port) => `http://127.0.0.1:${port}`),
    pids: () => running.map(({ child }) => child.pid!),
    /** What all processes wrote to their logs. */
    logs: () => running.map(({ output }) => output.text).join('\n'),
    /** SIGKILL; the process is started again when `down` has passed. */
    async kill(index: number, down = 0): Promise<void> {
      await running[index]!.stop('SIGKILL')
      await pause(down)
      const { output } = running[index]!
      running[index] = await start(ports[index]!)
      running[index].output.text = output.text + running[index].output.text
    },
    /** The processes start it again by themselves. */
    async killDatabase(): Promise<void> {
      const [pid] = (await readFile(join(data.folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    folder: data.folder,
    [Symbol.asyncDispose]: () => data[Symbol.asyncDispose](),
  }
}

function worldOf(origin: string): object {
  const webhook = (person: Person) => ({
    id: `wh_${person}`,
    owner: `u_${person}`,
    url: `${origin}/${person}`,
    enabled_events: [],
    secret,
  })
  return {
    version: 1,
    workspaces: [
      {
        id: 'ws_faults',
        subdomain: 'faults',
        name: 'Faults',
        plan: 'enterprise',
        workspace_webhooks: true,
        users: people.map((person) => ({
          id: `u_${person}`,
          email: `${person}@faults.test`,
          full_name: person,
          admin: person === 'admin',
        })),
        api_keys: people.map((person) => ({
          id: `k_${person}`,
          user: `u_${person}`,
          name: 'ci',
          secret: keyOf(person),
          super_admin: person === 'admin',
        })),
        webhooks: people.map(webhook),
      },
    ],
  }
}

/** A receiver that fails now and then, so that retries happen; what it has thanked for is what counts as received. */
export function openMoodyReceiver(failing = 0.1) {
  return openReceiver({
    answering: (_received, response) => void response.writeHead(Math.random() < failing ? 503 : 200).end(),
  })
}
