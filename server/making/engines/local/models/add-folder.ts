/** Installs files that one has: those of a model of the catalogue, or a model of one's own. */
import { constants } from 'node:fs'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../../../platform/errors.ts'
import type { Clock } from '../../../../platform/time.ts'
import { catalogue, type ModelFile, type Purpose, sets } from './catalogue.ts'
import { digestOf, sizeOf } from './check-file.ts'
import { isWholeGguf } from './check-gguf.ts'
import { install } from './install.ts'
import { isModelName } from './installed.ts'

export type OwnModel = { folder: string; name: string; purpose: Purpose | null }

type Options = { modelsDir: string; clock: Clock; signal: AbortSignal; known?: typeof catalogue }

/**
 * The caller holds the lock of the folder.
 * @throws {OperatorError}
 */
export async function addFolder({ folder, name, purpose }: OwnModel, options: Options): Promise<void> {
  const model = (options.known ?? catalogue).find((each) => each.name === name)
  if (!model) requireOwn(name, purpose)
  const files = model?.files ?? (await readFiles(folder, purpose!, options.signal))
  const manifest = {
    purpose: model?.purpose ?? purpose!,
    licence: model?.licence ?? null,
    files,
    added_at: options.clock().toISOString(),
  }
  const fill = async (target: string) => {
    for (const file of files) {
      const from = join(folder, file.name)
      if ((await sizeOf(from)) === null) throw new OperatorError(`${folder} has no file ${file.name}.`)
      await copyFile(from, join(target, file.name), constants.COPYFILE_FICLONE)
    }
  }
  await install(options.modelsDir, name, manifest, fill, options.signal)
}

function requireOwn(name: string, purpose: Purpose | null): void {
  if (!isModelName(name) || Object.hasOwn(sets, name)) {
    throw new OperatorError(
      `--as ${name} cannot be the name of a model: use up to 63 letters, digits, dots, hyphens and underscores.`,
    )
  }
  if (purpose === null) throw new OperatorError(`${name} is not in the catalogue: say what it is for with --for.`)
}

/** What the files of a speech model are called in any of its names. */
const roles = ['encoder', 'decoder', 'joiner', 'tokens']

/** A model for words has several files, known by their names; every other has one. */
async function readFiles(folder: string, purpose: Purpose, signal: AbortSignal): Promise<ModelFile[]> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) throw new OperatorError(`${folder} is no folder that can be read.`)
  const wanted = purpose === 'words' ? roles : ['model']
  const extension = purpose === 'notes' ? /\.gguf$/i : /\.onnx$/i
  const files: ModelFile[] = []
  for (const role of wanted) {
    const isIts = (name: string) =>
      role === 'model'
        ? extension.test(name)
        : name.includes(role) && (role === 'tokens' ? /\.txt$/i : extension).test(name)
    const fitting = names.filter(isIts)
    if (fitting.length === 0 && role === 'joiner') continue
    if (fitting.length !== 1)
      throw new OperatorError(`${folder} must have one file for ${role}; it has ${fitting.length}.`)
    const name = fitting[0]!
    const path = join(folder, name)
    if (purpose === 'notes' && !(await isWholeGguf(path))) {
      throw new OperatorError(`${path} is no GGUF file, or a damaged one: it has less than its header says.`)
    }
    files.push({ role, name, bytes: (await sizeOf(path)) ?? 0, sha256: await digestOf(path, signal) })
  }
  return files
}
