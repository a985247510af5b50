/** Hands that are quicker than the page, keys that were meant for something else, small windows, and other scripts. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn, recordingId } from './support/console-world.ts'
import { isTrue } from './support/waiting.ts'

const ada = 'ada@acme.test'

suite('with a browser', { skip: noBrowser }, () => {
  let its: ConsoleWorld
  before(async () => {
    its = await openConsole({ STT_URL: 'http://127.0.0.1:9/', STT_KIND: 'openai' })
  })
  afterEach(() => its.closeTabs())
  after(() => its?.[Symbol.asyncDispose]())

  const hasFocus = (page: Page, selector: string) => isTrue(page, `document.activeElement.matches('${selector}')`)

  test('`r` and Enter record nobody: it takes the tick, or a press of the button', async () => {
    const { page } = await openSignedIn(its, ada)
    const notes = async () => (await its.world.db.selectFrom('notes').select('id').execute()).length
    const before = await notes()
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
    assert.equal(await notes(), before, 'what failed left no meeting behind')
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

  test('a page without a search has its keys for itself', async () => {
    const { page } = await its.openTab()
    await page.goto('/sign-in')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(`{
      window.taken = []
      window.addEventListener('keydown', ({ key, defaultPrevented }) => defaultPrevented && window.taken.push(key))
    }`)
    await page.keyboard.type('/a ')
    await page.keyboard.press('Backspace')
    assert.deepEqual(await page.evaluate('window.taken'), [])
  })

  test('Ctrl+K leads to a page, a meeting or a search by its name, from a field too', async () => {
    const { page } = await openSignedIn(its, ada, '/notes')
    const field = page.getByRole('combobox', { name: 'Pages, meetings, words' })
    const go = async (words: string, option = words) => {
      await page.getByRole('searchbox', { name: 'Search everything' }).focus()
      await page.keyboard.press('Control+k')
      await field.and(page.locator(':focus')).waitFor()
      await page.keyboard.type(words)
      await page.getByRole('option', { name: option }).and(page.locator('[aria-selected=true]')).waitFor()
      await page.keyboard.press('Enter')
      await field.waitFor({ state: 'detached' })
    }
    await go('Uploads')
    await page.waitForURL('**/uploads')
    await go('launch review', 'Remote control: launch review')
    await page.getByRole('heading', { level: 1, name: 'Remote control: launch review' }).waitFor()
    await go('zebra')
    await page.waitForURL('**/search?q=zebra')
  })

  test('Ctrl+K and ? open nothing over a dialog; Enter takes first what an input method offers', async () => {
    const { page } = await openSignedIn(its, ada, '/notes')
    await page.locator('[data-meeting]').first().waitFor()
    await page.keyboard.press('?')
    const dialogs = page.getByRole('dialog')
    await dialogs.waitFor()
    await page.keyboard.press('Control+k')
    // Also when nothing has the focus.
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await dialogs.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Pages, meetings, words' })
    await field.fill('Uploads')
    await page.getByRole('option', { name: 'Uploads', exact: false }).first().waitFor()
    await field.evaluate(`(field) => field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))`)
    await field.press('ArrowDown')
    assert.equal(new URL(page.url()).pathname, '/notes')
    await field.press('?')
    assert.equal(await dialogs.count(), 1)
  })

  test('where no model answers, nothing offers to ask, and a question is searched', async () => {
    const { page } = await openSignedIn(its, ada, '/notes')
    const field = page.getByRole('searchbox', { name: 'Search everything' })
    await field.fill('what did we decide about the case?')
    await field.press('Enter')
    // Enter leads to the first hit.
    await hasFocus(page, '[data-row]')
    assert.equal(new URL(page.url()).searchParams.get('ask'), null)
    assert.equal(await page.getByText(/^(Ask|Answer this)$/).count(), 0)
    await page.goto(`/recap/${recordingId}`)
    await page.getByText('Talk time').waitFor()
    await isTrue(page, 'performance.getEntriesByName(location.origin + "/api/v1/engines").length > 0')
    assert.equal(await page.getByText(/^Ask$/).count(), 0)
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
      await isTrue(page, 'document.activeElement !== document.body')
      const focused = await page.evaluate(
        'document.activeElement.getAttribute(`aria-label`) ?? document.activeElement.textContent',
      )
      assert.equal(focused, name)
    }
  })

  test('buttons of one name are told apart, by a click that gives no focus and by Escape on a button of the form', async () => {
    const { page } = await openSignedIn(its, ada, `/recap/${recordingId}`)
    const rename = page.getByRole('button', { name: 'Rename', exact: true })
    await rename.waitFor()
    await page.evaluate(`{
      const pressed = document.querySelector('main button[aria-label=Rename]')
      const other = document.createElement('button')
      other.setAttribute('aria-label', 'Rename')
      document.querySelector('main').prepend(other)
      // As Safari does.
      pressed.addEventListener('mousedown', (event) => event.preventDefault())
    }`)
    await rename.nth(1).click()
    await page.getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('Escape')
    await rename.nth(1).waitFor()
    await rename.nth(1).and(page.locator(':focus')).waitFor()
  })

  test('all items of a recap are shown, and the focus stays', async () => {
    const { page } = await openSignedIn(its, ada)
    await page.route('**/api/v1/action_items', async (route) => {
      const answer = await route.fetch()
      const list = await answer.json()
      const item = list.data[0]
      if (item) list.data = [1, 2, 3, 4, 5, 6].map((n) => ({ ...item, id: `${item.id}_${n}`, status: 'Incomplete' }))
      await route.fulfill({ response: answer, json: list })
    })
    await page.goto(`/recap/${recordingId}`)
    const items = page.locator('main').getByRole('checkbox')
    const all = page.getByRole('button', { name: 'All 6 items' })
    await all.press('Enter')
    await items.nth(5).waitFor()
    const fewer = page.getByRole('button', { name: 'Show less' })
    await fewer.and(page.locator(':focus')).press('Enter')
    await all.and(page.locator(':focus')).waitFor()
    assert.equal(await items.count(), 3)
  })

  test('a note fits a window of 360 px, also for a finger', async () => {
    for (const options of [{}, { hasTouch: true, isMobile: true }]) {
      const viewport = { width: 360, height: 740 }
      const { page } = await openSignedIn(its, ada, '/note/n_remote_review', { viewport, ...options })
      await page.getByRole('toolbar').waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
      // The kind of the line has a long name.
      await page.goto('/note/n_remote_1')
      await page.locator('[contenteditable] [data-kind=talking_point]').first().click()
      await page.getByRole('button', { name: 'Kind of line: Talking point' }).waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    }
  })

  test('at 200 % the notes of a recap are there, and the player covers none of them', async () => {
    const viewport = { width: 720, height: 450 }
    const { page } = await openSignedIn(its, ada, `/recap/${recordingId}`, { viewport })
    await page.getByRole('heading', { name: 'Notes', exact: true, level: 2 }).waitFor()
    await page.getByRole('region', { name: 'Player' }).waitFor()
    // Wherever one scrolls to: each heading at the top, and at the bottom of the window.
    const covered = await page.evaluate(`[...document.querySelectorAll('main h2, main h3')].flatMap((heading) =>
      ['start', 'end'].map((block) => {
        heading.style.scrollMarginTop = getComputedStyle(document.querySelector('header')).height
        heading.scrollIntoView({ block, behavior: 'instant' })
        const { x, y, height } = heading.getBoundingClientRect()
        return heading.contains(document.elementFromPoint(x + 4, y + height / 2)) ? [] : [heading.textContent + ' ' + block]
      }).flat())`)
    assert.deepEqual(covered, [])
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
    const go = Promise.withResolvers<void>()
    await page.route('**/api/v1/users*', async (route) => {
      await go.promise
      await route.continue()
    })
    await page.goto('/notes')
    await page.locator('[data-meeting]').first().waitFor()
    const rows = page.locator('main')
    assert.doesNotMatch((await rows.textContent())!, /@acme\.test|Bo Lindqvist/)
    go.resolve()
    await rows.getByText('Bo Lindqvist').first().waitFor()
    const lengths = await page.locator('li [class*=length]').allTextContents()
    assert(lengths.includes('1 h') && lengths.includes('30 min'), `${lengths}`)
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

    await its.world.db.updateTable('workspaces').set({ outside_links: true }).execute()
    const data = { expires_in: 86_400, parts: ['notes'] }
    const made = await page.request.post(`/api/v1/note/${note}/link`, { data, headers: { origin: its.origin } })
    const { pathname, hash } = new URL((await made.json()).link.url)
    await page.goto(pathname + hash)
    await page.getByRole('heading', { level: 1, name: text }).waitFor()
    assert.equal(await directionOf('h1'), 'rtl')
  })
})
