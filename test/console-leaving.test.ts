/** Whoever signs out, or is signed out, leaves nothing in the browser that the next person sees, hears or deletes. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { tokenFor } from './support/browser.ts'
import { everythingStored, recordingsStored } from './support/browser-stores.ts'
import { noBrowser, openBrowserWithSound } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn, signInBy } from './support/console-world.ts'
import { textOf } from './support/note-page.ts'
import { withoutFfmpeg } from './support/real-media.ts'
import { isTrue, waitFor } from './support/waiting.ts'

const [ada, bo] = ['ada@acme.test', 'bo@acme.test']

suite('with a browser and ffmpeg', { skip: noBrowser || withoutFfmpeg }, () => {
  let its: ConsoleWorld
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minutebook-leaving-'))
    const wav = join(folder, 'tone.wav')
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=5', wav])
    its = await openConsole({ STT_URL: 'http://127.0.0.1:9/', STT_KIND: 'openai' }, 0, () => openBrowserWithSound(wav))
  })
  afterEach(() => its.closeTabs())
  after(async () => {
    await its?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const bar = (page: Page) => page.getByRole('region', { name: 'Recording of' })
  /** Whether the microphone of the page is in use; the tracks are noted by a script of the page. */
  const hearing = `{
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    window.tracks = []
    navigator.mediaDevices.getUserMedia = async (options) => {
      const stream = await ask(options)
      window.tracks.push(...stream.getTracks())
      return stream
    }
  }`
  async function record(page: Page, title: string) {
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page.waitForURL(/\/note\//)
    await bar(page)
      .getByText(/\d:(?!00)\d\d/)
      .waitFor()
  }
  const chooseSignOut = async (page: Page) => {
    await page.getByRole('button', { name: 'Account of' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  async function comeIn(page: Page, email: string) {
    await signInBy(page, await its.linkFor(email))
    // Who was signed out while they wrote is led there first.
    await page.getByRole('button', { name: 'Account of' }).waitFor()
    await page.goto('/')
    await page.getByRole('button', { name: 'Account of' }).waitFor()
  }
  const unfinished = async ({ request }: BrowserContext) =>
    (await (await request.get('/api/v1/recordings/upload/tus')).json()).data as unknown[]
  /** Titles of the uploads of the browser's person, whatever became of them. */
  const uploaded = async ({ request }: BrowserContext) => {
    const answer = await request.post('/api/v1/recordings/upload/list', { data: {}, headers: { origin: its.origin } })
    return ((await answer.json()).uploads.data as { title: string }[]).map(({ title }) => title)
  }
  /** Also for a page that is told of recordings in the store only after it is there. */
  async function showsNoBar(page: Page) {
    await page.getByRole('button', { name: 'Account of' }).waitFor()
    const loads = `performance.getEntriesByType('resource').some(({ name }) => name.includes('record-bars'))`
    if ((await recordingsStored(page)) !== '') await isTrue(page, loads)
    await isAllRead(page)
    assert.equal(await bar(page).count(), 0)
  }
  /** Whatever the page began to read of its stores before has been read, and what waited for a lock has it. */
  const isAllRead = async (page: Page) => {
    await recordingsStored(page)
    await waitFor(async () => (await heldLocks(page)).length === 0)
    await recordingsStored(page)
  }
  const heldLocks = (page: Page) =>
    page.evaluate<string[]>(`navigator.locks.query().then(({ held, pending }) =>
      [...held, ...pending].map(({ name }) => name).filter((name) => name.startsWith('minutebook.')))`)
  /** Somebody else signs in, and no page of the browser hears of it. */
  async function becomes(context: BrowserContext, email: string) {
    const data = { token: await tokenFor(its.world, email) }
    const answer = await context.request.post('/api/v1/session', { data, headers: { origin: its.origin } })
    assert.equal(answer.status(), 201)
  }
  /** The words of Ada that must be in no store of the browser after her. */
  const hers = /Private|Secret|Sealed|u_ada|ada@acme|Moreau|OggS|Opus/

  test('signing out ends a recording, which arrives, and the next person finds nothing of it', async () => {
    const { page, context } = await openSignedIn(its, ada)
    await page.addInitScript(hearing)
    await page.goto('/search?q=Secret+plan')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto('/')
    await record(page, 'Private talk')
    await chooseSignOut(page)
    const dialog = page.getByRole('dialog', { name: 'Sign out now?' })
    await dialog.getByText('Signing out ends the recording').waitFor()
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    // The page is another one, so its microphone is off, and the ways in are there.
    assert.equal(await page.evaluate('window.tracks.length'), 0)
    await page.getByText('Use an API key instead').waitFor()
    assert.equal(await recordingsStored(page), '')
    assert.doesNotMatch(await everythingStored(page), hers)

    await comeIn(page, bo)
    await showsNoBar(page)
    assert.equal(await page.getByText('Private talk').count(), 0)
    assert.doesNotMatch(await everythingStored(page), hers)
    await comeIn((await context.newPage()) as Page, ada)
    assert.deepEqual(await unfinished(context), [])
    assert((await uploaded(context)).includes('Private talk'))
    await its.world.settle()
  })

  test('what could not be sent stays sealed for its person, also when somebody else signs in in another tab', async () => {
    const { page, context } = await openSignedIn(its, ada, '/')
    await page.route('**/upload/tus', (route) => route.abort())
    await record(page, 'Sealed talk')
    await bar(page).getByText('No connection').waitFor()

    const other = await context.newPage()
    await comeIn(other, bo)
    // The first tab is Bo's now: it was loaded anew by itself.
    await page.getByRole('button', { name: 'Account of' }).getByText('Bo Lindqvist').waitFor()
    assert.equal(new URL(page.url()).pathname, '/')
    for (const each of [page, other]) {
      await each.goto('/uploads')
      await each.getByRole('heading', { level: 1, name: 'Uploads' }).waitFor()
      await showsNoBar(each)
      assert.doesNotMatch(await everythingStored(each), hers)
    }
    const stored = await recordingsStored(page)
    assert(stored.length > 4_000, `${stored.length}`)

    await page.unroute('**/upload/tus')
    await chooseSignOut(page)
    await page.waitForURL('**/sign-in')
    await other.waitForURL('**/sign-in?return_to=%2F')
    await other.close()
    await comeIn(page, ada)
    await bar(page).getByText('cut off when the page was closed').waitFor()
    await bar(page).getByRole('button', { name: 'Finish' }).click()
    await bar(page).getByText('Everything has arrived').waitFor()
    await its.world.settle()
  })

  test('a session that ends elsewhere ends the recording and keeps the last words; both go on after a new sign-in', async () => {
    const { page } = await openSignedIn(its, ada, '/')
    await record(page, 'Secret end')
    const note = page.url()
    await page.route('**/api/v1/note/*/agenda', (route) => route.abort())
    await textOf(page).click()
    await page.keyboard.type('Secret words')
    await textOf(page).getByText('Secret words').waitFor()
    await its.world.db.deleteFrom('sessions').execute()
    await page.waitForURL('**/sign-in')
    assert.doesNotMatch(await everythingStored(page), hers)
    await comeIn(page, bo)
    await showsNoBar(page)
    assert.doesNotMatch(await everythingStored(page), hers)

    await page.unroute('**/api/v1/note/*/agenda')
    await signInBy(page, await its.linkFor(ada))
    // Where she was.
    await page.waitForURL(note)
    await textOf(page).getByText('Secret words').waitFor()
    await bar(page).getByRole('button', { name: 'Go on' }).click()
    await bar(page).getByText('Recording.', { exact: true }).waitFor()
    await bar(page).getByRole('button', { name: 'Finish' }).click()
    await bar(page).getByText('Everything has arrived').waitFor()
    await its.world.settle()
  })

  test('a page that is left while it takes what a closed tab has left leaves it to the next page', async () => {
    const { page, context } = await openSignedIn(its, ada, '/')
    await page.route('**/upload/tus', (route) => route.abort())
    await record(page, 'Left twice')
    await page.close()
    const hurried = await context.newPage()
    await hurried.addInitScript(`navigator.locks.request = () => new Promise(() => { window.isWaiting = true })`)
    await hurried.goto('/')
    await isTrue(hurried, 'window.isWaiting === true')
    await hurried.close()
    const next = await context.newPage()
    await next.goto('/')
    await bar(next).getByText('cut off when the page was closed').waitFor()
    await bar(next).getByRole('button', { name: 'Finish' }).click()
    await bar(next).getByText('Everything has arrived').waitFor()
    await its.world.settle()
  })

  test('a browser that was closed meanwhile asks who is there before it shows anything', async () => {
    const { page, context } = await openSignedIn(its, ada, '/')
    await page.route('**/upload/tus', (route) => route.abort())
    await record(page, 'Private, switched off')
    await page.close()
    await becomes(context, bo)
    const next = await context.newPage()
    await next.goto('/')
    await next.getByRole('heading', { level: 1 }).waitFor()
    await showsNoBar(next)
    assert.equal(await next.getByText('Private, switched off').count(), 0)
  })

  test('nothing is sent in a session of somebody else, also before any page has heard of them', async () => {
    const { page, context } = await openSignedIn(its, ada, '/uploads')
    await page.route('**/upload/tus', (route) => route.abort())
    const file = { name: 'Private_file.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(1_000) }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('link', { name: 'Home' }).click()
    await record(page, 'Private sound')
    await bar(page).getByText('No connection').waitFor()

    // From here on the tab hears nothing but what its uploads are answered.
    await page.route('**/api/v1/changes*', () => {})
    await becomes(context, bo)
    await page.unroute('**/upload/tus')
    await page.getByRole('button', { name: 'Account of' }).getByText('Bo Lindqvist').waitFor()
    await showsNoBar(page)
    assert.deepEqual(await unfinished(context), [])
    assert.doesNotMatch((await uploaded(context)).join(), /Private/)
    await page.unroute('**/api/v1/changes*')
    await comeIn(page, ada)
    await bar(page).getByRole('button', { name: 'Finish' }).click()
    await bar(page).getByText('Everything has arrived').waitFor()
    await its.world.settle()
  })

  test('what the browser has no room for is offered as a file before signing out, which would lose it', async () => {
    const { page } = await openSignedIn(its, ada)
    await page.addInitScript(`{
      const put = IDBObjectStore.prototype.put
      IDBObjectStore.prototype.put = function (...given) {
        if (window.isFull) throw new DOMException('There is no room', 'QuotaExceededError')
        return put.apply(this, given)
      }
    }`)
    await page.goto('/')
    await page.route('**/upload/tus', (route) => route.abort())
    await record(page, 'Private, without room')
    await page.evaluate('window.isFull = true')
    await bar(page).getByText('This browser has no room left').waitFor()
    await chooseSignOut(page)
    const dialog = page.getByRole('dialog', { name: 'Sign out now?' })
    await dialog.getByText('what has not arrived by then is lost').waitFor()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save as a file' }).click()
    const saved = await saving
    assert.equal(saved.suggestedFilename(), 'Private, without room.ogg')
    const probe = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', await saved.path()]
    assert(Number((await promisify(execFile)('ffprobe', probe)).stdout) >= 1)
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    assert.doesNotMatch(await everythingStored(page), hers)
  })

  test('what is kept outlives a change of SECRET_KEY; what does not open now stays until it does', async () => {
    const { page, context } = await openSignedIn(its, ada, '/')
    await page.route('**/upload/tus', (route) => route.abort())
    await record(page, 'Before the change')
    await page.close()
    const next = await context.newPage()
    const { secretKey } = its.world.base
    const { current, old } = secretKey
    const kept = async () => (await recordingsStored(next)).length
    try {
      Object.assign(secretKey, { current: randomBytes(32), old: [] })
      await next.goto('/')
      await showsNoBar(next)
      assert((await kept()) > 4_000)
      secretKey.old = [current]
      // What arrives is noted in the row.
      await next.route('**/upload/tus', (route) => route.abort())
      await next.reload()
      await bar(next).getByText('cut off when the page was closed').waitFor()

      // It was sealed anew, so that the old key may go.
      secretKey.old = []
      await next.reload()
      await bar(next).getByText('cut off when the page was closed').waitFor()

      // A row that is damaged holds up nothing, and stays too.
      const flip = `new Promise((resolve, reject) => {
        const request = indexedDB.open('minutebook.recordings')
        request.onsuccess = () => {
          const all = request.result.transaction('recordings', 'readwrite')
          const rows = all.objectStore('recordings')
          rows.getAll().onsuccess = ({ target }) => target.result.forEach((row) => { row.sealed[20] ^= 1; rows.put(row) })
          all.oncomplete = () => { request.result.close(); resolve() }
          all.onerror = reject
        }
      })`
      await next.evaluate(flip)
      await next.reload()
      await showsNoBar(next)
      await next.evaluate(flip)
      await next.unroute('**/upload/tus')
      await next.reload()
      await bar(next).getByRole('button', { name: 'Finish' }).click()
      await bar(next).getByText('Everything has arrived').waitFor()
      await waitFor(async () => (await kept()) === 0)
    } finally {
      Object.assign(secretKey, { current, old })
    }
    await its.world.settle()
  })

  test('a recording that is just beginning ends too', async () => {
    const { page, context } = await openSignedIn(its, ada)
    await page.addInitScript(`{
      const stop = MediaStreamTrack.prototype.stop
      MediaStreamTrack.prototype.stop = function () {
        localStorage.setItem('stopped', Number(localStorage.getItem('stopped')) + 1)
        stop.call(this)
      }
      MediaRecorder.prototype.start = () => { window.hasBegun = true }
    }`)
    await page.goto('/')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('button', { name: 'Start recording' }).click()
    await isTrue(page, 'window.hasBegun === true')
    assert.equal(await page.evaluate(`localStorage.getItem('stopped')`), null)
    await comeIn((await context.newPage()) as Page, bo)
    await page.getByRole('button', { name: 'Account of' }).getByText('Bo Lindqvist').waitFor()
    assert(Number(await page.evaluate(`localStorage.getItem('stopped')`)) >= 1)
    await showsNoBar(page)
  })

  test('what was begun on behalf of somebody stays in sight of who began it, and is sent on their behalf', async () => {
    const { page, context } = await openSignedIn(its, ada)
    const headers = { origin: its.origin }
    assert((await context.request.post('/api/v1/session/elevate', { headers })).ok())
    await page.goto('/')
    const { id } = await its.world.db.selectFrom('users').select('id').where('email', '=', bo).executeTakeFirstOrThrow()
    const acting = JSON.stringify({ id, email: bo, full_name: 'Bo Lindqvist' })
    await page.evaluate(`sessionStorage.setItem('minutebook.on_behalf_of', '${acting}')`)
    await page.reload()
    await page.getByText('Acting as Bo Lindqvist').waitFor()
    await page.route('**/upload/tus', (route) => route.abort())
    await record(page, 'For Bo')
    await page.close()
    const own = await context.newPage()
    await own.goto('/')
    await bar(own).getByText('Recorded on behalf of Bo Lindqvist.').waitFor()
    await bar(own).getByRole('button', { name: 'Finish' }).click()
    await bar(own).getByText('Everything has arrived').waitFor()
    await its.world.settle()
    const other = await openSignedIn(its, bo)
    assert((await uploaded(other.context)).includes('For Bo'))
  })
})
