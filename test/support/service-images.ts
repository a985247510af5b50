/**
 * The images that compose.yaml asks for, under its own names: pulled, or where no registry is reached made of Debian's packages
 * and this machine's versitygw, and taken away again at the end.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { baseImage } from './base-image.ts'

const run = promisify(execFile)
const own = 'localhost/minutebook-test-services'
const packages = ['ca-certificates', 'caddy', 'postgresql-15']
const entrypoint = new URL('postgres-entrypoint.sh', import.meta.url).pathname

type Made = { copy?: [from: string, to: string]; config: string[] }

/** Each as the documents of the real image describe it. */
const services: Record<string, (program: (name: string) => Promise<string>) => Made | Promise<Made>> = {
  postgres: () => ({
    copy: [entrypoint, '/usr/local/bin/docker-entrypoint.sh'],
    config: [
      ...['--env', 'PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin', '--stop-signal', 'SIGINT'],
      ...['--volume', '/var/lib/postgresql', '--entrypoint', '["docker-entrypoint.sh"]', '--cmd', 'postgres'],
    ],
  }),
  versitygw: async (program) => ({
    copy: [await program('versitygw'), '/usr/local/bin/versitygw'],
    config: ['--entrypoint', '["/usr/local/bin/versitygw"]'],
  }),
  caddy: () => ({
    config: [
      ...['--env', 'XDG_CONFIG_HOME=/config', '--env', 'XDG_DATA_HOME=/data', '--workingdir', '/srv'],
      ...['--cmd', 'caddy run --config /etc/caddy/Caddyfile --adapter caddyfile'],
    ],
  }),
}

/** @param named  images of services, and the base of the one that is built */
export async function imagesNamed(named: string[], base: string) {
  const made: string[] = []
  for (const image of [...named, base]) {
    if (await isThere(image)) continue
    if (image === base) await run('buildah', ['tag', await baseImage(base), base])
    else await makeService(image)
    made.push(image)
  }
  return {
    /** Those that are stand-ins. */
    made,
    async [Symbol.asyncDispose]() {
      for (const image of made) await run('podman', ['untag', image, image])
    },
  }
}

const isThere = (image: string) =>
  run('buildah', ['pull', '--policy', 'missing', image], { timeout: 120_000 }).then(
    () => true,
    () => false,
  )

async function makeService(image: string): Promise<void> {
  const name = /(\w+):[^/]*$/.exec(image)![1]!
  const { copy, config } = await services[name]!(async (program) => (await run('which', [program])).stdout.trim())
  const buildah = async (...args: string[]) => (await run('buildah', args)).stdout.trim()
  const isMade = await run('podman', ['image', 'exists', own]).then(
    () => true,
    () => false,
  )
  if (!isMade) await makeOwn(buildah)
  const container = await buildah('from', '--pull-never', own)
  if (copy) await buildah('copy', '--quiet', '--chmod', '755', container, ...copy)
  await buildah('config', ...config, container)
  await buildah('commit', '--quiet', '--rm', container, image)
}

/** One system for all of them. */
async function makeOwn(buildah: (...args: string[]) => Promise<string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-services-'))
  try {
    const archive = join(folder, 'debian.tar')
    await run('mmdebstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', archive])
    const container = await buildah('from', 'scratch')
    await buildah('add', '--quiet', container, archive, '/')
    await buildah('commit', '--quiet', '--rm', container, own)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
