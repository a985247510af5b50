/** Recording in the console, with the pretended microphone of Chromium: whole, whatever happens in between. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { backgroundJobs } from '../server/app/worker.ts'
import type { Transcriber } from '../server/making/engines/shared/engines.ts'
import { wakeUploadsJob } from '../server/making/uploads/wait-for-transcriber.ts'
import { recordingsStored } from './support/browser-stores.ts'
import { noBrowser, openBrowserWithSound } from './support/chromium.ts'
import { lookAt } from './support/console-looks.ts'
import { type ConsoleWorld, openConsole, openSignedIn } from './support/console-world.ts'
import { keysOf } from './support/keys.ts'
import { withoutFfmpeg } from './support/real-media.ts'
import { waitFor } from './support/waiting.ts'

const run = promisify(execFile)
const ada = 'ada@acme.test'

/** What the service received, for each recording. */
const heard: { path: string; bytes: number; seconds: number; channels: number; loudness: number[] }[] = []

/** Measures the media as ffmpeg reads them. */
const measuring: Transcriber = {
  async transcribe({ path }) {
    const probe = ['-v', 'error', '-show_entries', 'format=duration:stream=channels', '-of', 'json', path]
    const { format, streams } = JSON.parse((await run('ffprobe', probe)).stdout)
    const { stderr } = await run('ffmpeg', ['-i', path, '-af', 'astats=measure_overall=none', '-f', 'null', '-'])
    const loudness = [...stderr.matchAll(/RMS level dB: (\S+)/g)].map(([, decibels]) => Number(decibels))
    const { size: bytes } = await stat(path)
    heard.push({ path, bytes, seconds: Number(format.duration), channels: streams[0].channels, loudness })
    const segment = { speaker: 'Ada', text: 'It was the best of times.', start_time: 0, end_time: 2 }
    return { transcript: { language_code: 'en', speech_segments: [segment] }, durationSeconds: 4 }
  },
}

/** As WebKit of before 2025. `made` is how much it has given, in bytes. */
const onlyMp4 = `{
  const Own = MediaRecorder
  window.made = 0
  window.MediaRecorder = class extends Own {
    static isTypeSupported(type) { return !type.startsWith('audio/webm') && Own.isTypeSupported(type) }
    constructor(...given) {
      super(...given)
      this.addEventListener('dataavailable', ({ data }) => (window.made += data.size))
    }
  }
}`

