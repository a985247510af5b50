/** A recording that was forgotten asks once whether it goes on, and then finishes by itself. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { noBrowser, openBrowserWithSound } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn } from './support/console-world.ts'
import { withoutFfmpeg } from './support/real-media.ts'

const run = promisify(execFile)

suite('with a browser and ffmpeg', { skip: noBrowser || withoutFfmpeg }, () => {
  let its: ConsoleWorld
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minutebook-forgotten-'))
    const wav = join(folder, 'tone.wav')
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=5', wav])
    its = await openConsole({ STT_URL: 'http://127.0.0.1:9/', STT_KIND: 'openai' }, 0, () => openBrowserWithSound(wav))
  })
  afterEach(() => its.closeTabs())
  after(async () => {
    await its[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  test('five minutes after the end of the meeting without a sound: a press goes on; else it finishes', async () => {
    const { page, context } = await openSignedIn(its, 'ada@acme.test')
    page.setDefaultTimeout(20_000)
    await context.grantPermissions(['microphone'])
    const now = Date.now()
    await its.world.db
      .updateTable('events')
      .set({ starts_at: new Date(now - 1_800_000), ends_at: new Date(now), all_day: false })
      .where('guid', '=', (eb) => eb.selectFrom('notes').select('event_guid').where('id', '=', 'n_ada_bo'))
      .execute()
    await page.addInitScript(`{
      const { mediaDevices } = navigator
      const ask = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (options) => {
        const stream = await ask(options)
        window.mute = () => { stream.getTracks()[0].enabled = false }
        return stream
      }
      const now = Date.now.bind(Date)
      Date.now = () => now() + (window.skippedMs ?? 0)
    }`)
    const record = async () => {
      await page.goto('/note/n_ada_bo?record=yes')
      await page.getByRole('checkbox', { name: 'I have told everyone' }).check()
      await page.getByRole('button', { name: 'Start recording' }).click()
      await page
        .getByText('Is being recorded')
        .or(page.getByRole('button', { name: 'Finish' }))
        .first()
        .waitFor()
      await page.evaluate('mute()')
      await page.waitForTimeout(1_000)
      await page.evaluate('window.skippedMs = 301_000')
      await page.getByText('Still recording?').waitFor()
      await page.getByText(/It finishes in \d+ s/).waitFor()
    }
    await record()
    await page
      .getByRole('region', { name: /^Recording/ })
      .getByRole('button', { name: 'Go on' })
      .click()
    await page.getByText('Still recording?').waitFor({ state: 'detached' })
    await page.evaluate('window.skippedMs = 3_600_000')
    await page.waitForTimeout(1_500)
    assert.equal(await page.getByText('Still recording?').count(), 0, 'asked once')
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('button', { name: 'Finish' }).waitFor({ state: 'detached' })
    await record()
    await page.evaluate('window.skippedMs += 60_000')
    await page.getByRole('button', { name: 'Finish' }).waitFor({ state: 'detached' })
  })
})
