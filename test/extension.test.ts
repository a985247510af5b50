/** The browser extension in a real Chromium: paired with the real service, it records a call of two channels, whole. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { noChromium } from './support/extension.ts'
import {
  closeInCall,
  type ExtensionWorld,
  hangUpInPage,
  openExtensionWorld,
  pair,
  recordCall,
  writeTone,
} from './support/extension-world.ts'
import { withoutFfmpeg } from './support/real-media.ts'
import { waitFor } from './support/waiting.ts'

suite('with Chromium and ffmpeg', { skip: noChromium || withoutFfmpeg }, () => {
  let its: ExtensionWorld
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minutebook-call-'))
    its = await openExtensionWorld(await writeTone(folder))
  })
  after(async () => {
    await its?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  test('before it is paired it says so, and offers nothing on a page of a call', async () => {
    const { extension } = its
    const url = its.callAt('127.0.0.1', '/weekly')
    const call = await extension.context.newPage()
    await call.goto(url)
    assert.equal(await extension.badgeOf(url), '')
    const popup = await extension.press(url)
    await popup.says(/may not record for you yet/)
    await popup.close()
    await call.close()
  })

  test('a call is recorded while the popup is closed and the service restarts: whole, two channels, in its meeting', async () => {
    await pair(its)
    const { heard, recorded } = await recordCall(its, 12)
    assert.equal(heard.channels, 2)
    assert(heard.seconds >= recorded, `${heard.seconds} of ${recorded} s`)
    assert(
      heard.loudness.every((each) => each > -45),
      String(heard.loudness),
    )
    const { note_id } = await its.world.db
      .selectFrom('recordings')
      .select('note_id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    assert.equal(note_id, its.meeting.id)
  })

  test('a page that leaves the call without loading another one ends it', () => hangUpInPage(its))

  test('a browser that was closed in a call has ended it: the next one sends the rest', async () => {
    const { heard, recorded } = await closeInCall(its)
    assert(heard.seconds >= recorded, `${heard.seconds} of ${recorded} s`)
  })

  test('a page on another host that looks like a call has no badge, and no meeting is taken for its own', async () => {
    const { extension } = its
    const url = its.callAt('localhost', '/weekly')
    const page = await extension.context.newPage()
    await page.goto(url)
    assert.notEqual(await extension.badgeOf(url), '●')
    await page.close()
  })

  test('a grant that is withdrawn ends it: it says so and records no more', async () => {
    const { extension, world } = its
    await world.db.deleteFrom('oauth_grants').execute()
    const url = its.callAt('127.0.0.1', '/weekly')
    const call = await extension.context.newPage()
    await call.goto(url)
    await extension.worker.evaluate(`chrome.offscreen.closeDocument()`)
    const popup = await extension.press(url)
    await popup.says(/may not record for you yet, or no longer/)
    await popup.close()
    await waitFor(async () => (await extension.badgeOf(url)) === '')
    await call.close()
  })
})
