/**
 * `npm run extension`: builds the browser extension into `extension/dist`, a folder to load, a ZIP for stores and a page for
 * administrators. Options: `--service URL` builds in the address of the service; `--jitsi HOST`, `--bigbluebutton HOST`
 * and `--talk HOST` (each as often as wanted) calls of one's own; `--key FILE` a private key, from which the id comes.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type OwnHosts, ownKinds } from '../extension/call-of.ts'
import { administratorsPage } from './administrators-page.ts'
import { buildExtension, identityOf } from './extension-build.ts'
import { zipOf } from './zip.ts'

const folder = fileURLToPath(new URL('../extension/dist/', import.meta.url))
const text = { type: 'string' } as const
const list = { type: 'string', multiple: true } as const
const { values } = parseArgs({ options: { service: text, key: text, jitsi: list, bigbluebutton: list, talk: list } })

const service = values.service === undefined ? null : originOf(values.service)
const hosts: OwnHosts = Object.fromEntries(
  ownKinds.flatMap((kind) => (values[kind] ?? []).map((host) => [new URL(originOf(host)).host, kind])),
)
const identity = values.key === undefined ? null : identityOf(await readFile(values.key, 'utf8'))

await mkdir(folder, { recursive: true })
const unpacked = join(folder, 'unpacked')
const version = await buildExtension(unpacked, { service, hosts, key: identity?.key ?? null })
const zip = `minutebook-extension-${version}.zip`
await writeFile(join(folder, zip), zipOf(await filesOf(unpacked)))
await writeFile(join(folder, 'administrators.html'), administratorsPage({ version, service, id: identity?.id ?? null }))
process.stdout.write(`${unpacked}\n${join(folder, zip)}\n${join(folder, 'administrators.html')}\n`)

/** Of a host, or an address. */
function originOf(given: string): string {
  const url = URL.parse(/^https?:\/\//.test(given) ? given : `https://${given}`)
  if (url) return url.origin
  process.stderr.write(`${given} is no address.\n`)
  process.exit(1)
}

async function filesOf(of: string) {
  const entries = await readdir(of, { recursive: true, withFileTypes: true })
  const names = entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(
    names.sort().map(async (path) => ({ name: path.slice(of.length + 1), content: await readFile(path) })),
  )
}
