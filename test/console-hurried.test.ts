/** Hands that are quicker than the page, keys that were meant for something else, small windows, and other scripts. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn, recordingId } from './support/console-world.ts'
import { waitFor } from './support/waiting.ts'

const ada = 'ada@acme.test'

suite('with a browser', { skip: noBrowser }, () => {
  let its: ConsoleWorld
  before(async () => {
    its = await openConsole({ STT_URL: 'http://127.0.0.1:9/', STT_KIND: 'openai' })
  })
  afterEach(() => its.closeTabs())
  after(() => its?.[Symbol.asyncDispose]())

  const hasFocus = (page: Page, selector: string) =>
    waitFor(async () => (await page.evaluate(`document.activeElement.matches('${selector}')`)) === true)

  test('`r` and Enter record nobody: it takes the tick, or a press of the button', async () => {
    const { page } = await openSignedIn(its, ada)
    await page.addInitScript(`navigator.mediaDevices.getUserMedia = async () => {
      window.wasAsked = true
      throw new DOMException('', 'NotFoundError')
    }`)
    await page.goto('/')
    await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
    await page.keyboard.press('r')
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await hasFocus(page, '[data-autofocus]')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('window.wasAsked'), undefined)
    await page.getByRole('checkbox', { name: 'I have told everyone' }).check()
    await page.getByRole('textbox', { name: 'Title' }).press('Enter')
    await page.getByText('No microphone was found.').waitFor()
    // What failed left no meeting behind.
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.goto('/notes')
    await page.locator('[data-meeting]').first().waitFor()
    assert.equal(await page.getByText('Meeting on').count(), 0)
  })

  test('`/` and the words after it are not lost while the page loads, on any keyboard', async () => {
    const { page } = await openSignedIn(its, ada)
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/api/v1/session', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/v1/session')
    await page.goto('/', { waitUntil: 'commit' })
    await asked
    await page.keyboard.type('/banana')
    goOn()
    const field = page.getByRole('searchbox', { name: 'Search' })
    await hasFocus(page, '[data-search-field]')
    await page.waitForURL('**/search?q=banana')
    assert.equal(await field.inputValue(), 'banana')
    await field.blur()
    // As on a German keyboard.
    await page.evaluate(
      `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', shiftKey: true, bubbles: true }))`,
    )
    await hasFocus(page, '[data-search-field]')
  })

  test('Ctrl+K leads to a page, a meeting or a search by its name, from a field too', async () => {
    const { page } = await openSignedIn(its, ada, '/notes')
    const field = page.getByRole('combobox', { name: 'Pages, meetings, words' })
    const go = async (words: string) => {
      await page.getByRole('searchbox', { name: 'Search everything' }).focus()
      await page.keyboard.press('Control+k')
      await field.fill(words)
      await page.getByRole('option', { name: words }).first().waitFor()
      await page.keyboard.press('Enter')
      await field.waitFor({ state: 'detached' })
    }
    await go('Uploads')
    await page.waitForURL('**/uploads')
    await go('launch review')
    await page.getByRole('heading', { level: 1, name: 'Remote control: launch review' }).waitFor()
    await go('zebra')
    await page.waitForURL('**/search?q=zebra')
  })

  test('a question in the search is asked without its mark; other words are searched', async () => {
    const { page } = await openSignedIn(its, ada, '/notes')
    const field = page.getByRole('searchbox', { name: 'Search everything' })
    await field.fill('what did we decide about the case')
    await field.press('Enter')
    await page.waitForURL(/ask=yes/)
    await field.fill('what remains')
    await field.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === 'what remains' && !url.searchParams.has('ask'))
  })

  test('who owes what stands above the fold of a recap, and the decisions before the summary', async () => {
    for (const [width, height] of [
      [1_440, 900],
      [390, 844],
    ]) {
      const viewport = { width: width!, height: height! }
      const { page } = await openSignedIn(its, ada, undefined, { viewport })
      await page.route(`**/api/v1/recording/${recordingId}`, async (route) => {
        const answer = await route.fetch()
        const { recording } = await answer.json()
        const decisions = { title: 'Decisions', content: null, items: [{ text: 'It is yellow.', timestamp: 60 }] }
        recording.ai_notes.sections = [...recording.ai_notes.sections, decisions]
        await route.fulfill({ response: answer, json: { recording } })
      })
      await page.goto(`/recap/${recordingId}`)
      const top = (await page.getByRole('region', { name: 'Player' }).boundingBox())!.y
      for (const text of ['Find out what requirements a user has', 'It is yellow.']) {
        const box = (await page.locator('main').getByText(text, { exact: true }).boundingBox())!
        assert(box.y > 0 && box.y + box.height <= top, `${width}: ${text} at ${box.y}, the player at ${top}`)
      }
    }
  })

  test('a form that closes gives the focus back to the button that opened it', async () => {
    const { page } = await openSignedIn(its, ada, `/recap/${recordingId}`)
    for (const name of ['Rename', 'Edit the notes']) {
      const button = page.locator('main').getByRole('button', { name, exact: true })
      await button.focus()
      await button.press('Enter')
      await button.waitFor({ state: 'detached' })
      await hasFocus(page, 'input, textarea')
      await page.keyboard.press('Escape')
      await button.waitFor()
      await waitFor(async () => (await page.evaluate('document.activeElement !== document.body')) === true)
      const focused = await page.evaluate(
        'document.activeElement.getAttribute(`aria-label`) ?? document.activeElement.textContent',
      )
      assert.equal(focused, name)
    }
  })

  test('a note fits a window of 360 px, also for a finger', async () => {
    for (const options of [{}, { hasTouch: true, isMobile: true }]) {
      const viewport = { width: 360, height: 740 }
      const { page } = await openSignedIn(its, ada, '/note/n_remote_review', { viewport, ...options })
      await page.getByRole('toolbar').waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    }
  })

  test('at 200 % the notes of a recap are there, and the player covers none of them', async () => {
    const viewport = { width: 720, height: 450 }
    const { page } = await openSignedIn(its, ada, `/recap/${recordingId}`, { viewport })
    const notes = page.getByRole('heading', { name: 'Notes', exact: true, level: 2 })
    await notes.scrollIntoViewIfNeeded()
    const box = (await notes.boundingBox())!
    assert(box.y >= 0 && box.y < 450, JSON.stringify(box))
    const on = await page.evaluate(`document.elementFromPoint(${box.x + 4}, ${box.y + 4}).textContent`)
    assert.equal(on, 'Notes')
  })

  test('a wrong address is a page that leads on; a program still gets JSON', async () => {
    const { page } = await openSignedIn(its, ada)
    const answer = await page.goto('/nowhere/here')
    assert.equal(answer!.status(), 404)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: 'To the meetings' }).click()
    await page.waitForURL('**/notes')
    for (const path of ['/nowhere/here', '/api/v1/nowhere']) {
      const { status, body } = await its.world.request('GET', path)
      assert.equal(status, 404, path)
      assert.equal(body.message, 'Path not found')
    }
  })

  test('names come before addresses; a length is what people say', async () => {
    const { page } = await openSignedIn(its, ada)
    await page.route('**/api/v1/users*', () => {})
    await page.goto('/notes')
    await page.locator('[data-meeting]').first().waitFor()
    assert.doesNotMatch((await page.locator('main').textContent())!, /@acme\.test/)
  })

  test('what people write stands by its own direction, on the pages and for guests', async () => {
    const { page } = await openSignedIn(its, ada, '/')
    const text = 'שלום, פגישה ב-Acme'
    const note =
      await page.evaluate(`fetch('/api/v1/note', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: '${text}' }) }).then((answer) => answer.json()).then(({ note }) => note.id)`)
    await page.goto(`/note/${note}`)
    const line = page.getByRole('textbox', { name: 'Agenda' })
    await line.click()
    await page.keyboard.type(text)
    const directionOf = (selector: string) =>
      page.evaluate(
        `getComputedStyle([...document.querySelectorAll('${selector}')].find((each) => each.textContent.includes('שלום'))).direction`,
      )
    assert.equal(await directionOf('h1'), 'rtl')
    assert.equal(await directionOf('.ProseMirror > *'), 'rtl')
    await page.goto('/notes')
    await page.locator('[data-meeting]').first().waitFor()
    assert.equal(await directionOf('[data-meeting]'), 'rtl')
  })
})