suite('with a browser and ffmpeg', { skip: noBrowser || withoutFfmpeg }, () => {
  let its: ConsoleWorld
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minutebook-record-'))
    const wav = join(folder, 'tone.wav')
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=5', wav])
    its = await openConsole({ STT_URL: 'http://127.0.0.1:9/', STT_KIND: 'openai' }, 0, () => openBrowserWithSound(wav))
    const { base } = its.world
    base.engines = { ...base.engines, transcriber: measuring }
  })
  afterEach(async () => {
    heard.length = 0
    await its.closeTabs()
  })
  after(async () => {
    await its?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  async function begin(page: Page, title: string) {
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page.waitForURL(/\/note\//)
    return bar(page, title)
  }
  const bar = (page: Page, title: string) => page.getByRole('region', { name: `Recording of ${title}` })
  const press = (page: Page, title: string, name: string) => bar(page, title).getByRole('button', { name }).click()
  const reaches = (page: Page, title: string, seconds: number) =>
    waitFor(async () => {
      const [minutes, rest] = /(\d+):(\d\d)/.exec((await bar(page, title).textContent()) ?? '')?.slice(1) ?? []
      return Number(minutes) * 60 + Number(rest) >= seconds
    })
  /** Bytes that the service has of unfinished uploads. */
  const arrived = async ({ request }: BrowserContext) => {
    const { data } = await (await request.get('/api/v1/recordings/upload/tus')).json()
    return (data as { bytes_arrived: number }[]).reduce((sum, { bytes_arrived }) => sum + bytes_arrived, 0)
  }
  async function finish(page: Page, title: string) {
    await press(page, title, 'Finish')
    await bar(page, title).getByText('Everything has arrived').waitFor()
    await its.world.settle()
    await bar(page, title).getByRole('link', { name: 'Recap' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }

  test('cut off by a crash, it goes on in the next page, and arrives whole, with what people were told', async () => {
    const { page, context } = await openSignedIn(its, ada, '/')
    page.setDefaultTimeout(20000)
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Two cities')
    await page.getByRole('checkbox', { name: 'I have told everyone' }).check()
    await page.getByRole('combobox', { name: 'Who was told' }).fill('Bo Lindqvist')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page.waitForURL(/\/note\//)
    const note = page.url()
    await reaches(page, 'Two cities', 2)
    await waitFor(async () => (await arrived(context)) > 0)
    await page.close()

    const next = await context.newPage()
    await next.goto('/')
    await bar(next, 'Two cities').getByText('cut off when the page was closed').waitFor()
    await press(next, 'Two cities', 'Go on')
    await reaches(next, 'Two cities', 5)
    await finish(next, 'Two cities')
    await next.getByText('Before the recording Ada Moreau told Bo Lindqvist:').waitFor()
    await next.getByRole('link', { name: 'Agenda' }).first().click()
    await next.waitForURL(note)

    const [media] = heard
    assert(media!.seconds >= 4.5, `${media!.seconds}`)
    assert.equal(media!.channels, 1)
    assert(media!.loudness[0]! > -40, `${media!.loudness}`)
    await waitFor(async () => (await recordingsStored(next)) === '')
  })

  test('with a clock that is ahead it arrives, and the service says when people were told', async () => {
    const { page, context } = await openSignedIn(its, ada, '/')
    page.setDefaultTimeout(20000)
    await page.clock.setFixedTime(Date.now() + 86_400_000)
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Ahead')
    await page.getByRole('checkbox', { name: 'I have told everyone' }).check()
    await page.getByRole('button', { name: 'Start recording' }).click()
    await reaches(page, 'Ahead', 1)
    await finish(page, 'Ahead')
    const { recording } = await (await context.request.get(page.url().replace('/recap/', '/api/v1/recording/'))).json()
    assert.equal(recording.consent.at, its.world.base.clock().toISOString())
  })

  test('the tools of a long agenda stay below the bar of the recording', async () => {
    const { page, context } = await openSignedIn(its, ada, '/')
    await begin(page, 'Long')
    const points = Array.from({ length: 60 }, (_, index) => `- Point ${index}`)
    const data = { content_native_markdown: `::agenda{version=1}\n\n${points.join('\n')}` }
    const note = page.url().replace('/note/', '/api/v1/note/')
    const answer = await context.request.post(`${note}/agenda`, { data, headers: { origin: its.origin } })
    assert.equal(answer.status(), 200)
    await page.getByText('Point 59').waitFor()
    await page.getByText('Point 59').scrollIntoViewIfNeeded()
    const { y, height } = (await bar(page, 'Long').boundingBox())!
    assert((await page.getByRole('toolbar', { name: 'Format' }).boundingBox())!.y >= y + height)
    await press(page, 'Long', 'Finish')
    await bar(page, 'Long').getByText('Everything has arrived').waitFor()
  })

  test('the microphone is chosen and heard before anything is recorded', async () => {
    const { page, context } = await openSignedIn(its, ada, '/')
    await context.grantPermissions(['microphone'])
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Microphone' }).click()
    await page.getByRole('option').nth(1).click()
    await dialog.getByRole('button', { name: 'Try the microphone' }).click()
    const level = dialog.getByRole('img', { name: 'Level' }).locator('span')
    await waitFor(async () => Number(/scaleX\((.*)\)/.exec((await level.getAttribute('style')) ?? '')?.[1]) > 0.3)
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Chosen')
    await dialog.getByRole('button', { name: 'Start recording' }).click()
    await page.waitForURL(/\/note\//)
    await reaches(page, 'Chosen', 2)
    await finish(page, 'Chosen')
    assert(heard[0]!.loudness[0]! > -40, `${heard[0]!.loudness}`)
    await context.close()
  })

  test('no microphone is on before a press, one that fails can be tried again, and none stays on', async () => {
    const { page, context } = await openSignedIn(its, ada)
    await context.grantPermissions(['microphone'])
    await page.addInitScript(`{
      window.tracks = []
      const { mediaDevices } = navigator
      const ask = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (options) => {
        if (window.refuses) throw new DOMException('', 'NotReadableError')
        const stream = await ask(options)
        window.tracks.push(...stream.getTracks())
        await window.isHeld
        return stream
      }
    }`)
    const states = () => page.evaluate<string[]>('window.tracks.map(({ readyState }) => readyState)')
    await page.goto('/')
    await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog')
    const microphone = dialog.getByRole('combobox', { name: 'Microphone' })
    const tried = dialog.getByRole('button', { name: 'Try the microphone' })
    const level = dialog.getByRole('img', { name: 'Level' })
    await microphone.waitFor()
    await tried.waitFor()
    assert.deepEqual(await states(), [])

    await page.evaluate('window.refuses = true')
    await tried.click()
    const failure = dialog.getByText('The microphone is in use by another program.')
    await failure.waitFor()
    await microphone.click()
    await page.getByRole('option').nth(1).click()
    await failure.waitFor({ state: 'detached' })
    await page.evaluate('window.refuses = false')
    await tried.click()
    await level.waitFor()
    await dialog.getByRole('button', { name: 'Turn the microphone off' }).click()
    await level.waitFor({ state: 'detached' })
    assert.deepEqual(await states(), ['ended'])

    // Closed while the browser still asks.
    await page.evaluate('void (window.isHeld = new Promise((resolve) => (window.allow = resolve)))')
    await tried.click()
    await waitFor(async () => (await states()).length === 2)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.evaluate('window.allow()')
    const allEnded = () => waitFor(async () => (await states()).every((state) => state === 'ended'))
    await allEnded()

    // The same of what was to be recorded, also while its note is made.
    const start = async () => {
      await page.getByRole('button', { name: 'Record', exact: true }).click()
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Cancelled')
      await dialog.getByRole('button', { name: 'Start recording' }).click()
    }
    const cancel = async () => {
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.evaluate('void (window.isHeld = new Promise((resolve) => (window.allow = resolve)))')
    await start()
    await waitFor(async () => (await states()).length === 3)
    await cancel()
    await page.evaluate('window.allow()')
    await allEnded()
    const isMade = its.world.db.selectFrom('notes').select('id').where('title', '=', 'Cancelled')
    assert.deepEqual(await isMade.execute(), [])
    const made = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await page.route('**/api/v1/note', async (route) => {
      asked.resolve()
      await made.promise
      await route.continue()
    })
    await start()
    await asked.promise
    await cancel()
    made.resolve()
    await allEnded()
    assert.equal(new URL(page.url()).pathname, '/')
    assert.equal(await bar(page, 'Cancelled').count(), 0)
  })

  test('a browser that only makes MP4 is recorded too', async () => {
    const { page, context } = await openSignedIn(its, ada)
    await page.addInitScript(onlyMp4)
    await page.goto('/')
    await begin(page, 'As MP4')
    await reaches(page, 'As MP4', 6)
    await finish(page, 'As MP4')
    const [{ bytes, seconds, loudness }] = heard as [(typeof heard)[number]]
    // How much sound a busy machine encodes in six seconds is its own affair; all of it has to arrive.
    assert.equal(bytes, await page.evaluate('made'))
    assert(seconds > 0 && loudness[0]! > -40, `${seconds} s, ${loudness}`)

    await page.goto('/')
    await begin(page, 'Cut off')
    // Otherwise the service may have an upload that no page knows of.
    await waitFor(async () => (await arrived(context)) > 0)
    await page.reload()
    await bar(page, 'Cut off').getByText('This browser cannot go on with it').waitFor()
    assert.equal(await bar(page, 'Cut off').getByRole('button', { name: 'Go on' }).count(), 0)
    await press(page, 'Cut off', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await bar(page, 'Cut off').waitFor({ state: 'detached' })
  })

  test('finished twice while its microphone goes and its last sound is still to come, it arrives whole', async () => {
    const { page } = await openSignedIn(its, ada)
    await page.addInitScript(`${onlyMp4}{
      const { mediaDevices } = navigator
      const ask = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (options) => {
        const stream = await ask(options)
        window.takeAway = () => stream.getTracks()[0].dispatchEvent(new Event('ended'))
        return stream
      }
      window.MediaRecorder = class extends MediaRecorder {
        set ondataavailable(take) {
          super.ondataavailable = (event) => setTimeout(take, this.state === 'inactive' ? 2_000 : 0, event)
        }
        addEventListener(name, listener) {
          super.addEventListener(name, (event) => setTimeout(listener, name === 'stop' ? 2_000 : 0, event))
        }
      }
    }`)
    await page.goto('/')
    await begin(page, 'Ends once')
    await reaches(page, 'Ends once', 2)
    await page.evaluate('takeAway()')
    await bar(page, 'Ends once').getByRole('button', { name: 'Finish' }).dblclick()
    await bar(page, 'Ends once').getByText('Everything has arrived').waitFor()
    await its.world.settle()
    assert.equal(heard[0]!.bytes, await page.evaluate('made'))
  })

  test('where nothing can transcribe yet it is kept, as the dialog and the bar say, and transcribed later', async () => {
    const { engines } = its.world.base
    engines.transcriber = null
    const { page } = await openSignedIn(its, ada)
    await page.route('**/api/v1/engines', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), transcription: null } })
    })
    try {
      await page.goto('/')
      await page.getByRole('button', { name: 'Record', exact: true }).click()
      await page.getByText('It keeps the recording, and transcribes it once').waitFor()
      await page.getByRole('textbox', { name: 'Title' }).fill('Waits')
      await page.getByRole('button', { name: 'Start recording' }).click()
      await page.waitForURL(/\/note\//)
      await reaches(page, 'Waits', 1)
      await press(page, 'Waits', 'Finish')
      await bar(page, 'Waits').getByText('Everything has arrived').waitFor()
      await its.world.settle()
      await bar(page, 'Waits')
        .getByText('is kept. It is transcribed once you have set that up: Administration → Installation')
        .waitFor()
      await bar(page, 'Waits').getByRole('link', { name: 'Uploads' }).waitFor()
    } finally {
      engines.transcriber = measuring
    }
    // As the worker does each minute.
    await backgroundJobs(its.world.base)
      .find(({ name }) => name === wakeUploadsJob)!
      .run(null)
    await its.world.settle()
    await bar(page, 'Waits').getByText('The recap is ready.').waitFor()
    assert.equal(heard.length, 1)
  })

  test('with keys alone it begins and ends', async () => {
    const { page } = await openSignedIn(its, ada, '/')
    const { enter, reach, press, type, heading } = keysOf(page)
    await enter('button', 'Record')
    await reach('textbox', 'Title')
    await press('Control+A')
    await type('By keys')
    await enter('button', 'Start recording')
    await heading('By keys')
    await reaches(page, 'By keys', 2)
    await enter('button', 'Finish')
    await bar(page, 'By keys').getByText('Everything has arrived').waitFor()
    await its.world.settle()
    await enter('link', 'Recap')
    await heading('By keys')
  })

  test('without a connection it is kept and says so; the rest is sent later; a pause is not recorded', async () => {
    const { page, context } = await openSignedIn(its, ada, '/')
    await begin(page, 'Offline')
    await waitFor(async () => (await arrived(context)) > 0)
    await page.route('**/upload/tus/**', (route) => route.abort())
    await bar(page, 'Offline').getByText('No connection').waitFor()
    await press(page, 'Offline', 'Pause')
    await bar(page, 'Offline').getByText('Paused').waitFor()
    await press(page, 'Offline', 'Go on')
    await page.unroute('**/upload/tus/**')
    await finish(page, 'Offline')
    assert.equal(heard.length, 1)
  })

  test('a part that cannot be read for a moment is sent in its turn; none is forgotten before it has arrived', async () => {
    const { page } = await openSignedIn(its, ada)
    await page.addInitScript(`{
      const { getAll, put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.getAll = function (...given) {
        if (this.name === 'pieces' && window.failsOnce) {
          window.failsOnce = false
          throw new DOMException('It cannot be read now', 'UnknownError')
        }
        return getAll.apply(this, given)
      }
      IDBObjectStore.prototype.put = function (...given) {
        if (window.isFull) throw new DOMException('There is no room', 'QuotaExceededError')
        return put.apply(this, given)
      }
    }`)
    await page.goto('/')
    await page.route('**/upload/tus**', (route) => route.abort())
    await begin(page, 'Unread')
    await reaches(page, 'Unread', 2)
    await page.evaluate('window.isFull = true')
    await bar(page, 'Unread').getByText('This browser has no room left').waitFor()
    await reaches(page, 'Unread', 4)
    await page.evaluate('window.failsOnce = true')
    await page.unroute('**/upload/tus**')
    await finish(page, 'Unread')
    assert.equal(await page.evaluate('failsOnce'), false)
    assert(heard[0]!.seconds >= 3, `${heard[0]!.seconds}`)
  })

  test('67: marks by a key and by a line wait for a slow service, are lost by no reload, and are in the recap', async () => {
    const { page, context } = await openSignedIn(its, ada, '/')
    await context.route('**/mark', (route) => route.abort())
    await begin(page, 'Marked')
    await reaches(page, 'Marked', 2)
    await page.locator('body').press('m')
    await bar(page, 'Marked')
      .getByText(/Marked at \d+:\d\d/)
      .waitFor()
    const line = page.getByRole('textbox', { name: 'What is this moment about?' })
    await line.pressSequentially('My remark')
    await reaches(page, 'Marked', 4)
    await line.press('Enter')
    await waitFor(async () => (await arrived(context)) > 0)
    await page.reload()
    await press(page, 'Marked', 'Finish')
    await bar(page, 'Marked').getByText('No connection').waitFor()
    await context.unroute('**/mark')
    await bar(page, 'Marked').getByText('Everything has arrived').waitFor()
    const rows = await its.world.db.selectFrom('marks').select(['at', 'text']).orderBy('at').execute()
    assert.deepEqual(
      rows.map(({ text }) => text),
      [null, 'My remark'],
    )
    assert(rows.every(({ at }) => at! > 0 && at! < 10))
    await its.world.settle()
    await bar(page, 'Marked').getByRole('link', { name: 'Recap' }).click()
    await page.getByRole('heading', { name: 'Marked', level: 2 }).waitFor()
    await page.getByText('My remark').first().waitFor()
    await lookAt(page, 'recap-marks')
    await page
      .getByRole('button', { name: /Remove the mark/ })
      .last()
      .click()
    await waitFor(async () => (await page.getByRole('button', { name: /Remove the mark/ }).count()) === 1)
    assert.deepEqual(await its.world.db.selectFrom('marks').select('text').execute(), [{ text: null }])
  })

  test('a pause that the device tells late is no interruption', async () => {
    const { page } = await openSignedIn(its, ada)
    await page.addInitScript(`{
      const { suspend, resume } = AudioContext.prototype
      const { get } = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'state')
      let isLate = false
      Object.defineProperty(BaseAudioContext.prototype, 'state', { get() { return isLate ? 'suspended' : get.call(this) } })
      AudioContext.prototype.suspend = function () {
        window.tell = () => {
          isLate = true
          this.dispatchEvent(new Event('statechange'))
          isLate = false
        }
        return suspend.call(this)
      }
      AudioContext.prototype.resume = function () {
        if (!window.tell) return resume.call(this)
        return new Promise((resolve) => { window.goesOn = resolve }).then(() => resume.call(this))
      }
    }`)
    await page.goto('/')
    await begin(page, 'Quick')
    await reaches(page, 'Quick', 1)
    await press(page, 'Quick', 'Pause')
    await press(page, 'Quick', 'Go on')
    await page.evaluate('tell()')
    await page.evaluate('goesOn()')
    await reaches(page, 'Quick', 3)
    await bar(page, 'Quick').getByText('Recording.', { exact: true }).waitFor()
    await finish(page, 'Quick')
  })

  test('what does not begin, or does not go on, leaves no microphone on and holds nothing', async () => {
    const { page, context } = await openSignedIn(its, ada)
    const noting = `{
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      window.tracks = []
      navigator.mediaDevices.getUserMedia = async (options) => {
        const stream = await ask(options)
        window.tracks.push(...stream.getTracks())
        return stream
      }
      const Own = MediaRecorder
      window.MediaRecorder = class extends Own {
        constructor(...given) {
          if (window.isBroken) throw new DOMException('It is of another rate', 'NotSupportedError')
          super(...given)
        }
      }
    }`
    const isOff = (each: Page) => each.evaluate<boolean>(`tracks.every(({ readyState }) => readyState === 'ended')`)
    await page.addInitScript(noting)
    await page.goto('/')
    await page.evaluate('window.isBroken = true')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Taken')
    await dialog.getByRole('button', { name: 'Start recording' }).click()
    await dialog.getByText('This browser cannot record the sound of this device').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await waitFor(() => isOff(page))

    await page.evaluate('window.isBroken = false')
    await begin(page, 'Taken')
    await reaches(page, 'Taken', 1)
    const note = page.url()
    await page.close()
    const left = await context.newPage()
    await left.addInitScript(noting)
    await left.goto('/')
    await bar(left, 'Taken').getByText('cut off when the page was closed').waitFor()
    const other = await context.newPage()
    await other.goto(note)
    await other.getByRole('button', { name: 'Record', exact: true }).click()
    await other.getByRole('button', { name: 'Start recording' }).click()
    await reaches(other, 'Taken', 1)
    await press(left, 'Taken', 'Go on')
    await left.getByText('Another tab is recording this meeting.').waitFor()
    await waitFor(() => isOff(left))
    await finish(left, 'Taken')
    // What one tab has sent does not hide from the next page what another one has.
    await other.close()
    await left.goto('/')
    await bar(left, 'Taken').getByText('cut off when the page was closed').waitFor()
    await finish(left, 'Taken')
  })

  test('another tab does not record the same meeting, and takes over when the first one is closed', async () => {
    const { page, context } = await openSignedIn(its, ada, '/')
    await begin(page, 'Twice')
    await reaches(page, 'Twice', 1)
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'Record', exact: true }).click()
    await other.getByRole('button', { name: 'Start recording' }).click()
    await other.getByText('Another tab is recording this meeting.').waitFor()
    await other.getByRole('button', { name: 'Cancel' }).click()
    await page.close()
    await bar(other, 'Twice').getByText('cut off when the page was closed').waitFor()
    await press(other, 'Twice', 'Delete')
    await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await bar(other, 'Twice').waitFor({ state: 'detached' })
    assert.equal(await arrived(context), 0)
  })

  test('a tab that was open before shows what another one recorded and left, when it is looked at again', async () => {
    const { page: first, context } = await openSignedIn(its, ada, '/')
    await first.getByRole('button', { name: 'Record', exact: true }).waitFor()
    for (const title of ['Left', 'Left too']) {
      const page = await context.newPage()
      await page.goto('/')
      await begin(page, title)
      await reaches(page, title, 1)
      await page.close()
      // Pages of a browser without windows are always visible.
      await first.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
      await bar(first, title).getByText('cut off when the page was closed').waitFor()
      await finish(first, title)
    }
  })

  test('the screen is the right channel; if the microphone is taken away, what there is can be finished', async () => {
    const { page } = await openSignedIn(its, ada)
    await page.addInitScript(`{
      const { mediaDevices } = navigator
      const ask = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (options) => {
        const stream = await ask(options)
        window.takeAway = () => stream.getTracks()[0].dispatchEvent(new Event('ended'))
        return stream
      }
      mediaDevices.getDisplayMedia = async () => {
        const { stream } = new AudioContext().createMediaStreamDestination()
        window.stopSharing = () => stream.getTracks()[0].dispatchEvent(new Event('ended'))
        return stream
      }
    }`)
    await page.goto('/')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Call')
    await page.getByRole('switch', { name: 'Also record the sound' }).check()
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page.waitForURL(/\/note\//)
    await reaches(page, 'Call', 1)
    await page.evaluate('stopSharing()')
    await bar(page, 'Call').getByText('Your microphone is still recorded').waitFor()
    await reaches(page, 'Call', 2)
    await page.evaluate('takeAway()')
    await bar(page, 'Call').getByText('The microphone was taken away').waitFor()
    await finish(page, 'Call')
    const [{ channels, loudness }] = heard as [(typeof heard)[number]]
    assert.equal(channels, 2)
    assert(loudness[0]! > -40 && !(loudness[1]! > -60), `${loudness}`)
  })

  test('a silent microphone, no room here, no room at the service: the bar says it, and all of it arrives', async () => {
    const { page } = await openSignedIn(its, ada)
    await page.addInitScript(`{
      const { mediaDevices } = navigator
      const ask = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (options) => {
        const stream = await ask(options)
        window.mute = (isMuted) => { stream.getTracks()[0].enabled = !isMuted }
        return stream
      }
      const now = performance.now.bind(performance)
      performance.now = () => now() + (window.skippedMs ?? 0)
      const put = IDBObjectStore.prototype.put
      IDBObjectStore.prototype.put = function (...given) {
        if (window.isFull) throw new DOMException('There is no room', 'QuotaExceededError')
        return put.apply(this, given)
      }
    }`)
    await page.goto('/')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('checkbox', { name: 'I have told everyone' }).check()
    assert.deepEqual(await lookAt(page, 'dialog'), [])
    await page.getByRole('textbox', { name: 'Title' }).fill('Trouble')
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page.waitForURL(/\/note\//)
    await page.evaluate('mute(true)')
    await page.evaluate('window.skippedMs = 10_000')
    await reaches(page, 'Trouble', 1)
    await page.evaluate('window.isFull = true')
    await bar(page, 'Trouble').getByText('This browser has no room left').waitFor()
    const full = { status: 507, json: { message: 'Too little free space on the server' } }
    await page.route('**/upload/tus/**', (route) => route.fulfill(full))
    await bar(page, 'Trouble').getByText('Too little free space on the server').waitFor()
    await bar(page, 'Trouble').getByText('Nothing is heard').waitFor()
    assert.deepEqual(await lookAt(page, 'bar'), [])
    await page.evaluate('mute(false)')
    await bar(page, 'Trouble').getByText('Nothing is heard').waitFor({ state: 'detached' })
    await page.unroute('**/upload/tus/**')
    await finish(page, 'Trouble')
    assert(heard[0]!.seconds >= 2, `${heard[0]!.seconds}`)
  })

  test('a page that records warns before it is left; what another device deleted or ended is sent again', async () => {
    const { page, context } = await openSignedIn(its, ada, '/')
    await begin(page, 'Ended')
    await waitFor(async () => (await arrived(context)) > 0)
    const warning = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    assert.equal((await warning).type(), 'beforeunload')
    await (await warning).dismiss()

    const loseConnection = async () => {
      await page.route('**/upload/tus/**', (route) => route.abort())
      await bar(page, 'Ended').getByText('No connection').waitFor()
    }
    await loseConnection()
    const address = '/api/v1/recordings/upload/tus'
    const { data } = await (await context.request.get(address)).json()
    const headers = { 'tus-resumable': '1.0.0', origin: its.origin }
    const { recording_id } = data.find(({ title }: { title: string }) => title === 'Ended')
    assert((await context.request.delete(`${address}/${recording_id}`, { headers })).ok())
    await page.unroute('**/upload/tus/**')
    await bar(page, 'Ended').getByText('The service has it no more').waitFor()
    await press(page, 'Ended', 'Try again')
    await waitFor(async () => (await arrived(context)) > 0)

    await loseConnection()
    const there = await context.newPage()
    await there.goto('/uploads')
    await there.getByRole('button', { name: 'End with what has arrived' }).click()
    await waitFor(async () => (await arrived(context)) === 0)
    await page.unroute('**/upload/tus/**')
    await bar(page, 'Ended').getByText('Another device has ended this recording').waitFor()
    await press(page, 'Ended', 'Send all as another recording')
    await bar(page, 'Ended').getByText('Everything has arrived').waitFor()
    await its.world.settle()
    const [first, second] = heard as [(typeof heard)[number], (typeof heard)[number]]
    assert(second.seconds > first.seconds, `${first.seconds}, ${second.seconds}`)
  })
})
