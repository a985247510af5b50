/** `minutebook bundle DIR`: everything to install this release on a machine without a network. Needs no database. */
import { resolve } from 'node:path'
import { stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { chooseModels } from '../../keeping/bundle/choose-models.ts'
import { makeBundle } from '../../keeping/bundle/make-bundle.ts'
import { modelsFolderOf, readConfig } from '../../platform/context/config.ts'
import { OperatorError } from '../../platform/errors.ts'
import type { Flags } from './command.ts'
import { StopSignal } from './stop-signal.ts'

/** @throws {OperatorError} */
export async function bundle(folder: string | undefined, flags: Flags): Promise<void> {
  if (!folder) throw new OperatorError('Name the folder to make: minutebook bundle DIR')
  const config = readConfig(process.env)
  using stop = new StopSignal({ reason: new OperatorError('The bundle was stopped, and its files were removed.') })
  const digest = await makeBundle(findProgram(), folder, {
    models: flags.models === undefined ? [] : await chooseModels(flags.models, modelsFolderOf(config)),
    download: flags.download ?? false,
    signal: stop.signal,
    say: (line) => stdout.write(`${line}\n`),
  })
  stdout.write(
    `The bundle is in ${resolve(folder)}; its README.md has the two commands.\nSHA-256 of SHA256SUMS: ${digest}\n`,
  )
}

/** Only the sources are TypeScript: a package has them as JavaScript, one folder deeper. */
function findProgram() {
  const isClone = import.meta.url.endsWith('.ts')
  return { folder: resolve(fileURLToPath(import.meta.url), isClone ? '../../../..' : '../../../../..'), isClone }
}
