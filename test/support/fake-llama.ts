/** A library in place of node-llama-cpp: its models are files of what they do. It proves the way, not the words. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A GGUF file without metadata and tensors, and what the model does in their place. */
export function ggufOf(does: string): Buffer {
  const header = Buffer.alloc(24)
  header.write('GGUF')
  header.writeUInt32LE(3, 4)
  return Buffer.concat([header, Buffer.from(does)])
}

const source = `
import { readFileSync } from 'node:fs'
const never = new Promise(() => setInterval(() => {}, 1_000))
const answers = {
  says: (text) => text,
  hangs: () => never,
  dies: () => process.kill(process.pid, 'SIGKILL'),
  eats: () => { globalThis.eaten = Buffer.alloc(300_000_000, 1); return never },
}
export async function getLlama({ build, maxThreads }) {
  if (build !== 'never') throw new Error('nothing is compiled here')
  const loadModel = async ({ modelPath }) => {
    const [deed, ...rest] = readFileSync(modelPath).subarray(${ggufOf('').length}).toString().split(' ')
    if (!answers[deed]) throw new Error('no model')
    const createContext = async ({ contextSize: { max } }) => ({
      contextSize: 2_048,
      getSequence: () => ({ answer: () => answers[deed](rest.join(' ').replace('PID', process.pid).replace('THREADS', maxThreads)) }),
    })
    return { tokenizer: {}, createContext }
  }
  return { loadModel, createGrammarForJsonSchema: async (schema) => schema }
}
export class LlamaChat {
  constructor({ contextSequence }) { this.sequence = contextSequence }
  chatWrapper = {
    generateContextState: ({ chatHistory }) => ({
      contextText: { tokenize: () => JSON.stringify(chatHistory).match(/.{1,4}/gs) },
    }),
  }
  async generateResponse(history, { grammar, maxTokens, onToken, onTextChunk, signal }) {
    const response = await this.sequence.answer()
    for (let at = 0; at < response.length && !signal.aborted; at += 4) {
      onTextChunk(response.slice(at, at + 4))
      onToken([at])
    }
    if (signal.aborted) return { response: '', metadata: { stopReason: 'abort' } }
    return { response, metadata: { stopReason: response.length / 4 > maxTokens ? 'maxTokens' : 'eogToken' } }
  }
}
`

/** Puts the library beside a folder's models, as `npm install --prefix` does. */
export async function installFakeLlama(folder: string): Promise<void> {
  const at = join(folder, 'node_modules', 'node-llama-cpp')
  await mkdir(at, { recursive: true })
  await writeFile(join(at, 'package.json'), JSON.stringify({ name: 'node-llama-cpp', type: 'module', main: 'main.js' }))
  await writeFile(join(at, 'main.js'), source)
}
