/**
 * What a browser hears becomes words on this machine: a reading of known words is recorded, cut off by a crash, goes on,
 * and its opening is in the recap. SPEECH_SAMPLES as in ears.deep.ts.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { findSpeech } from '../../server/making/engines/local/speech/find-speech.ts'
import { openLocalTranscriber } from '../../server/making/engines/local/speech/local-transcriber.ts'
import { noBrowser, openBrowserWithSound } from '../support/chromium.ts'
import { openConsole, openSignedIn } from '../support/console-world.ts'
import { withoutFfmpeg } from '../support/real-media.ts'
import { addSampleModels, missing, read, wav, wordsOf } from '../support/speech-samples.ts'

suite('with a browser and speech models', { skip: noBrowser || missing || withoutFfmpeg, timeout: 300_000 }, () => {
  test('the opening of the book is in the recap', async () => {
    const modelsDir = await mkdtemp(join(tmpdir(), 'minutebook-record-'))
    await addSampleModels(modelsDir, new AbortController().signal)
    await using its = await openConsole({ MODELS_DIR: modelsDir }, 0, () => openBrowserWithSound(wav))
    const limits = { seconds: 600, silentSeconds: 600 }
    const found = { findSpeech: () => findSpeech(modelsDir, ''), processes: 1, threads: 1, limits }
    const transcriber = await openLocalTranscriber(found, { warn: () => {} })
    its.world.base.engines = { ...its.world.base.engines, transcriber }

    const { page, context } = await openSignedIn(its, 'ada@acme.test', '/')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Two cities')
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page.waitForURL(/\/note\//)
    const live = page.getByRole('region', { name: 'Recording of Two cities' })
    await live.getByText(/Preliminary: .*best of times.*worst of times/i).waitFor()
    await live.getByText('Recording.').waitFor()
    await setTimeout(5_000)
    await page.close()

    const next = await context.newPage()
    await next.goto('/')
    const bar = next.getByRole('region', { name: 'Recording of Two cities' })
    await bar.getByRole('button', { name: 'Go on' }).click()
    await setTimeout(5_000)
    await bar.getByRole('button', { name: 'Finish' }).click()
    await bar.getByText('Everything has arrived').waitFor()
    await its.world.settle()
    await bar.getByRole('link', { name: 'Recap' }).click()
    await next.waitForURL(/\/recap\//)
    const id = new URL(next.url()).pathname.split('/').at(-1)
    const { recording } = await (await next.request.get(`/api/v1/recording/${id}`)).json()
    const heard = wordsOf(recording.transcript.speech_segments.map(({ text }: { text: string }) => text).join(' '))
    assert.deepEqual(heard.slice(0, 12), wordsOf(read).slice(0, 12))
    // The pretended microphone reads from the beginning again.
    assert(heard.join(' ').lastIndexOf('best of times') > heard.join(' ').indexOf('worst of times'), heard.join(' '))
    await rm(modelsDir, { recursive: true })
  })
})
