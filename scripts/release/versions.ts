/** The places that name the release, which must agree. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentText } from '../../server/app/commands/openapi.ts'

/** What names the version in each file, as the first group. */
const places: Record<string, RegExp> = {
  'package.json': /^ {2}"version": "([^"]+)"/m,
  'package-lock.json': /^ {2}"version": "([^"]+)"/m,
  'console/package.json': /^ {2}"version": "([^"]+)"/m,
  'node/package.json': /^ {2}"version": "([^"]+)"/m,
  'sdk/package.json': /^ {2}"version": "([^"]+)"/m,
  'scripts/client-types/package.json': /^ {2}"version": "([^"]+)"/m,
  'clients/python/pyproject.toml': /^version = "([^"]+)"/m,
  'deploy/helm/minutebook/Chart.yaml': /^version: (\S+)/m,
  // Its own version is that of the specification.
  'openapi.json': /this service is Minutebook (\d[\w.-]*\w)\./,
  'CHANGELOG.md': /^## (\d\S*?),/m,
  'docs/operate/install.md': /minutebook-(\d[\w.-]*)\.tgz/,
}

export const versionPlaces = Object.keys(places)

/** @returns what disagrees with package.json, as sentences */
export async function findVersionFaults(root: string): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(places).map(async ([file, pattern]) => {
      const text = await readFile(join(root, file), 'utf8')
      return [file, pattern.exec(text)?.[1]] as const
    }),
  )
  const version = found[0]![1]
  return found
    .filter(([, named]) => named !== version)
    .map(([file, named]) => `${file} names ${named ?? 'no version'}, and package.json ${version}.`)
}

/**
 * @param isDry  the newest release need not have its day yet
 * @returns what is wrong with its heading, as a sentence; null if nothing is
 */
export function findHeadingFault(changelog: string, isDry: boolean): string | null {
  const [heading = ''] = /^## .*$/m.exec(changelog) ?? []
  if (isDry && /^## \S+, not yet released$/.test(heading)) return null
  if (/^## \S+, \d{1,2} [A-Z][a-z]+ \d{4}$/.test(heading)) return null
  return `CHANGELOG.md begins with "${heading}": it must name the release and its day, such as "## 0.1.0, 1 December 2026".`
}

/** @returns a sentence if openapi.json is not what the program serves */
export async function findContractFault(root: string): Promise<string | null> {
  const isFresh = (await readFile(join(root, 'openapi.json'), 'utf8')) === (await documentText())
  return isFresh ? null : 'openapi.json is stale: npm run openapi.'
}
