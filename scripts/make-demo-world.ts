/**
 * Writes demo/world.json, which a newcomer sees first, from the meetings of the data set (demo/NOTICE.md):
 *
 *     npx node scripts/make-demo-world.ts [folder of the meetings]
 *
 * The same meetings give the same bytes. The running service knows nothing of this script or of the folder.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { acme, sources } from './demo/acme.ts'
import { globex } from './demo/globex.ts'
import { printJson } from './demo/print-json.ts'
import type { Source } from './demo/transcript.ts'

export const worldFile = join(import.meta.dirname, '../demo/world.json')
export const meetingsFolder = join(import.meta.dirname, '../../shared/data/meetings')

/** @returns the text of demo/world.json */
export async function makeDemoWorld(folder: string): Promise<string> {
  const files = await Promise.all(
    sources.map(async (source): Promise<[string, Source]> => {
      return [source, JSON.parse(await readFile(join(folder, `${source}.json`), 'utf8'))]
    }),
  )
  const bySource = new Map(files)
  const world = { version: 1, workspaces: [acme((source) => bySource.get(source)!), globex] }
  return `${printJson(world)}\n`
}

if (import.meta.main) {
  const world = await makeDemoWorld(process.argv[2] ?? meetingsFolder)
  await writeFile(worldFile, world)
  process.stdout.write(`${worldFile}: ${Buffer.byteLength(world)} bytes\n`)
}
