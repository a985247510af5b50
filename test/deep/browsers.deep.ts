/**
 * The main journeys in three engines: Debian's Chromium, Firefox and WebKit, each with its own presses, keys and clipboard.
 * `PICTURES=folder` keeps what they showed.
 */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import { addOutsideLink } from '../support/console-pages.ts'
import { type ConsoleWorld, openConsole, recordingId } from '../support/console-world.ts'
import { type Driver, personAt } from '../support/driver.ts'
import { noFirefox, openFirefox } from '../support/firefox.ts'
import { freePort } from '../support/free-port.ts'
import { noChromeDriver, noWebKit, openChromium, openWebKit } from '../support/web-driver.ts'

const pretendMicrophone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const chromium = () => openChromium(pretendMicrophone)
const can = { shareSound: true, passkeys: true }

const browsers = [
  { name: 'Chromium', skip: noChromeDriver, open: chromium, can },
  { name: 'Firefox', skip: noFirefox, open: openFirefox, can: { ...can, shareSound: false } },
  { name: 'WebKit', skip: noWebKit, open: openWebKit, can: { shareSound: false, passkeys: false } },
]

const folder = process.env.PICTURES
const looks = [
  { width: 1_440, scheme: 'light' },
  { width: 1_440, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
]

let its: ConsoleWorld
let here: string
before(async () => {
  const port = await freePort()
  // Browsers have passkeys at a host name only.
  here = `http://localhost:${port}`
  its = await openConsole({ PUBLIC_URL: here, STT_URL: 'http://127.0.0.1:9/', STT_KIND: 'openai' }, port)
  const segment = { speaker: 'Ada', text: 'It was the best of times.', start_time: 0, end_time: 2 }
  const transcript = { language_code: 'en', speech_segments: [segment] }
  const transcriber = { transcribe: async () => ({ transcript, durationSeconds: 4 }) }
  its.world.base.engines = { ...its.world.base.engines, transcriber }
  await addOutsideLink(its)
})
after(() => its?.[Symbol.asyncDispose]())

for (const { name, skip, open, can } of browsers) {
  suite(name, { skip }, () => {
    let driver: Driver
    let person: ReturnType<typeof personAt>
    let noteId: string
    before(async () => {
      driver = await open()
      person = personAt(driver)
      await driver.resize(1_280, 900)
    })
    after(() => driver?.[Symbol.asyncDispose]())

    const goTo = (path: string) => driver.open(here + path)
    async function look(of: string): Promise<void> {
      if (!folder) return
      await mkdir(folder, { recursive: true })
      await writeFile(`${folder}/${name}-${of}.png`, await driver.picture())
    }

    test(`${name}: a link signs in, and Home is there`, async () => {
      await driver.open(await its.linkFor('ada@acme.test').then((link) => link.replace(its.origin, here)))
      await person.press(/^Sign in with this link$/)
      await person.says('Recent meetings')
      await person.says('Your open items')
    })

    test(`${name}: an agenda is written: bold, indented, given to a person, cut and pasted`, async () => {
      await goTo('/')
      await person.press(/^New note$/)
      await person.enter(/^Title/)
      await person.type(`Written in ${name}`)
      await person.keys('Enter')
      await person.isAt(/^\/note\//)
      noteId = String(await driver.evaluate(`location.pathname.split('/').at(-1)`))
      await person.enter(/^Agenda$/)
      await person.type('- Say ')
      await person.keys('Control+b')
      await person.type('it')
      await person.keys('Control+b', 'Enter', 'Tab')
      await person.type('twice')
      await person.keys('Enter', 'Shift+Tab', 'Enter')
      await person.type('[] Send the deck @lind')
      await person.until(`document.querySelector('[role=option]')?.textContent.includes('Bo Lindqvist')`)
      await person.keys('Enter', 'Enter', 'Enter')
      await person.type('cut')
      await person.keys('Shift+Home', 'Control+x', 'Control+v', 'Control+v')
      await person.until(`document.querySelector('.ProseMirror').textContent.endsWith('cutcut')`)
      await person.says('Saved')
      await look('agenda')
      const markup = `fetch('/api/v1/note/${noteId}').then((answer) => answer.json()).then(({ note }) => note.content_native_markdown)`
      const rows = String(await person.until(`${markup}.then((text) => text.endsWith('cutcut') && text)`)).split('\n')
      assert.deepEqual(
        rows.slice(2).map((row) => row.replace(/\{.*\}|#\w+ /g, '')),
        ['- Say **it**', '  - twice', '::action-item[Send the deck&#32;]', 'cutcut'],
      )
      assert.match(rows[4]!, /assignees="u_bo"/)
    })

    test(`${name}: a note is shared with a person`, async () => {
      await goTo(`/note/${noteId}`)
      await person.press(/^Share$/)
      await person.enter(/^Share with/)
      await person.type('Mart')
      await person.press(/Zoë Martínez/)
      await person.press(/^Share$/)
      await person.says('zoe@acme.test')
      await person.press(/^Copy address$/)
      await person.says('Copied')
    })

    test(`${name}: a recap plays, moves to a moment, and its link is copied`, async () => {
      await goTo(`/recap/${recordingId}`)
      await person.press(/^Play$/)
      await person.until(`document.querySelector('video').currentTime > 0.5`)
      await person.press(/^Pause$/)
      await person.press(/^Go to 4:06$/)
      await person.until(`document.querySelector('video').currentTime > 246`)
      await person.press(/^Copy link to this moment$/)
      await person.until(`document.querySelector('[aria-label=Copied]') !== null`)
    })

    test(`${name}: a file that it cannot play can be saved`, async () => {
      const media = its.world.db.updateTable('recording_media').where('recording_id', '=', recordingId)
      const known = await its.world.db
        .selectFrom('recording_media')
        .select(['file', 'content_type', 'media_bytes'])
        .where('recording_id', '=', recordingId)
        .executeTakeFirstOrThrow()
      const bytes = Buffer.from('no media')
      const file = await its.world.base.media.write(
        (async function* () {
          yield bytes
        })(),
      )
      await media.set({ file, content_type: 'audio/x-ms-wma', media_bytes: bytes.length }).execute()
      // Firefox keeps what it has played by its link, which is the same as long as the clock stands.
      its.world.advance({ seconds: 1 })
      try {
        for (const path of [`/recap/${recordingId}`, '/guest#token=guest']) {
          await goTo('/notes')
          await goTo(path)
          await person.says('This browser cannot play this kind of file.')
          await person.until(`document.querySelector('a[download]') !== null`)
        }
      } finally {
        await media.set(known).execute()
      }
    })

    test(`${name}: a search finds what was said`, async () => {
      await goTo('/')
      await person.says('Recent meetings')
      await person.keys('/')
      await person.type('remote control')
      await person.keys('Enter')
      await person.isAt(/^\/search/)
      await person.until(`document.querySelector('mark') !== null`)
    })

    test(`${name}: an item is due on a chosen day`, async () => {
      await goTo('/items?whose=all')
      await person.press(/^New item$/)
      await person.enter(/^What needs to be done/)
      await person.type(`Made in ${name}`)
      // As a calendar of the browser sets it: each has its own keys for the parts of a day.
      await driver.evaluate(`(() => {
        const field = document.querySelector('[role=dialog] input[type=date]')
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '2026-12-24')
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })()`)
      await person.press(/^Save$/)
      await person.until(`document.querySelector('[role=dialog]') === null`)
      const items = its.world.db.selectFrom('action_items').select('due_date').where('text', '=', `Made in ${name}`)
      assert.deepEqual(await items.execute(), [{ due_date: '2026-12-24' }])
    })

    test(`${name}: a recording becomes a recap, and what cannot be recorded is said`, async () => {
      await goTo('/')
      await person.says('Recent meetings')
      await driver.evaluate('void delete window.MediaRecorder')
      await person.press(/^Record$/)
      await person.says('This browser cannot record here.')
      await goTo('/')
      await person.press(/^Record$/)
      await person.says('Tell everyone first')
      await look('record')
      await person.says(can.shareSound ? 'Also record the sound of a tab' : 'Only the microphone is recorded')
      await person.press(/^Start recording$/)
      await person.isAt(/^\/note\//)
      const bar = `document.querySelector('section[aria-label^="Recording of"]').textContent`
      await person.until(`/ ?0:(0[3-9]|[1-5])/.test(${bar})`)
      await person.press(/^Finish$/)
      await person.says('Everything has arrived')
      await its.world.settle()
      await person.says('The recap is ready.')
    })

    test(`${name}: settings: reminders without a push service, and passkeys`, async () => {
      await goTo('/account')
      await person.until(`navigator.serviceWorker.ready.then(() => true)`)
      await driver.evaluate(`void (Object.defineProperty(Notification, 'permission', { value: 'granted' }),
        Notification.requestPermission = async () => 'granted')`)
      await driver.evaluate(`void (globalThis.PushManager &&
        (PushManager.prototype.subscribe = () => Promise.reject(new DOMException('none', 'AbortError'))))`)
      await person.press(/^Remind me on this device/)
      await person.says('Only while the console is open')
      await person.says(can.passkeys ? 'Name of this passkey' : 'This browser has no passkeys.')
    })

    test(`${name}: a guest opens a link without an account`, async () => {
      await goTo('/guest#token=guest')
      await person.says('shares this with you')
      await person.until(`document.querySelector('video').readyState > 0`)
    })

    test(`${name}: no page is wider than the window`, async () => {
      const pages = { home: '/', note: `/note/${noteId}`, recap: `/recap/${recordingId}`, search: '/search?q=remote' }
      const others = { items: '/items', account: '/account', calendar: '/calendar', meetings: '/notes' }
      const found: string[] = []
      for (const { width, scheme } of looks) {
        await driver.resize(width, 844)
        await driver.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${scheme}')`)
        for (const [page, path] of Object.entries({ ...pages, ...others })) {
          await goTo(path)
          await person.until(
            `document.querySelector('h1') && document.querySelector('.mantine-Skeleton-root') === null`,
          )
          await look(`${page}-${width}-${scheme}`)
          const root = 'document.documentElement'
          if (await driver.evaluate(`${root}.scrollWidth > ${root}.clientWidth`)) found.push(`${page} ${width}`)
        }
      }
      assert.deepEqual(found, [])
    })
  })
}
