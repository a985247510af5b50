/** A call of ten minutes, recorded by the extension while its popup is closed and the service restarts once. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { noChromium } from '../support/extension.ts'
import { openExtensionWorld, pair, recordCall, writeTone } from '../support/extension-world.ts'
import { withoutFfmpeg } from '../support/real-media.ts'

suite('with Chromium and ffmpeg', { skip: noChromium || withoutFfmpeg, timeout: 900_000 }, () => {
  test('ten minutes arrive whole, in two channels, without a gap', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'minutebook-call-'))
    await using its = await openExtensionWorld(await writeTone(folder))
    await pair(its)
    const { heard, recorded } = await recordCall(its, 600)
    assert.equal(heard.channels, 2)
    assert(recorded >= 600 && heard.seconds >= recorded, `${heard.seconds} of ${recorded} s`)
    assert(
      heard.loudness.every((each) => each > -45),
      String(heard.loudness),
    )
    // The tone is never silent: a gap would be one in its channel, and the pieces of the other are the same.
    assert(heard.longestSilence[0]! < 0.5, String(heard.longestSilence))
    await rm(folder, { recursive: true })
  })
})
