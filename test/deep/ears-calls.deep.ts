/**
 * Calls of real voices, built from seeds, with small models: SPEECH_SAMPLES as in ears.deep.ts, and VOICE_SAMPLES, a folder
 * with unpacked Debian packages (bench/ears-voices.ts). `npm run bench -- ears` measures forty of them.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { buildCall, monologueOf } from '../../bench/ears-calls.ts'
import { goalsOf } from '../../bench/ears-goals.ts'
import { hearCall, planOf, speakersIn } from '../../bench/ears-heard.ts'
import { measureInProcess } from '../../bench/ears-measure.ts'
import type { EarsOrder } from '../../bench/ears-process.ts'
import { findActors } from '../../bench/ears-voices.ts'
import { withoutFfmpeg } from '../support/real-media.ts'
import { addSampleModels, missing } from '../support/speech-samples.ts'

const withoutVoices = !process.env.VOICE_SAMPLES && 'VOICE_SAMPLES names no folder with real voices'
const skip = missing || withoutVoices || withoutFfmpeg

suite('calls of real voices', { skip, timeout: 7_200_000 }, () => {
  let modelsDir: string
  before(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'minutebook-calls-'))
    await addSampleModels(modelsDir, new AbortController().signal)
  })
  after(() => rm(modelsDir, { recursive: true }))

  const hear = (what: EarsOrder['what']) => (paths: string[]) =>
    measureInProcess({ paths, modelsDir, threads: 1, what })

  for (const seed of [1_002, 1_005])
    test(`everybody on a call has their words, under one speaker each (seed ${seed})`, async () => {
      const call = await buildCall(planOf(seed), await findActors())
      const heard = await hearCall(modelsDir, call, hear('words and speakers'))
      const missed = goalsOf([heard], new Map()).filter(({ isMet }) => !isMet)
      assert.deepEqual(missed, [], JSON.stringify(heard))
    })

  for (const name of ['cs m', 'announcer'])
    test(`twenty minutes of one voice are one speaker (${name})`, async () => {
      const alone = (await findActors()).filter((actor) => actor.name === name)
      const call = await buildCall(monologueOf(1, 1_200), alone)
      assert.equal(await speakersIn(call, modelsDir, hear('speakers')), 1)
    })
})
