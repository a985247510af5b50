/** A GGUF file is whole, or it is not installed; test/deep/language-model.deep.ts has a real one. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { addFolder } from './add-folder.ts'
import { isWholeGguf } from './check-gguf.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-gguf-'))
})
after(() => rm(folder, { recursive: true }))

async function isWhole(bytes: Buffer): Promise<boolean> {
  const path = join(folder, 'model.gguf')
  await writeFile(path, bytes)
  return isWholeGguf(path)
}

const whole32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer)
const whole64 = (value: number) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer)
const text = (value: string) => Buffer.concat([whole64(value.length), Buffer.from(value)])

/** A value of each kind, two tensors, and where the counts of entries and of an array's strings stand. */
const counts = { tensors: 8, entries: 16, strings: 24 + 8 + 5 + 4 + 4 }
function gguf(): Buffer {
  const entries = [
    [text('words'), whole32(9), whole32(8), whole64(2), text('a'), text('bc')],
    [text('lists'), whole32(9), whole32(9), whole64(1), whole32(5), whole64(2), Buffer.alloc(8)],
    [text('name'), whole32(8), text('tiny')],
    [text('small'), whole32(0), Buffer.alloc(1)],
    [text('large'), whole32(12), Buffer.alloc(8)],
  ]
  const tensor = (offset: number) => [text('t'), whole32(2), whole64(2), whole64(2), whole32(0), whole64(offset)]
  const start = [Buffer.from('GGUF'), whole32(3), whole64(2), whole64(entries.length)]
  return Buffer.concat([...start, ...entries.flat(), ...tensor(16), ...tensor(0), Buffer.alloc(17)])
}

test('a file is whole up to the first byte of its last tensor', async () => {
  const whole = gguf()
  assert.equal(await isWhole(whole), true)
  for (let bytes = 0; bytes < whole.length; bytes++) {
    assert.equal(await isWhole(whole.subarray(0, bytes)), false, `${bytes} bytes`)
  }
})

test('counts that are too large, and what is no GGUF, end at once', async () => {
  for (const at of Object.values(counts)) {
    for (const count of [1_000, 2 ** 40, 2 ** 62]) {
      const damaged = gguf()
      whole64(count).copy(damaged, at)
      assert.equal(await isWhole(damaged), false, `${count} at ${at}`)
    }
  }
  const otherVersion = gguf()
  otherVersion[4] = 1
  const unknownType = gguf()
  whole32(13).copy(unknownType, 24 + 8 + 5)
  for (const none of [otherVersion, unknownType, Buffer.from('no model at all'), Buffer.alloc(1_000)]) {
    assert.equal(await isWhole(none), false)
  }
})

test('models add refuses it with a sentence', async () => {
  const given = await mkdtemp(join(folder, 'given-'))
  const options = { modelsDir: join(folder, 'models'), clock: () => new Date(), signal: new AbortController().signal }
  const add = () => addFolder({ folder: given, name: 'tiny', purpose: 'notes' }, options)
  await writeFile(join(given, 'tiny.gguf'), gguf().subarray(0, 100))
  await assert.rejects(add(), { message: /tiny\.gguf is no GGUF file, or a damaged one/ })
  await writeFile(join(given, 'tiny.gguf'), gguf())
  await add()
})
