/** Recording in Firefox, on a device without a loudspeaker: what Chromium's tests cannot tell. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole } from './support/console-world.ts'
import { type Driver, personAt } from './support/driver.ts'
import { noFirefox, openFirefox } from './support/firefox.ts'
import { withoutFfmpeg } from './support/real-media.ts'

const run = promisify(execFile)
const heard: { seconds: number; loudness: number }[] = []

suite('in Firefox', { skip: noBrowser || noFirefox || withoutFfmpeg }, () => {
  let its: ConsoleWorld
  let firefox: Driver
  let person: ReturnType<typeof personAt>
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
    person = personAt(firefox)
    await person.press(/^Sign in with this link$/)
    await person.isAt(/^\/$/)
  })
  after(async () => {
    await firefox?.[Symbol.asyncDispose]()
    await its?.[Symbol.asyncDispose]()
  })

  const meetings = async () =>
    Number(
      await firefox.evaluate(`fetch('/api/v1/notes', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: '{"page_size":50}' }).then((answer) => answer.json()).then(({ data }) => data.length)`),
    )

  test('that it records no tab is said before the start', async () => {
    await person.press(/^Record$/)
    await person.says('Only the microphone is recorded')
    await person.press(/^Cancel$/)
  })

  test('two sounds cannot be mixed without a loudspeaker: that is said, and no meeting is left behind', async () => {
    const before = await meetings()
    await firefox.evaluate(`void Object.assign(navigator.mediaDevices, {
      getDisplayMedia: async () => navigator.mediaDevices.getUserMedia({ audio: true }),
      getSupportedConstraints: () => ({ suppressLocalAudioPlayback: true }),
    })`)
    await person.press(/^Record$/)
    await person.press(/^Also record the sound of a tab/)
    await person.press(/^Start recording$/)
    await person.says('This device has no loudspeaker')
    assert.equal(await meetings(), before)
    await person.press(/^Cancel$/)
  })

  test('a microphone that is tried says that its level cannot be shown, and is off afterwards', async () => {
    await firefox.evaluate(`(() => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (options) => (window.tried = await ask(options))
    })()`)
    await person.press(/^Record$/)
    await person.press(/^Try the microphone$/)
    await person.says('This browser cannot show how loud it is')
    assert.equal(await firefox.evaluate(`document.querySelectorAll('[role=dialog] [role=img]').length`), 0)
    await person.press(/^Cancel$/)
    await person.until(`window.tried.getTracks().every(({ readyState }) => readyState === 'ended')`)
  })

  test('the microphone alone is recorded, arrives and is heard', async () => {
    await person.press(/^Record$/)
    await person.press(/^Start recording$/)
    await person.until(`location.pathname.startsWith('/note/')`)
    await person.until(`/ 0:0[3-9]/.test(' ' + [...document.querySelectorAll('section[aria-label^="Recording of"] span')]
      .map((each) => each.textContent).join(' '))`)
    await person.press(/^Pause$/)
    await person.press(/^Go on$/)
    await person.press(/^Finish$/)
    await person.says('Everything has arrived')
    await its.world.settle()
    await person.says('The recap is ready.')
    const [{ seconds, loudness }] = heard as [(typeof heard)[number]]
    assert(seconds >= 2.5 && loudness > -40, `${seconds} s, ${loudness} dB`)
  })
})
