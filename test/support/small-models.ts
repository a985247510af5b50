/** A catalogue of small files, and a server that has them, in place of the publishers' models. */
import { createHash } from 'node:crypto'
import type { Model, Purpose } from '../../server/making/engines/local/models/catalogue.ts'
import { ModelInstaller } from '../../server/making/engines/local/models/model-installer.ts'
import { openModelHost, type Peculiar } from './model-host.ts'
import type { World } from './world.ts'

const contents: [name: string, purpose: Purpose, bytes: Buffer][] = [
  ['parakeet-tdt-110m.en', 'words', Buffer.alloc(300_000, 'words')],
  ['silero-vad', 'detector', Buffer.alloc(2_000, 'detector')],
]

const modelOf = ([name, purpose, bytes]: (typeof contents)[number]): Model => {
  const facts = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  const source = { url: `https://models.example/${name}.onnx`, ...facts }
  const files = [{ role: 'model', name: `${name}.onnx`, ...facts }]
  return { name, purpose, languages: 'English', licence: 'MIT', source, files }
}

export const smallModels = contents.map(modelOf)

/**
 * Gives a world's installer the small models.
 * @param peculiar  answers for the server
 * @param known     what the catalogue says, if not the truth
 */
export async function useSmallModels(world: World, peculiar?: Peculiar, known = smallModels) {
  const files = contents.map(([name, , bytes]) => ({ path: `/${name}.onnx`, bytes, etag: `"${name}"` }))
  const host = await openModelHost(files, peculiar, true)
  const disk = { free: Number.MAX_SAFE_INTEGER }
  const { minFreeBytes } = world.config
  /** As a start of the service does. */
  const open = () => {
    const folder = { modelsDir: world.config.modelsDir!, mirror: host.url }
    const freeBytes = async () => disk.free
    world.base.models = new ModelInstaller({ ...folder, minFreeBytes, known, freeBytes, log: world.base.log })
  }
  open()
  return {
    host,
    disk,
    open,
    async [Symbol.asyncDispose]() {
      await world.base.models.close()
      await host[Symbol.asyncDispose]()
    },
  }
}
