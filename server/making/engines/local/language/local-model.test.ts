/** The process of a language model, with a library in place of node-llama-cpp; test/deep/language-model.deep.ts has the real one. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ggufOf, installFakeLlama } from '../../../../../test/support/fake-llama.ts'
import { type ChatCall, TooLongError } from '../../write-by-model/language-model.ts'
import { addFolder } from '../models/add-folder.ts'
import { type FoundLanguageModel, findLanguageModel } from './find-language-model.ts'
import { type LocalModels, openLocalModels } from './local-model.ts'

const { signal } = new AbortController()
const messages = [{ role: 'user' as const, content: 'Hello' }]

/** @param does  what the model does, as the library reads it */
async function open(does: string, change: Partial<LocalModels & FoundLanguageModel> = {}) {
  const modelsDir = await mkdtemp(join(tmpdir(), 'minutebook-language-'))
  const folder = join(modelsDir, '.given')
  await mkdir(folder)
  let added = 0
  async function install(does: string, name = 'tiny'): Promise<void> {
    await writeFile(join(folder, 'tiny.gguf'), ggufOf(does))
    await addFolder({ folder, name, purpose: 'notes' }, { modelsDir, clock: () => new Date(++added), signal })
  }
  await install(does)
  await installFakeLlama(modelsDir)
  const find = async () => {
    const found = await findLanguageModel(modelsDir, '')
    return found && { ...found, ...change }
  }
  const findModel = openLocalModels({ find, threads: 3, idleSeconds: 60, ...change })
  return {
    modelsDir,
    install,
    findModel,
    ask: async (given: Partial<ChatCall> = {}, said = messages) =>
      (await findModel())!.chat(said, { schema: { type: 'object' }, signal, timeoutSeconds: 60, ...given }),
    [Symbol.asyncDispose]: () => rm(modelsDir, { recursive: true }),
  }
}

const words = (count: number) => Array.from({ length: count }, (_, number) => `word${number} `).join('')

async function waitForEnd(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await pause(20)
  }
}

test('answers come from one process that loads the model once, and ends when it is idle', async () => {
  await using model = await open('says {"pid":PID,"threads":THREADS}', { idleSeconds: 0.5 })
  const [one, other] = await Promise.all([model.ask(), model.ask()])
  assert.equal(one.text, other.text)
  const { pid, threads } = JSON.parse(one.text)
  assert.notEqual(pid, process.pid)
  assert.equal(threads, 3)
  assert(one.inputTokens! > 5 && one.outputTokens! > 3)
  await waitForEnd(pid)
  assert.notEqual(JSON.parse((await model.ask()).text).pid, pid)
})

test('progress grows while it writes, and each request is counted', async () => {
  await using model = await open(`says ${words(200)}`)
  const shares: number[] = []
  let requests = 0
  await model.ask({ onProgress: (done) => shares.push(done), onRequest: () => requests++ })
  assert(shares.length > 5 && shares.at(-1)! > 0.2 && shares.at(-1)! <= 1)
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => a - b),
  )
  assert.equal(requests, 1)
})

test('too long a text, or too long an answer, is told as such; the process goes on', async () => {
  await using model = await open('says {"pid":PID}')
  const { text } = await model.ask()
  await assert.rejects(model.ask({}, [{ role: 'user', content: 'x'.repeat(6_000) }]), TooLongError)
  assert.equal((await model.ask()).text, text)
  await using chatty = await open(`says ${words(2_000)}`)
  await assert.rejects(chatty.ask(), TooLongError)
})

test('a model that writes the same again and again is stopped long before its context is full', async () => {
  await using model = await open(`says ${'We draw an animal. '.repeat(1_000)}`)
  let done = 0
  await assert.rejects(model.ask({ onProgress: (share) => (done = share) }), TooLongError)
  assert(done < 0.5, `${done} of a usual answer`)
})

test('an answer that takes too long ends its process, and so does an abort, also of a question that waits', async () => {
  await using model = await open('hangs')
  await assert.rejects(model.ask({ timeoutSeconds: 0.5 }), {
    message: 'The language model did not answer within 0.5 s',
    retryable: false,
  })
  const stop = new AbortController()
  const both = [model.ask({ signal: stop.signal }), model.ask({ signal: stop.signal })]
  stop.abort(new Error('Deleted'))
  for (const each of await Promise.allSettled(both))
    assert.equal((each as PromiseRejectedResult).reason.message, 'Deleted')
})

test('a process that dies is a failure that passes; the next question has a new one', async () => {
  await using model = await open('dies')
  for (let time = 0; time < 2; time++) {
    await assert.rejects(model.ask(), { message: 'The language model stopped before it had answered', retryable: true })
  }
})

test('a file that is no model, a changed file, and too little memory are sentences', async () => {
  await using broken = await open('nonsense')
  await assert.rejects(broken.ask(), { message: /cannot be read, or needs more memory/, retryable: false })
  await using changed = await open('says x', { verify: async () => ['tiny: tiny.gguf has another digest.'] })
  await assert.rejects(changed.ask(), { message: 'The language model of this server is damaged', retryable: false })
  await using hungry = await open('eats', { bytes: (300_000_000 - 4_000_000_000) / 1.5 })
  await assert.rejects(hungry.ask(), { message: /needed more memory than it may have/, retryable: false })
})

test('the next answer is by the model that is there: another one, one that replaced it, none', async () => {
  await using model = await open('says {"pid":PID}')
  const { text } = await model.ask()
  await model.install('says other', 'other')
  assert.deepEqual([(await model.findModel())!.name, (await model.ask()).text], ['other', 'other'])
  await waitForEnd(JSON.parse(text).pid)
  await model.install('says again', 'other')
  assert.equal((await model.ask()).text, 'again')
  for (const name of ['tiny', 'other']) await rm(join(model.modelsDir, name), { recursive: true })
  assert.equal(await model.findModel(), null)
})

test('a failure is for another try if the model was replaced or removed meanwhile', async () => {
  await using model = await open('nonsense')
  const before = (await model.findModel())!
  const call = { schema: {}, signal, timeoutSeconds: 60 }
  await assert.rejects(before.chat(messages, call), { retryable: false })
  await model.install('nonsense')
  await assert.rejects(before.chat(messages, call), { message: /cannot be read/, retryable: true })
  await rm(join(model.modelsDir, 'tiny'), { recursive: true })
  await assert.rejects(before.chat(messages, call), { retryable: true })
})

test('without the library the model is found and cannot run; without a model nothing is found', async () => {
  await using model = await open('says x')
  await rm(join(model.modelsDir, 'node_modules'), { recursive: true })
  assert.equal((await findLanguageModel(model.modelsDir, ''))!.runtime, null)
  assert.equal((await findLanguageModel(model.modelsDir, 'tiny'))!.name, 'tiny')
  assert.equal(await findLanguageModel(model.modelsDir, 'other'), null)
  await using missing = await open('says x', { runtime: 'file:///no/such/library.js' })
  await assert.rejects(missing.ask(), { message: /no build of node-llama-cpp/, retryable: false })
})
