/**
 * Which installations use a folder of models. Each leaves a file there when it starts, named after its key: nothing else is
 * the same in all of its processes and in no other installation.
 */
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../../../platform/folder.ts'
import { allKeys, keyIdOf, type SecretKey } from '../../../../platform/secrets.ts'

/** No name of a model begins with a dot. */
const installationsIn = (modelsDir: string) => join(modelsDir, '.installations')
const nameOf = (key: Buffer) => keyIdOf(key).toString('hex')

/** @param about  what an operator knows the installation by */
export async function noteInstallation(modelsDir: string, key: SecretKey, about: string): Promise<void> {
  const folder = installationsIn(modelsDir)
  await makeFolder(folder)
  await writeFile(join(folder, nameOf(key.current)), `${about}\n`)
  for (const old of key.old) await rm(join(folder, nameOf(old)), { force: true })
}

/** @returns false where no installation has left a file */
export async function hasOthers(modelsDir: string, key: SecretKey): Promise<boolean> {
  const own = allKeys(key).map(nameOf)
  const names = await readdir(installationsIn(modelsDir)).catch((): string[] => [])
  return names.some((name) => !own.includes(name))
}
