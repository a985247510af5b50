/**
 * A real language model through node-llama-cpp. Its notes are nonsense; what is tested is the form of its answers and
 * how its process ends. LANGUAGE_SAMPLES names a folder with node_modules/node-llama-cpp and SmolLM2-135M-Instruct.Q4_1.gguf.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, suite, test } from 'node:test'
import {
  type FoundLanguageModel,
  findLanguageModel,
} from '../../server/making/engines/local/language/find-language-model.ts'
import { openLocalModels } from '../../server/making/engines/local/language/local-model.ts'
import { addFolder } from '../../server/making/engines/local/models/add-folder.ts'
import { TooLongError } from '../../server/making/engines/write-by-model/language-model.ts'

const samples = resolve(process.env.LANGUAGE_SAMPLES ?? '/nowhere')
const name = 'SmolLM2-135M-Instruct.Q4_1.gguf'
const missing = !existsSync(join(samples, name)) && 'LANGUAGE_SAMPLES names no folder with a language model'

const properties = {
  title: { type: 'string', maxLength: 40 },
  timestamp: { type: ['integer', 'null'] },
  done: { type: 'boolean' },
}
const schema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
const messages = [
  { role: 'system' as const, content: 'You write notes of meetings as JSON.' },
  { role: 'user' as const, content: '[12] Ada: I will send the deck on Friday.' },
]

suite('with a language model', { skip: missing, timeout: 900_000 }, () => {
  let modelsDir: string
  let added: Parameters<typeof addFolder>[1]
  const { signal } = new AbortController()
  const call = { schema, signal, timeoutSeconds: 300 }
  before(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'minutebook-language-'))
    const folder = join(modelsDir, '.given')
    await mkdir(folder)
    await symlink(join(samples, name), join(folder, name))
    added = { modelsDir, clock: () => new Date(), signal }
    await addFolder({ folder, name: 'smol', purpose: 'notes' }, added)
    await symlink(join(samples, 'node_modules'), join(modelsDir, 'node_modules'))
  })
  after(() => rm(modelsDir, { recursive: true }))

  async function open(change: Partial<FoundLanguageModel> = {}) {
    const found = (await findLanguageModel(modelsDir, ''))!
    const find = async () => ({ ...found, ...change })
    return (await openLocalModels({ find, threads: 1, idleSeconds: 1 })())!
  }

  test('the answer keeps to the schema, and its tokens are counted', async () => {
    const model = await open()
    for (const given of [messages, [...messages, { role: 'assistant' as const, content: 'No.' }, messages[1]!]]) {
      const { text, inputTokens, outputTokens } = await model.chat(given, call)
      const answer = JSON.parse(text)
      assert.deepEqual(Object.keys(answer), Object.keys(properties))
      assert(typeof answer.title === 'string' && typeof answer.done === 'boolean')
      assert(answer.timestamp === null || Number.isInteger(answer.timestamp))
      assert(inputTokens! > 20 && outputTokens! > 5)
    }
  })

  test('more than the context is too long', async () => {
    const long = [{ role: 'user' as const, content: 'We talked about the deck. '.repeat(4_000) }]
    await assert.rejects((await open()).chat(long, call), TooLongError)
  })

  test('an abort and a deadline end the answer', async () => {
    const model = await open()
    await model.chat(messages, call)
    const endless = { type: 'object', properties: { text: { type: 'string', minLength: 300 } }, required: ['text'] }
    const stop = new AbortController()
    const aborted = model.chat(messages, {
      ...call,
      schema: endless,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('Deleted')),
    })
    await assert.rejects(aborted, /Deleted/)
    await assert.rejects(model.chat(messages, { ...call, schema: endless, timeoutSeconds: 1 }), {
      message: 'The language model did not answer within 1 s',
    })
  })

  test('a file that is no model, a damaged one that is added, and too little memory are sentences', async () => {
    const path = join(modelsDir, 'none.gguf')
    await writeFile(path, 'no model at all')
    await assert.rejects((await open({ path })).chat(messages, call), /cannot be read|stopped before/)
    const header = (await readFile(join(samples, name))).subarray(0, 5_000_000)
    header.writeBigUInt64LE(2n ** 40n, 16)
    const given = join(modelsDir, '.given')
    // It is a link to the sample.
    await rm(join(given, name))
    await writeFile(join(given, name), header)
    const again = addFolder({ folder: given, name: 'smol', purpose: 'notes' }, added)
    await assert.rejects(again, /no GGUF file, or a damaged one/)
    await assert.rejects((await open({ bytes: -2_600_000_000 })).chat(messages, call), /more memory than it may have/)
  })
})
