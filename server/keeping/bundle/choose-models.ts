/** The installed models that a bundle brings. */
import { resolve } from 'node:path'
import { catalogue, type ModelFile, modelsNamed } from '../../making/engines/local/models/catalogue.ts'
import { installedModels } from '../../making/engines/local/models/installed.ts'
import { OperatorError } from '../../platform/errors.ts'
import { findPackage } from './find-packages.ts'

export type ChosenModel = {
  name: string
  licence: string | null
  /** With the digests of the catalogue, or of when it was added. */
  files: ModelFile[]
  modelsDir: string
  /** The package that runs it, where it is installed beside the models. */
  runtime: { folder: string; modelsDir: string } | null
}

/**
 * @param list  names of models and sets, separated by commas
 * @throws {OperatorError} one is not installed
 */
export async function chooseModels(list: string, modelsDir: string): Promise<ChosenModel[]> {
  const asked = list.split(',').map((name) => name.trim())
  const names = asked.flatMap((name) => {
    const known = modelsNamed(name)
    return known.length > 0 ? known.map((model) => model.name) : [name]
  })
  const installed = await installedModels(modelsDir)
  const folder = resolve(modelsDir)
  return Promise.all(
    [...new Set(names)].map(async (name) => {
      const model = installed.find((each) => each.name === name)
      if (!model) {
        throw new OperatorError(`The model ${name} is not installed in ${folder}: run minutebook models add first.`)
      }
      const files = catalogue.find((each) => each.name === name)?.files ?? model.files
      const runtime = model.purpose === 'notes' ? await runtimeIn(folder) : null
      return { name, licence: model.licence, files, modelsDir: folder, runtime }
    }),
  )
}

/** @throws {OperatorError} the model could not run */
async function runtimeIn(modelsDir: string): Promise<ChosenModel['runtime']> {
  const folder = await findPackage('node-llama-cpp', modelsDir, modelsDir)
  if (folder) return { folder, modelsDir }
  throw new OperatorError(
    `A language model runs by node-llama-cpp, which is not installed in ${modelsDir}: docs/operate/language-model.md has the command.`,
  )
}
