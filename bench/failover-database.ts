/** Debian's PostgreSQL with a standby that has every commit, and an address that leads to whichever of them is told. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { appendFile, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseAccount } from '../server/platform/embedded-postgres/programs.ts'
import { OperatorError } from '../server/platform/errors.ts'
import { freePort } from '../test/support/free-port.ts'
import { waitFor } from '../test/support/waiting.ts'

export async function openPair() {
  const [initdb] = globSync('/usr/lib/postgresql/*/bin/initdb').sort().reverse()
  if (!initdb) throw new OperatorError('Install PostgreSQL first: apt-get install postgresql')
  const account = await chooseAccount(undefined)
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-pair-'))
  if (account) await chown(folder, account.uid, account.gid)
  const options = { ...account, cwd: folder, env: { PATH: join(initdb, '..') } }
  const run = (program: string, ...args: string[]) => promisify(execFile)(program, args, options)
  const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')]
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]

  const start = async (data: string, port: number) => {
    spawn('postgres', ['-D', data, '-p', String(port), '-k', folder], { ...options, stdio: 'ignore' })
    await waitFor(() => query(port, 'select 1').then(Boolean, () => false))
  }
  const query = async (port: number, statement: string) => {
    const address = ['-h', '127.0.0.1', '-p', String(port), '-U', 'minutebook', '-d', 'postgres']
    return (await run('psql', ...address, '-Atqc', statement)).stdout.trim()
  }

  await run('initdb', '-D', primary, '-U', 'minutebook', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-k')
  await appendFile(join(primary, 'postgresql.conf'), 'max_connections = 200\nwal_keep_size = 64MB\n')
  await start(primary, primaryPort)
  await query(primaryPort, 'create database minutebook')
  const from = `host=127.0.0.1 port=${primaryPort} user=minutebook application_name=standby`
  await run('pg_basebackup', '-D', standby, '-R', '-X', 'stream', '-d', from)
  await start(standby, standbyPort)
  await query(primaryPort, "alter system set synchronous_standby_names = 'standby'")
  await query(primaryPort, 'select pg_reload_conf()')
  await waitFor(async () => (await query(primaryPort, 'select sync_state from pg_stat_replication')) === 'sync')
  const address = await openAddress(primaryPort)

  return {
    url: `postgres://minutebook@127.0.0.1:${address.port}/minutebook`,
    /** SIGKILLs the primary. @returns milliseconds until the standby had become the primary */
    async failOver(): Promise<number> {
      const [pid] = (await readFile(join(primary, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      const began = performance.now()
      address.leadTo(standbyPort)
      await run('pg_ctl', 'promote', '-w', '-D', standby)
      return performance.now() - began
    },
    async [Symbol.asyncDispose]() {
      await address.close()
      await run('pg_ctl', 'stop', '-m', 'immediate', '-D', standby)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openAddress(to: number) {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    keep(near)
    keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends the connections to the server before. */
    leadTo(port: number): void {
      to = port
      for (const socket of sockets) socket.destroy()
    },
    async close(): Promise<void> {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
