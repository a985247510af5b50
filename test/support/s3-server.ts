/**
 * A real S3 server on loopback with one bucket: versitygw, which stores objects as files. It must be installed
 * (`go install github.com/versity/versitygw/cmd/versitygw@v1.8.0`); otherwise its tests are skipped.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { S3 } from '@aws-sdk/client-s3'
import { freePort } from './free-port.ts'

const program = 'versitygw'

/** The reason for skipping tests that need it; false if it is installed. */
export const noS3Server = spawnSync(program, ['--version']).status === 0 ? false : `${program} is not installed`

export const s3Keys = { id: 'AKIAMINUTEBOOKTEST', secret: 'never-to-be-seen/in+any=log' }

export type S3Server = Awaited<ReturnType<typeof openS3Server>>

export async function openS3Server() {
  const home = await mkdtemp(join(tmpdir(), 'minutebook-s3-'))
  const at = (name: string) => join(home, name)
  await mkdir(at('buckets/media'), { recursive: true })
  await mkdir(at('sidecar'))
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const start = () => run(port, [at('buckets'), '--sidecar', at('sidecar')])
  let process = await start()
  return {
    endpoint,
    /** A separate client, to inspect the bucket without the service. */
    s3: new S3({
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: s3Keys.id, secretAccessKey: s3Keys.secret },
    }),
    /** The settings of the service for this bucket. */
    settings: {
      S3_BUCKET: 'media',
      S3_ENDPOINT: endpoint,
      S3_FORCE_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: s3Keys.id,
      S3_SECRET_ACCESS_KEY: s3Keys.secret,
    },
    /** The objects of the bucket, as files. */
    objects: at('buckets/media'),
    async stop() {
      await end(process)
    },
    async start() {
      process = await start()
    },
    async [Symbol.asyncDispose]() {
      await end(process)
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Resolves when it listens. */
async function run(port: number, [folder, ...options]: string[]): Promise<ChildProcess> {
  const address = ['--port', `127.0.0.1:${port}`, '--quiet']
  const env = { PATH: process.env.PATH, ROOT_ACCESS_KEY: s3Keys.id, ROOT_SECRET_KEY: s3Keys.secret }
  const child = spawn(program, [...address, 'posix', ...options, folder!], { env, stdio: 'ignore' })
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    await setTimeout(20)
  }
  return child
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
