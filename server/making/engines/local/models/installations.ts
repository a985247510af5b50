/**
 * Which installations use a folder of models. Each leaves a file there when it starts, named after its key: nothing else is
 * the same in all of its processes and in no other installation. They renew it while they run, so that one that is gone,
 * however it ended, does not count for ever.
 */
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../../../platform/folder.ts'
import { allKeys, keyIdOf, type SecretKey } from '../../../../platform/secrets.ts'
import type { EngineLog } from '../../shared/engines.ts'

const renewalMs = 3_600_000
/** An installation that has not run for so long no longer counts: as long as a week of holidays, with a day on each side. */
const goneMs = 9 * 86_400_000

/** No name of a model begins with a dot. */
const installationsIn = (modelsDir: string) => join(modelsDir, '.installations')
const nameOf = (key: Buffer) => keyIdOf(key).toString('hex')

/** @param about  what an operator knows the installation by */
export async function noteInstallation(modelsDir: string, key: SecretKey, about: string): Promise<void> {
  const folder = installationsIn(modelsDir)
  await makeFolder(folder)
  // The file system stamps it: installations on several machines have several clocks.
  await writeFile(join(folder, nameOf(key.current)), `${about}\n`)
  for (const old of key.old) await rm(join(folder, nameOf(old)), { force: true })
}

/** Notes it now and each hour until disposed of, and warns once where the folder may not be written to. */
export async function noteHourly(
  modelsDir: string,
  key: SecretKey,
  about: string,
  log: EngineLog,
): Promise<Disposable> {
  let hasWarned = false
  const note = () =>
    noteInstallation(modelsDir, key, about).catch((err) => {
      if (!hasWarned) log.warn({ err, modelsDir }, unseen)
      hasWarned = true
    })
  await note()
  const timer = setInterval(note, renewalMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

const unseen =
  'Other installations cannot see that this one uses its folder of models; where they use it too, set their MODELS_FROM_CONSOLE=off'

/**
 * Compares files with files, not with a clock: that of the file system may be another.
 * @returns whether another installation renewed its file in the nine days before this one did so last; true also where that
 *   cannot be told
 */
export async function hasOthers(modelsDir: string, key: SecretKey): Promise<boolean> {
  const own = allKeys(key).map(nameOf)
  const renewals = await readRenewals(installationsIn(modelsDir)).catch(() => null)
  if (renewals === null) return true
  // -Infinity without any, so that each other one counts while this one has no file.
  const last = (isOwn: boolean) =>
    Math.max(...renewals.flatMap(({ name, at }) => (own.includes(name) === isOwn ? [at] : [])))
  return last(false) > last(true) - goneMs
}

async function readRenewals(folder: string): Promise<{ name: string; at: number }[]> {
  const names = await readdir(folder).catch(noneIfMissing)
  const files = names.map(async (name) => [{ name, at: (await stat(join(folder, name))).mtimeMs }])
  return (await Promise.all(files.map((file) => file.catch(noneIfMissing)))).flat()
}

function noneIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code !== 'ENOENT') throw error
  return []
}
