/** Recording in Firefox, on a device without a loudspeaker: what Chromium's tests cannot tell. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole } from './support/console-world.ts'
import { type Firefox, noFirefox, openFirefox } from './support/firefox.ts'
import { withoutFfmpeg } from './support/real-media.ts'

const run = promisify(execFile)
const heard: { seconds: number; loudness: number }[] = []

suite('in Firefox', { skip: noBrowser || noFirefox || withoutFfmpeg }, () => {
  let its: ConsoleWorld
  let firefox: Firefox
  before(async () => {
    its = await openConsole({ STT_URL: 'http://127.0.0.1:9/', STT_KIND: 'openai' })
    const { base } = its.world
    const transcriber = {
      async transcribe({ path }: { path: string }) {
        const { stdout } = await run('ffprobe', [
          '-v',
          'error',
          '-show_entries',
          'format=duration',
          '-of',
          'csv=p=0',
          path,
        ])
        const { stderr } = await run('ffmpeg', ['-i', path, '-af', 'volumedetect', '-f', 'null', '-'])
        heard.push({ seconds: Number(stdout), loudness: Number(/max_volume: (\S+)/.exec(stderr)![1]) })
        const segment = { speaker: 'Ada', text: 'It was the best of times.', start_time: 0, end_time: 2 }
        return { transcript: { language_code: 'en', speech_segments: [segment] }, durationSeconds: 4 }
      },
    }
    base.engines = { ...base.engines, transcriber }
    firefox = await openFirefox()
    await firefox.open(await its.linkFor('ada@acme.test'))
    await press('Sign in with this link')
    await firefox.until(`location.pathname === '/' && ${button('Record')} !== undefined`)
  })
  after(async () => {
    await firefox?.[Symbol.asyncDispose]()
    await its?.[Symbol.asyncDispose]()
  })

  const button = (name: string) =>
    `[...document.querySelectorAll('button')].find((each) => each.textContent.trim() === '${name}' && !each.disabled)`
  async function press(name: string) {
    await firefox.until(`${button(name)} !== undefined`)
    await firefox.evaluate(`${button(name)}.click()`)
  }
  const says = (text: string) => firefox.until(`document.body.textContent.includes('${text}')`)
  const meetings = async () =>
    Number(
      await firefox.evaluate(`fetch('/api/v1/notes', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: '{"page_size":50}' }).then((answer) => answer.json()).then(({ data }) => data.length)`),
    )

  test('two sounds cannot be mixed without a loudspeaker: that is said, and no meeting is left behind', async () => {
    const before = await meetings()
    await firefox.evaluate(`navigator.mediaDevices.getDisplayMedia = async () =>
      navigator.mediaDevices.getUserMedia({ audio: true })`)
    await press('Record')
    await firefox.until(`document.querySelector('[role=switch]') !== null`)
    await firefox.evaluate(`document.querySelector('[role=switch]').click()`)
    await press('Start recording')
    await says('This device has no loudspeaker')
    assert.equal(await meetings(), before)
    await press('Cancel')
  })

  test('a microphone that is tried says that its level cannot be shown, and is off afterwards', async () => {
    await firefox.evaluate(`{
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (options) => (window.tried = await ask(options))
    }`)
    await press('Record')
    await press('Try the microphone')
    await says('This browser cannot show how loud it is')
    assert.equal(await firefox.evaluate(`document.querySelectorAll('[role=dialog] [role=img]').length`), 0)
    await press('Cancel')
    await firefox.until(`window.tried.getTracks().every(({ readyState }) => readyState === 'ended')`)
  })

  test('the microphone alone is recorded, arrives and is heard', async () => {
    await press('Record')
    await press('Start recording')
    await firefox.until(`location.pathname.startsWith('/note/')`)
    await firefox.until(`/ 0:0[3-9]/.test(' ' + [...document.querySelectorAll('section[aria-label^="Recording of"] span')]
      .map((each) => each.textContent).join(' '))`)
    await press('Pause')
    await press('Go on')
    await press('Finish')
    await says('Everything has arrived')
    await its.world.settle()
    await says('The recap is ready.')
    const [{ seconds, loudness }] = heard as [(typeof heard)[number]]
    assert(seconds >= 2.5 && loudness > -40, `${seconds} s, ${loudness} dB`)
  })
})
