/** A note in a real browser, against the real service: writing its agenda, alone and at once with somebody else. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, endSessionsAt, openAdmin, openConsole, openSignedIn } from './support/console-world.ts'
import * as note from './support/note-page.ts'
import { held, marker, saved, savedAfter, textOf } from './support/note-page.ts'
import { isTrue, waitFor } from './support/waiting.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser
const [ada, bo] = ['ada@acme.test', 'bo@acme.test']
const tabOf = (email: string, path: string, options?: { isLive: boolean }) => note.tabOf(its, email, path, options)
/** A note of Ada's own, with this agenda, which Bo may edit too. */
const newNote = (page: Page, ...rows: string[]) => note.newNote(its, page, rows, [bo])

test('a note is begun by a key, with a title and a person who may edit it', { skip }, async () => {
  const { page } = await tabOf(ada, '/notes')
  await page.getByRole('heading', { level: 1, name: 'Meetings' }).waitFor()
  await page.getByRole('button', { name: 'New note' }).waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New note' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('  Offsite ')
  await dialog.getByRole('combobox', { name: 'With' }).fill('Bo')
  await page.getByRole('option', { name: /Bo Lindqvist/ }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Create note' }).click()
  await textOf(page).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  assert.equal((await held(page, id)).title, 'Offsite')
  const { shares } = await (await page.request.get(`/api/v1/note/${id}/sharing`)).json()
  assert.deepEqual(
    shares.map((share: { user: { email: string }; can_edit: boolean }) => [share.user.email, share.can_edit]),
    [[bo, true]],
  )
  await page.goto('/')
  await page.getByRole('link', { name: 'Offsite' }).first().waitFor()
})

test('a note with a day is a meeting of the people in it, and stands among the next ones', { skip }, async () => {
  const { page } = await tabOf(ada, '/notes')
  await page.getByRole('button', { name: 'New note' }).click()
  const dialog = page.getByRole('dialog', { name: 'New note' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Prices; chairs')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('When (optional)').fill(`${tomorrow}T09:30`)
  await dialog.getByRole('combobox', { name: 'With' }).fill('Bo')
  await page.getByRole('option', { name: /Bo Lindqvist/ }).click()
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Create note' }).click()
  await textOf(page).waitFor()
  const address = page.url()
  const { note: made } = await (await page.request.get(`/api/v1${new URL(address).pathname}`)).json()
  assert.equal(made.title, 'Prices; chairs')
  assert.equal(made.event_start, await page.evaluate(`new Date('${tomorrow}T09:30').toISOString()`))
  assert.deepEqual(made.event_attendees.sort(), [ada, bo])

  const other = await tabOf(bo, '/')
  await other.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await other.page.keyboard.press('n')
  const next = other.page.getByRole('dialog', { name: 'New note' })
  await next.getByRole('link', { name: /^Prices; chairs/ }).click()
  await other.page.waitForURL(address)
  await textOf(other.page).waitFor()
  await next.waitFor({ state: 'hidden' })
})

test('a day that no calendar may have is refused, and what was written stays', { skip }, async () => {
  const { page } = await tabOf(ada, '/notes')
  await page.getByRole('button', { name: 'New note' }).click()
  const dialog = page.getByRole('dialog', { name: 'New note' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Far away')
  await dialog.getByLabel('When (optional)').fill('2099-01-05T09:30')
  await dialog.getByRole('button', { name: 'Create note' }).click()
  await dialog.getByText('This day is too far away').waitFor()
  assert.equal(await dialog.getByRole('textbox', { name: 'Title' }).inputValue(), 'Far away')
})

test('an agenda is written by keyboard alone, is saved by itself, and is stored in the service', { skip }, async () => {
  const { page, complaints } = await tabOf(ada, '/sign-in')
  const id = await newNote(page)
  await page.goto(`/note/${id}`)
  await textOf(page).focus()
  await page.keyboard.type('# Goals')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Plain <b>text</b>')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- First')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nested')
  for (let times = 0; times < 3; times++) await page.keyboard.press('Enter')
  await page.keyboard.type('> Pricing')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('[] Send the deck')
  await page.keyboard.press('Alt+Enter')
  await page.getByRole('combobox', { name: 'People' }).waitFor()
  await page.keyboard.type('Lindq')
  await page.getByRole('option', { name: /Bo Lindqvist/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Done', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Bo Lindqvist/ }).waitFor()
  await page.keyboard.press('Control+Enter')
  await saved(page)
  const { markup } = await held(page, id)
  const ids = [...markup.matchAll(/#((?:tp|ai)_\w+)/g)].map(([, found]) => found)
  const rows = ['# Goals', 'Plain <b>text</b>', '- First', '  - Nested']
  const item = `::action-item[Send the deck]{#${ids[1]} assignees="u_bo" status=Done}`
  assert.equal(markup, marker + [...rows, `::talking-point[Pricing]{#${ids[0]}}`, item].join('\n'))

  await page.keyboard.press('Escape')
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'P', 'Escape leaves the text')
  // What was saved meanwhile got its ids in the editor too: writing on makes no new items.
  await savedAfter(page, () => page.getByRole('checkbox', { name: 'Done: Send the deck' }).click())
  const { markup: after } = await held(page, id)
  assert.equal(after, markup.replace(' status=Done', ''))
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )
})

test('links of an agenda are shown as links, lead only to web addresses, and are text at the cursor', {
  skip,
}, async () => {
  const { page } = await tabOf(ada, '/sign-in')
  const rows = [
    'Read [the plan](http://127.0.0.1:9/plan) and https://acme.test/x.',
    '[No](javascript:alert(1))',
    'Last',
  ]
  const id = await newNote(page, ...rows)
  await page.goto(`/note/${id}`)
  const link = textOf(page).getByRole('link', { name: 'the plan' })
  await link.waitFor()
  assert.deepEqual(
    await textOf(page)
      .getByRole('link')
      .evaluateAll((links: { href: string }[]) => links.map(({ href }) => href)),
    ['http://127.0.0.1:9/plan', 'https://acme.test/x'],
  )
  assert.equal(await textOf(page).getByText('(http').isVisible(), false)
  const opened = page.context().waitForEvent('page')
  await link.click()
  const tab = await opened
  await tab.close()
  // The cursor in the line's start, and then in the link.
  await textOf(page)
    .getByText('Read')
    .click({ position: { x: 2, y: 4 } })
  await page.keyboard.press('Home')
  for (let times = 0; times < 6; times++) await page.keyboard.press('ArrowRight')
  await link.waitFor({ state: 'detached' })
  await textOf(page).getByText('Last').click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await link.waitFor()
  await page.keyboard.press('Control+Enter')
  await saved(page)
  assert.equal((await held(page, id)).markup, marker + [...rows.slice(0, 2), 'Last!'].join('\n'))
})

test('text typed right after the keys for an item’s details goes into the details', { skip }, async () => {
  const { page } = await tabOf(ada, '/sign-in')
  await page.goto(`/note/${await newNote(page, '::action-item[Ask the lab]')}`)
  await textOf(page).getByText('Ask the lab').click()
  // The next key may come before any timer.
  const focused = await page.evaluate(`
    document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', altKey: true, bubbles: true, cancelable: true }))
    Promise.resolve().then(() => document.activeElement.getAttribute('role'))`)
  assert.equal(focused, 'combobox')
})

test('the marks at the start of a line change its kind; the mark of its own kind stays as text', { skip }, async () => {
  const { page } = await tabOf(ada, '/sign-in')
  const id = await newNote(page, '- Battery life', '::action-item[Ask the lab]', '# Goals', 'Plain')
  await page.goto(`/note/${id}`)
  for (const [line, signs] of [
    ['Battery life', '> '],
    ['Ask the lab', '- '],
    ['Goals', '[] '],
    ['Plain', '## '],
  ] as const) {
    await textOf(page).getByText(line).click()
    await page.keyboard.press('Home')
    await page.keyboard.type(signs)
  }
  await page.keyboard.press('Home')
  await page.keyboard.type('## ')
  await saved(page)
  const { markup } = await held(page, id)
  const rows = ['::talking-point[Battery life]', '- Ask the lab', '::action-item[Goals]', '## ## Plain']
  assert.equal(markup.replace(/\{#\w+\}/g, ''), marker + rows.join('\n'))
})

/** As the editors write it, without their styles. */
const copied = {
  'Google Docs': `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-0f"><h1 dir="ltr"><span>Goals</span></h1>
    <ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Hire</span></p></li><ul><li dir="ltr" aria-level="2">
    <p dir="ltr" role="presentation"><span>See </span><a href="https://x.test/plan"><span>the plan</span></a></p></li></ul></ul>
    <ul><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1"><img alt="checked" aria-roledescription="checkbox" />
    <p dir="ltr" role="presentation"><span>Send the deck</span></p></li></ul><br class="Apple-interchange-newline"></b>`,
  Word: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style></head><body>
    <!--StartFragment--><p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span
    style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span></span><![endif]>Budget<o:p></o:p></p>
    <p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;
    </span></span><![endif]>Travel<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><table class=MsoTableGrid><tr><td><p
    class=MsoNormal>Bo<o:p></o:p></p></td><td><p class=MsoNormal>Deck<o:p></o:p></p></td></tr></table><!--EndFragment--></body></html>`,
  Notion: `<meta charset='utf-8'><!-- notionvc: 1 --><ul><li>Risks<ul><li>Time</li></ul></li><li></li></ul>
    <ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>Call Bo</span></li></ul>`,
}

test('lists, ticks, links and tables are pasted from Google Docs, Word and Notion', { skip }, async () => {
  const { page } = await tabOf(ada, '/sign-in')
  const expected = {
    'Google Docs': [
      '# Goals',
      '- Hire',
      '  - See [the plan](https://x.test/plan)',
      '::action-item[Send the deck]{status=Done}',
    ],
    Word: ['- Budget', '  - Travel', 'Bo | Deck'],
    Notion: ['- Risks', '  - Time', '::action-item[Call Bo]{}'],
  }
  for (const [from, html] of Object.entries(copied)) {
    const id = await newNote(page)
    await page.goto(`/note/${id}`)
    await textOf(page).focus()
    await page.evaluate(`
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', ${JSON.stringify(html)})
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(paste)`)
    await saved(page)
    const markup = (await held(page, id)).markup.replace(/#ai_\w+ ?/, '')
    assert.equal(markup, marker + expected[from as keyof typeof copied].join('\n'), from)
  }
})

test('a date is chosen, and removed again', { skip }, async () => {
  const { page } = await tabOf(ada, '/sign-in')
  const id = await newNote(page, '::action-item[Send the deck]{due=2026-01-09}')
  await page.goto(`/note/${id}`)
  await page.getByRole('button', { name: /^People and date of “Send the deck”/ }).click()
  await page.getByLabel('Due', { exact: true }).fill('2026-01-14')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByRole('button', { name: /due 14 Jan 2026/ }).waitFor()
  await saved(page)
  assert.match((await held(page, id)).markup, /due=2026-01-14/)
})

test('two people write at once in different blocks: each sees what the other types, and all of it is kept', {
  skip,
}, async () => {
  const one = await tabOf(ada, '/sign-in')
  const id = await newNote(one.page, '# Goals', 'First', 'Second')
  await one.page.goto(`/note/${id}`)
  const two = await tabOf(bo, `/note/${id}`)
  for (const [{ page }, line] of [
    [one, 'First'],
    [two, 'Second'],
  ] as const) {
    await textOf(page).getByText(line).click()
    await page.keyboard.press('End')
  }
  // Each goes on until it has read the other, so that no pause lets a text through.
  const writeUntil = async (page: Page, letter: string, seen: RegExp) => {
    let written = 0
    for (; written < 500 && !seen.test(await textOf(page).innerText()); written++) await page.keyboard.type(letter)
    assert(written < 500)
    return written
  }
  const [a, b] = await Promise.all([writeUntil(one.page, 'a', /Secondb/), writeUntil(two.page, 'b', /Firsta/)])
  const both = `${marker}# Goals\nFirst${'a'.repeat(a)}\nSecond${'b'.repeat(b)}`
  await waitFor(async () => (await held(one.page, id)).markup === both)
  for (const { page } of [one, two]) {
    await textOf(page).getByText('a'.repeat(a)).waitFor()
    await textOf(page).getByText('b'.repeat(b)).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
  }
})

test('a tab that heard nothing keeps both changes when it saves', { skip }, async () => {
  const one = await tabOf(ada, '/sign-in')
  const id = await newNote(one.page, '# Goals', 'First', 'Second', 'Third')
  await one.page.goto(`/note/${id}`)
  const two = await tabOf(bo, `/note/${id}`, { isLive: false })
  await textOf(two.page).getByText('Third').click()
  await two.page.keyboard.press('End')
  await textOf(one.page).getByText('First').click()
  await one.page.keyboard.press('End')
  await one.page.keyboard.type(' of Ada')
  await saved(one.page)
  await two.page.keyboard.type(' of Bo')
  await textOf(two.page).getByText('First of Ada').waitFor()
  await saved(two.page)
  await waitFor(async () => (await held(one.page, id)).markup === `${marker}# Goals\nFirst of Ada\nSecond\nThird of Bo`)
})

test('two people write in the same place: the second one chooses, and no text is lost', { skip }, async () => {
  const one = await tabOf(ada, '/sign-in', { isLive: false })
  const id = await newNote(one.page, '# Goals', 'First')
  await one.page.goto(`/note/${id}`)
  const two = await tabOf(bo, `/note/${id}`, { isLive: false })
  const write = async (page: Page, text: string) => {
    await textOf(page).getByText('First').click()
    await page.keyboard.press('End')
    await page.keyboard.type(text)
  }
  await textOf(two.page).getByText('First').click()
  await write(one.page, ' of Ada')
  await saved(one.page)
  await write(two.page, ' of Bo')
  const choice = two.page.getByRole('dialog', { name: 'Somebody else changed this note' })
  await choice.getByRole('region', { name: 'Theirs' }).getByText('First of Ada').waitFor()
  await choice.getByRole('region', { name: 'Yours' }).getByText('First of Bo').waitFor()
  await choice.getByRole('button', { name: 'Take theirs' }).click()
  await textOf(two.page).getByText('First of Ada').waitFor()
  await saved(two.page)
  await two.page.getByRole('button', { name: 'Undo' }).click()
  await textOf(two.page).getByText('First of Bo').waitFor()
  await two.page.waitForResponse((response) => response.url().endsWith('/agenda') && response.ok())
  assert.equal((await held(two.page, id)).markup, `${marker}# Goals\nFirst of Bo`)

  // The other one changed the same word in the old version, and keeps hers.
  await textOf(one.page).getByText('First').click()
  await one.page.keyboard.press('End')
  await one.page.keyboard.press('Control+Backspace')
  await one.page.keyboard.type('Zoe')
  await one.page.getByRole('button', { name: 'Keep mine' }).click()
  await saved(one.page)
  assert.equal((await held(one.page, id)).markup, `${marker}# Goals\nFirst of Zoe`)
})

test('a reader sees the agenda without an editor, and cannot write in any other way', { skip }, async () => {
  const { page, complaints } = await tabOf(bo, '/note/n_games_3')
  await page.getByText('You can read this agenda, but not change it.').waitFor()
  assert.equal(await textOf(page).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Rename' }).count(), 0)
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )
})

test('a note is renamed; leaving the page at once saves the last text', { skip }, async () => {
  const { page } = await tabOf(ada, '/sign-in')
  const id = await newNote(page, 'First')
  await page.goto(`/note/${id}`)
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Plans for spring')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Plans for spring' }).waitFor()
  await textOf(page).getByText('First').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' of all')
  await page.getByRole('link', { name: 'Meetings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Meetings' }).waitFor()
  const now = await held(page, id)
  assert.equal(now.title, 'Plans for spring')
  assert.match(now.markup, /First of all/)
})

test('without a connection the page says so, warns before leaving, and saves when connected again', {
  skip,
}, async () => {
  const { page, context } = await tabOf(ada, '/sign-in')
  const id = await newNote(page, 'First')
  await page.goto(`/note/${id}`)
  await textOf(page).getByText('First').click()
  await context.setOffline(true)
  await page.keyboard.press('End')
  await page.keyboard.type(' and last')
  await page.getByText('Not saved: the service cannot be reached.').waitFor()
  await page.getByRole('link', { name: 'Meetings' }).click()
  const asked = page.getByRole('dialog', { name: 'Your last changes are not saved' })
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await context.setOffline(false)
  await page.keyboard.press('Escape')
  await saved(page)
  assert.equal((await held(page, id)).markup, `${marker}First and last`)
})

test('a person whose session ends while they write signs in again and finds their text and title', {
  skip,
}, async () => {
  // Who hears what others change may be led away in the middle of a word.
  const { page, context } = await tabOf(ada, '/sign-in', { isLive: false })
  const id = await newNote(page, 'First')
  await page.goto(`/note/${id}`)
  await textOf(page).getByText('First').waitFor()
  await endSessionsAt(page, its, `**/api/v1/note/${id}/agenda`)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Renamed at last')
  await page.keyboard.press('Enter')
  await textOf(page).getByText('First').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and last')
  await context.setOffline(false)
  await page.waitForURL('**/sign-in')
  await page.evaluate(`location.hash = '${new URL(await its.linkFor(ada)).hash}'`)
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await textOf(page).getByText('First and last').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Renamed at last' }).waitFor()
  await saved(page)
  assert.deepEqual(await held(page, id), { title: 'Renamed at last', markup: `${marker}First and last` })
})

test('open items of earlier meetings of the series are checked off on the note, and link to their source', {
  skip,
}, async () => {
  const { page, complaints } = await tabOf(ada, '/note/n_remote_review')
  const open = page.getByRole('list', { name: 'Still open from earlier meetings' })
  await open.getByRole('listitem').nth(2).waitFor()
  const texts = await open.getByRole('listitem').allTextContents()
  assert.deepEqual(
    texts.map((text) => text.split(' ').slice(0, 2).join(' ')),
    ['Map the', 'Write the', 'Collect what'],
    'what is open of others, by day; nothing of this note',
  )
  const report = open.getByRole('listitem').filter({ hasText: 'Write the final report' })
  const saved = page.waitForResponse((response) => response.url().endsWith('/action_item/ai_remote_report/complete'))
  await report.getByRole('checkbox').check()
  assert.equal((await saved).status(), 200)
  const { action_item } = await (await page.request.get('/api/v1/action_item/ai_remote_report')).json()
  assert.equal(action_item.status, 'Done')
  await report.waitFor()
  await report.getByRole('link', { name: 'Remote control: detailed design' }).click()
  await page.waitForURL('**/note/n_remote_4')
  // Of the meetings before this one; what later ones left open stands there.
  await open.getByRole('listitem').first().waitFor()
  assert.equal(await open.getByRole('listitem').count(), 1)
  await page.goto('/note/n_remote_1')
  await page.getByRole('heading', { name: 'Invited' }).waitFor()
  assert.equal(await open.count(), 0)
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )
})

test('tools and suggestions of a long agenda stay below the head of the page, also with administrator rights', {
  skip,
}, async () => {
  const { page } = await openAdmin(its)
  const rows = Array.from({ length: 60 }, (_, index) => `- Point ${index}`)
  await page.goto(`/note/${await newNote(page, ...rows)}`)
  const tools = page.getByRole('toolbar', { name: 'Format' })
  await tools.waitFor()
  await page.mouse.wheel(0, 800)
  await isTrue(page, 'scrollY > 400')
  const head = await page.getByRole('banner').boundingBox()
  assert((await tools.boundingBox())!.y >= head!.y + head!.height)

  await page.setViewportSize({ width: 1_280, height: 700 })
  const line = textOf(page).getByText('Point 30')
  await line.click()
  await page.keyboard.press('End')
  await page.evaluate(
    "scrollBy(0, document.querySelectorAll('.ProseMirror > *')[30].getBoundingClientRect().top - 400)",
  )
  await page.keyboard.type(' @')
  const people = page.getByRole('listbox', { name: 'People' })
  await people.getByRole('option').nth(6).waitFor()
  assert((await people.boundingBox())!.y >= head!.y + head!.height)
})

test('on a phone kind, people and date are chosen with buttons of 44 px, and no keys are mentioned', {
  skip,
}, async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page, complaints } = await openSignedIn(its, ada, '/sign-in', phone)
  const id = await newNote(page)
  await page.goto(`/note/${id}`)
  await textOf(page).tap()
  await page.keyboard.type('Send the deck')
  const isLarge = async (what: Locator) => {
    const { width, height } = (await what.boundingBox())!
    assert(width >= 44 && height >= 44, `${await what.getAttribute('aria-label')}: ${width} × ${height}`)
    return what
  }
  for (const button of await page.getByRole('toolbar').getByRole('button').all()) await isLarge(button)
  const styleOf =
    "getComputedStyle([...document.querySelectorAll('p')].find((each) => /^Type \\//.test(each.textContent)))"
  assert.equal(await page.evaluate(`${styleOf}.clipPath`), 'inset(50%)')
  await page.getByRole('button', { name: 'Kind of line: Text' }).tap()
  await (await isLarge(page.getByRole('menuitem', { name: 'Action item' }))).tap()
  await (await isLarge(page.getByRole('button', { name: 'People and date of “Send the deck”' }))).tap()
  const dialog = page.getByRole('dialog', { name: /^People and date/ })
  await dialog.getByRole('combobox', { name: 'People' }).fill('Bo L')
  await page.getByRole('option', { name: /Bo Lindqvist/ }).tap()
  await (await isLarge(dialog.getByLabel('Due', { exact: true }))).fill('2026-12-15')
  await (await isLarge(dialog.getByRole('button', { name: 'Done' }))).tap()
  await saved(page)
  await waitFor(async () => /u_bo/.test((await held(page, id)).markup))
  assert.match((await held(page, id)).markup, /-15/)
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )
})
