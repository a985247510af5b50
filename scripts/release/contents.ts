/** What a published package may contain. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type PackedFile = { path: string; size: number }

export type PackageRules = { paths: RegExp; maxBytes: number }

/** By the name of the package. */
export const rules: Record<string, PackageRules> = {
  minutebook: {
    paths:
      /^(bin\/minutebook\.js$|deploy\/|dist\/|docs\/((administer|operate|use)\/)?[\w-]+\.md$|docs\/use\/(n8n-workflow|n8n\/\w+)\.json$|(README|CHANGELOG)\.md$|LICENSE$|package\.json$)/,
    maxBytes: 20 * 1_048_576,
  },
  '@minutebook/client': {
    paths: /^(dist\/[\w./-]+\.(js|d\.ts)$|README\.md$|LICENSE$|package\.json$)/,
    maxBytes: 2 * 1_048_576,
  },
}

/** Sources and tests of ours, settings of a machine, keys. */
const never =
  /(?<!\.d)\.ts$|\.test\.|\.arbitrary\.|(^|\/)(node_modules|\.git|\.env|\.npmrc|\.ssh|id_[a-z0-9]+|\.DS_Store)(\/|$)|\.(pem|key|p12|pfx|log|tsbuildinfo|map)$/

/** @returns what does not belong in the package, as sentences */
export function findContentFaults(name: string, files: PackedFile[]): string[] {
  const { paths, maxBytes } = rules[name]!
  const strange = files.filter(({ path }) => !paths.test(path) || never.test(path))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const faults = strange.map(({ path }) => `${path} does not belong in ${name}.`)
  return bytes < maxBytes ? faults : [...faults, `${name} has ${bytes} bytes; it may have less than ${maxBytes}.`]
}

/** Forms of keys that are secret wherever they stand. */
const secrets =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----\r?\n[A-Za-z0-9+/=]{40}|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}|\bgithub_pat_\w{40}|\bnpm_[A-Za-z0-9]{36}\b|\bxox[abprs]-\d+-\w{10}|\bmb_[\w-]{43}\b|_authToken\s*=|\bsk-[A-Za-z0-9]{40}/

/** @returns files that contain something like a secret, as sentences that do not repeat it */
export async function findSecrets(folder: string, files: PackedFile[]): Promise<string[]> {
  const faults: string[] = []
  for (const { path } of files) {
    const found = secrets.exec(await readFile(join(folder, path), 'latin1'))
    if (found) faults.push(`${path} contains what looks like a secret: it begins with ${found[0].slice(0, 8)}.`)
  }
  return faults
}
