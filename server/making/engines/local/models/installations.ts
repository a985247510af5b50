/**
 * Which installations use a folder of models. Each leaves a file there when it starts, named after its key: nothing else is
 * the same in all of its processes and in no other installation. They renew it while they run, so that one that is gone,
 * however it ended, does not count for ever.
 */
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../../../platform/folder.ts'
import { allKeys, keyIdOf, type SecretKey } from '../../../../platform/secrets.ts'
import type { Clock } from '../../../../platform/time.ts'

const renewalMs = 3_600_000
/** An installation that has not run for so long no longer counts: as long as a week of holidays, with a day on each side. */
const goneMs = 9 * 86_400_000

/** No name of a model begins with a dot. */
const installationsIn = (modelsDir: string) => join(modelsDir, '.installations')
const nameOf = (key: Buffer) => keyIdOf(key).toString('hex')

/** @param about  what an operator knows the installation by */
export async function noteInstallation(modelsDir: string, key: SecretKey, about: string, now: Date): Promise<void> {
  const folder = installationsIn(modelsDir)
  const file = join(folder, nameOf(key.current))
  await makeFolder(folder)
  await writeFile(file, `${about}\n`)
  await utimes(file, now, now)
  for (const old of key.old) await rm(join(folder, nameOf(old)), { force: true })
}

/** Notes it now and each hour until disposed of. Where the folder may not be written to, nobody here changes it either. */
export async function noteHourly(modelsDir: string, key: SecretKey, about: string, clock: Clock): Promise<Disposable> {
  const note = () => noteInstallation(modelsDir, key, about, clock()).catch(() => {})
  await note()
  const timer = setInterval(note, renewalMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** @returns whether another installation renewed its file in the nine days before `now` */
export async function hasOthers(modelsDir: string, key: SecretKey, now: Date): Promise<boolean> {
  const folder = installationsIn(modelsDir)
  const own = allKeys(key).map(nameOf)
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names.filter((each) => !own.includes(each))) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && now.getTime() - found.mtimeMs < goneMs) return true
  }
  return false
}
