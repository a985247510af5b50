/** `minutebook models` as an operator types it, with files that one has; downloads are tested beside `add-model.ts`. */
import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { dataFolder } from './support/program.ts'

test('models: files of a folder are listed, verified and removed, with exit codes', async () => {
  await using data = await dataFolder()
  const own = join(data.folder, 'own')
  await mkdir(own)
  for (const name of ['tiny-encoder.onnx', 'tiny-decoder.onnx', 'tiny-tokens.txt'])
    await writeFile(join(own, name), name)
  const models = (...args: string[]) => data.run(['models', ...args])

  assert.match((await models('list')).out, /^parakeet-tdt-0\.6b-v3 +words +25 European languages +488 MB +CC-BY-4\.0$/m)
  assert.equal((await models('verify')).code, 0)
  const added = await models('add', own, '--as', 'tiny', '--for', 'words')
  assert.deepEqual([added.code, added.err], [0, ''])
  assert.match((await models('list')).out, /^tiny +words +1 MB +installed$/m)
  assert.match((await models('verify')).out, /^tiny: as it must be$/m)

  await writeFile(join(data.folder, 'models', 'tiny', 'tiny-tokens.txt'), 'other text here')
  const broken = await models('verify')
  assert.equal(broken.code, 1)
  assert.equal(broken.err, 'tiny: tiny-tokens.txt has another digest.\nRun minutebook models add for each of them.\n')
  assert.equal((await models('remove', 'tiny')).out, 'Removed tiny.\n')
  assert.doesNotMatch((await models('list')).out, /tiny/)
})

test('models: what cannot be done is said in a sentence, with exit code 1', async () => {
  await using data = await dataFolder()
  const own = join(data.folder, 'own')
  await mkdir(own)
  await writeFile(join(own, 'silero_vad.onnx'), 'no model')
  const cases: [args: string[], expected: RegExp][] = [
    [['add'], /^What should be done\?/],
    [['burn', 'x'], /^What should be done\?/],
    [['add', 'no-such'], /^There is no model no-such; minutebook models list names them/],
    [['remove', 'speech'], /^No model speech is installed in /],
    [['remove', '../../etc'], /^No model \.\.\/\.\.\/etc is installed in /],
    [['add', own], /^--as is missing/],
    [['add', own, '--as', 'x'], /^x is not in the catalogue: say what it is for with --for/],
    [['add', own, '--as', 'x', '--for', 'fun'], /^--for must be one of words, /],
    [['add', own, '--as', '../x', '--for', 'voices'], /^--as \.\.\/x cannot be the name of a model/],
    [['add', own, '--as', 'speech', '--for', 'voices'], /^--as speech cannot be the name of a model/],
    [['add', own, '--as', 'x', '--for', 'words'], /must have one file for encoder; it has 0/],
    [
      ['add', own, '--as', 'silero-vad'],
      /^silero_vad\.onnx of silero-vad has 8 bytes instead of 2327524; it is not used/,
    ],
    [['add', join(own, 'none'), '--as', 'x', '--for', 'notes'], /is no folder that can be read/],
  ]
  for (const [args, expected] of cases) {
    const { code, err } = await data.run(['models', ...args])
    assert.equal(code, 1, args.join(' '))
    assert.match(err, expected)
  }
  assert.match((await data.run(['models', 'verify'])).out, /^No model is installed/)
})

test('models: alone it says what this machine can do, also without models and ffmpeg', async () => {
  await using data = await dataFolder()
  const { code, out, err } = await data.run(['models'])
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /^This machine has \d+ cores? and \d+\.\d GB of memory\.$/m)
  assert.match(out, /^speech: no model is installed\. (Recommended: |It needs about )/m)
  assert.match(out, /^notes: no language model is installed\. It needs about 4\.9 GB of memory; this machine has /m)
  const own = join(data.folder, 'own')
  await mkdir(own)
  for (const name of ['a-encoder.onnx', 'a-decoder.onnx', 'a-tokens.txt', 'vad.onnx'])
    await writeFile(join(own, name), name)
  await data.run(['models', 'add', own, '--as', 'broken', '--for', 'words'])
  await rm(join(own, 'a-encoder.onnx'))
  await rm(join(own, 'a-decoder.onnx'))
  await data.run(['models', 'add', own, '--as', 'vad', '--for', 'detector'])
  const broken = await data.run(['models'])
  assert.equal(broken.code, 0)
  assert.match(broken.out, /^speech: broken is installed, and could not be tried: The speech model /m)
  const bare = await data.run(['models'], { PATH: data.folder })
  assert.match(bare.out, /^speech: broken is installed, but nothing can be transcribed without ffmpeg/m)
})
