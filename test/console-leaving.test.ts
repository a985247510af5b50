/** Whoever signs out, or is signed out, leaves nothing in the browser that the next person sees, hears or deletes. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { tokenFor } from './support/browser.ts'
import { noBrowser, openBrowserWithSound } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn, signInBy } from './support/console-world.ts'
import { withoutFfmpeg } from './support/real-media.ts'
import { waitFor } from './support/waiting.ts'

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
    await page.goto('/')
    await page.getByRole('button', { name: 'Account of' }).waitFor()
  }
  const unfinished = async ({ request }: BrowserContext) =>
    (await (await request.get('/api/v1/recordings/upload/tus')).json()).data as unknown[]
  /** Everything that the browser's store has, as text. */
  const storedText = (page: Page) =>
    page.evaluate(`new Promise((resolve, reject) => {
      const request = indexedDB.open('minutebook.recordings')
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        const all = request.result.transaction(['recordings', 'pieces'])
        const rows = ['recordings', 'pieces'].map((name) => all.objectStore(name).getAll())
        all.oncomplete = () => {
          const bytes = rows.flatMap(({ result }) => result)
          const text = (row) => JSON.stringify(row) + new TextDecoder('latin1').decode(row.sealed)
          request.result.close()
          resolve(bytes.map(text).join(' '))
        }
      }
    })`) as Promise<string>

  test('signing out ends a recording, which arrives, and the next person finds nothing of it', async () => {
    const { page, context } = await openSignedIn(its, ada)
    await page.addInitScript(hearing)
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
    assert.equal(await storedText(page), '')

    await comeIn(page, bo)
    assert.equal(await bar(page).count(), 0)
    assert.equal(await page.getByText('Private talk').count(), 0)
    await comeIn((await context.newPage()) as Page, ada)
    assert.deepEqual(await unfinished(context), [])
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
    for (const each of [page, other]) {
      await each.goto('/uploads')
      await each.getByRole('heading', { level: 1, name: 'Uploads' }).waitFor()
      assert.equal(await bar(each).count(), 0)
    }
    const stored = await storedText(page)
    assert(stored.length > 4_000, `${stored.length}`)
    assert.doesNotMatch(stored, /Sealed talk|OggS|Opus/)

    await page.unroute('**/upload/tus')
    await chooseSignOut(page)
    await page.waitForURL('**/sign-in')
    await other.waitForURL('**/sign-in?return_to=%2Fuploads')
    await other.close()
    await comeIn(page, ada)
    await bar(page).getByText('cut off when the page was closed').waitFor()
    await bar(page).getByRole('button', { name: 'Finish' }).click()
    await bar(page).getByText('Everything has arrived').waitFor()
    await its.world.settle()
  })

  test('a session that ends elsewhere ends the recording; after a new sign-in it goes on', async () => {
    const { page } = await openSignedIn(its, ada, '/')
    await record(page, 'Ended elsewhere')
    await its.world.db.deleteFrom('sessions').execute()
    await page.waitForURL('**/sign-in?return_to=*')
    await comeIn(page, ada)
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
    await waitFor(() => hurried.evaluate<boolean>('window.isWaiting === true'))
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
    await record(page, 'Switched off')
    await page.close()
    const headers = { origin: its.origin }
    const data = { token: await tokenFor(its.world, bo) }
    assert.equal((await context.request.post('/api/v1/session', { data, headers })).status(), 201)
    const next = await context.newPage()
    await next.goto('/')
    await next.getByRole('heading', { level: 1 }).waitFor()
    await waitFor(async () => (await next.evaluate('document.readyState')) === 'complete')
    assert.equal(await bar(next).count(), 0)
    assert.equal(await next.getByText('Switched off').count(), 0)
  })
})
