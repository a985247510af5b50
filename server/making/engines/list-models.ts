/** Which models an administrator can install, what they need, and what is being installed (decision 54). */
import type { Static } from 'typebox'
import { thisMachine } from '../../platform/machine.ts'
import { findRuntime } from './local/language/find-language-model.ts'
import { type Model, modelsNamed, sets } from './local/models/catalogue.ts'
import { installedModels } from './local/models/installed.ts'
import type { ModelInstaller } from './local/models/model-installer.ts'
import { diskBytes, memoryBytes, recommend } from './local/models/needs.ts'
import { readFailed } from './local/models/wanted.ts'
import type { Models } from './schemas.ts'
import { hasFfmpeg } from './transcribe/ffmpeg.ts'

type Described = Static<typeof Models>

let decodes = false
/** It is asked each second while a model is installed; once there, a program stays. */
const canDecode = async () => (decodes ||= await hasFfmpeg())

export async function listModels(installer: ModelInstaller, fromConsole: boolean): Promise<Described> {
  const { modelsDir, known } = installer
  const machine = thisMachine()
  const [installed, installing, failed, free_bytes, ffmpeg, runtime] = await Promise.all([
    installedModels(modelsDir),
    installer.installing(),
    readFailed(modelsDir),
    installer.freeBytes(),
    canDecode(),
    findRuntime(modelsDir),
  ])
  const isThere = ({ name }: Model) => installed.some((model) => model.name === name)
  const { speech, notes } = recommend(machine.memoryBytes)
  const recommended = [speech, notes ? 'notes' : null]
  const own = installed.filter(({ name }) => !known.some((model) => model.name === name))
  return {
    from_console: fromConsole,
    installing,
    failed,
    free_bytes,
    memory_bytes: machine.memoryBytes,
    ffmpeg,
    language_library: runtime !== null,
    sets: Object.keys(sets)
      .map((name) => ({ name, models: modelsNamed(name, known) }))
      .filter(({ models }) => models.length > 0)
      .map(({ name, models }) => ({
        ...{ name, command: `npx --no minutebook models add ${name}`, models: models.map((model) => model.name) },
        ...{ languages: models.at(-1)!.languages, licences: [...new Set(models.map(({ licence }) => licence))] },
        download_bytes: models.reduce((sum, { source }) => sum + source.bytes, 0),
        disk_bytes: models.reduce((sum, model) => sum + diskBytes(model), 0),
        memory_bytes: memoryBytes(models),
        recommended: recommended.includes(name),
        installed: models.every(isThere),
      })),
    models: [
      ...known.map((model) => ({
        ...{ name: model.name, purpose: model.purpose, languages: model.languages, licence: model.licence },
        ...{ download_bytes: model.source.bytes, disk_bytes: diskBytes(model), installed: isThere(model) },
      })),
      ...own.map(({ name, purpose, licence, bytes }) => ({
        ...{ name, purpose, languages: null, licence, download_bytes: null, disk_bytes: bytes, installed: true },
      })),
    ],
  }
}
