/** How an agenda is written in a real browser: what is bold, what `@` and `/` offer, keys, and what is pasted. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole } from './support/console-world.ts'
import { held, marker, newNote, saved, savedAfter, tabOf, textOf } from './support/note-page.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser
const ada = 'ada@acme.test'

async function openNote(...rows: string[]) {
  const tab = await tabOf(its, ada, '/sign-in')
  const open = async (...next: string[]) => {
    const id = await newNote(its, tab.page, next, [])
    await tab.page.goto(`/note/${id}`)
    await textOf(tab.page).waitFor()
    return id
  }
  return { ...tab, open, id: await open(...rows) }
}

/** The rows of the stored agenda, without ids. */
async function rowsOf(page: Page, id: string): Promise<string[]> {
  await saved(page)
  const { markup } = await held(page, id)
  return markup
    .slice(marker.length)
    .replaceAll(/\{#\w+\}|#\w+ /g, '')
    .split('\n')
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

const paste = (page: Page, text: string) =>
  page.evaluate(`
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))`)

test('bold text is bold and shows no signs; it is made by signs, by a key and by a button', { skip }, async () => {
  const { page, id } = await openNote('Say **it** now', '- a', '- b')
  const text = textOf(page)
  assert.equal(await text.locator('strong').innerText(), 'it')
  assert.equal(await text.locator('p').innerText(), 'Say it now')
  await text.getByText('a', { exact: true }).click()
  await press(page, 'End')
  await page.keyboard.type(' **loud** and `code`, *so* ')
  await text.locator('em').waitFor()
  await press(page, 'ArrowDown', 'Home', 'Shift+End', 'Control+b', 'End')
  await page.keyboard.type('c')
  await press(page, 'Shift+Home')
  await page.getByRole('button', { name: 'Italic' }).click()
  assert.deepEqual(await rowsOf(page, id), ['Say **it** now', '- a **loud** and `code`, *so*&#32;', '- *bc*'])
})

test('an item that was made in an agenda is bold in lists too', { skip }, async () => {
  const { page } = await openNote('::action-item[Send the **deck** of \\*]{assignees="u_ada"}')
  await page.goto('/items?whose=all')
  await page.getByRole('checkbox', { name: 'Send the deck of *' }).waitFor()
  assert.equal(await page.locator('li strong', { hasText: 'deck' }).count(), 1)
})

test('an empty agenda says how it is written, and an empty line what it is for', { skip }, async () => {
  const { page } = await openNote()
  const shown = (pseudo: string, selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('.ProseMirror ${selector}'), '${pseudo}').content`)
  assert.match(String(await shown('::after', 'p')), /^"What is this meeting about\? Type \/ for headings/)
  assert.match((await textOf(page).getAttribute('aria-placeholder'))!, /^What is this meeting/)
  await textOf(page).focus()
  await page.keyboard.type('[] ')
  assert.match(String(await shown('::before', '[data-kind=action_item] > div')), /^"What is to be done\? Type @/)
  await page.keyboard.type('Call')
  assert.equal(await shown('::before', '[data-kind=action_item] > div'), 'none')
  assert.equal(await textOf(page).getAttribute('aria-placeholder'), null)
})

test('/ changes the kind of a line and gives a day, @ gives a person, by keys alone', { skip }, async () => {
  const { page, id, complaints } = await openNote()
  const options = page.getByRole('option')
  const chosen = async () => {
    const active = await textOf(page).getAttribute('aria-activedescendant')
    return page.locator(`[id="${active}"][aria-selected=true]`).innerText()
  }
  await textOf(page).focus()
  await page.keyboard.type('/')
  await page.getByRole('listbox', { name: 'Kind of line or day' }).waitFor()
  assert.match(await chosen(), /^Text/)
  const heard = await page.getByRole('listbox').ariaSnapshot()
  assert.match(heard, /^- listbox "Kind of line or day":\n {2}- option "Text" \[selected\]/)
  await page.keyboard.type('act')
  assert.match(await chosen(), /^Action item/)
  await press(page, 'Enter')
  await page.keyboard.type('Send the deck @lind')
  assert.match(await chosen(), /^Bo Lindqvist/)
  await press(page, 'Enter')
  await page.keyboard.type('/tom')
  assert.match(await chosen(), /^Tomorrow/)
  await press(page, 'Tab', 'Enter')
  // Elsewhere the person is named; a sign inside a word, or whose options were closed, is text.
  await press(page, 'Enter')
  await page.keyboard.type('And/or ask @')
  await press(page, 'ArrowDown', 'ArrowUp')
  await page.keyboard.type('ada')
  await press(page, 'Enter')
  await page.keyboard.type('or @')
  await press(page, 'Escape')
  assert.equal(await options.count(), 0)
  await page.keyboard.type('nobody')
  await press(page, 'Enter')
  await page.keyboard.type('Last')
  const [item, ...others] = await rowsOf(page, id)
  const agenda = await textOf(page).ariaSnapshot()
  for (const part of ['checkbox "Done: Send the deck', 'button "People and date of “Send the deck', 'paragraph: Last'])
    assert(agenda.includes(part), agenda)
  assert.match(item!, /^::action-item\[Send the deck&#32;\]\{assignees="u_bo" due=\d{4}-\d\d-\d\d\}$/)
  assert.deepEqual(others, ['And/or ask @Ada Moreau or @nobody', 'Last'])
  assert.deepEqual(await textOf(page).locator('[data-mention]').allInnerTexts(), ['@Ada Moreau'])
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )
})

test('a decision is written by keys, withdrawn and let stand again, and its lines are lines like others', {
  skip,
}, async () => {
  const { page, id, complaints } = await openNote()
  const text = textOf(page)
  await text.focus()
  await page.keyboard.type('/deci')
  await press(page, 'Enter')
  const placeholder = `getComputedStyle(document.querySelector('[data-kind=decision] > div'), '::before').content`
  assert.equal(await page.evaluate(placeholder), '"What was decided?"')
  await page.keyboard.type('We rent the hall')
  await press(page, 'Enter')
  await page.keyboard.type('We paint it')
  await press(page, 'Control+Enter', 'ArrowUp', 'End')
  await page.keyboard.type(' in May')
  const rows = ['::decision[We rent the hall in May]', '::decision[We paint it]{status=withdrawn}']
  assert.deepEqual(await rowsOf(page, id), rows)
  const line = `getComputedStyle(document.querySelector('[data-status=withdrawn] > div')).textDecorationLine`
  assert.equal(await page.evaluate(line), 'line-through')
  await savedAfter(page, () =>
    text.getByRole('button', { name: 'Withdrawn: “We paint it”. Let it stand again' }).click(),
  )
  await press(page, 'ArrowDown', 'End', 'Enter', 'Enter')
  await page.keyboard.type('=> Third')
  assert.deepEqual(await rowsOf(page, id), [rows[0], '::decision[We paint it]', '::decision[Third]'])
  const { markup } = await held(page, id)
  await page.reload()
  await text.getByText('We rent the hall in May').click()
  const button = text.getByRole('button', { name: 'Withdraw the decision “We rent the hall in May”' })
  await savedAfter(page, () => button.click())
  assert.equal((await held(page, id)).markup, markup.replace(/(May\]\{#\w+)/, '$1 status=withdrawn'))
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )
})

test('an option is pressed, and the text keeps the focus', { skip }, async () => {
  const { page, id } = await openNote('Goals')
  await textOf(page).getByText('Goals').click()
  await press(page, 'End')
  await page.keyboard.type(' /')
  await page.getByRole('option', { name: /^Heading/ }).click()
  await page.keyboard.type('now')
  assert.deepEqual(await rowsOf(page, id), ['# Goals now'])
})

test('arrows, End and Ctrl+End go where they go without an action item', { skip }, async () => {
  const { page, open } = await openNote()
  const item = '::action-item[Send the deck]'
  for (const [keys, expected] of [
    [
      ['Home', 'ArrowUp', 'Home'],
      ['XAbove', item, item, 'Below', item],
    ],
    [
      ['End', 'ArrowUp', 'End'],
      ['AboveX', item, item, 'Below', item],
    ],
    [
      ['End', 'ArrowDown'],
      ['Above', item, '::action-item[Send the deckX]', 'Below', item],
    ],
    [
      ['End', 'ArrowDown', 'ArrowDown', 'End'],
      ['Above', item, item, 'BelowX', item],
    ],
    [
      ['End', 'X', 'Home'],
      ['Above', '::action-item[XSend the deckX]', item, 'Below', item],
    ],
    [['Control+End'], ['Above', item, item, 'Below', '::action-item[Send the deckX]']],
    [['Control+Home'], ['XAbove', item, item, 'Below', item]],
    [
      ['End', 'Shift+ArrowDown'],
      ['Above', '::action-item[Send the deckX]', 'Below', item],
    ],
  ] as const) {
    const id = await open('Above', item, item, 'Below', item)
    await textOf(page).getByText('Send the deck').first().click()
    // Keys that come sooner are lost: the editor learns where the cursor is after the press has ended.
    await page.getByRole('button', { name: 'Kind of line: Action item' }).waitFor()
    await press(page, ...keys)
    await savedAfter(page, () => page.keyboard.type('X'))
    assert.deepEqual(await rowsOf(page, id), expected, keys.join(' '))
  }
})

test('several lines are pasted as lines; in a list they are lines of the list', { skip }, async () => {
  const { page, open } = await openNote()
  for (const [rows, text, expected] of [
    [[], '# Goals\n- a\n  - b\n\n[] c', ['# Goals', '- a', '  - b', '::action-item[cX]']],
    [['Text'], 'one\r\ntwo\n', ['Textone', 'twoX']],
    [['Text'], '- one\n- two', ['Text', '- one', '- twoX']],
    [['- p'], '- one\n- two', ['- p', '- one', '- twoX']],
    [
      ['::action-item[Do]'],
      'this\nthat\nthen',
      ['::action-item[Dothis]', '::action-item[that]', '::action-item[thenX]'],
    ],
    [['Text'], 'one **two**', ['Textone **twoX**']],
  ] as const) {
    const id = await open(...rows)
    await textOf(page).focus()
    await press(page, 'Control+End')
    await paste(page, text)
    await savedAfter(page, () => page.keyboard.type('X'))
    assert.deepEqual(await rowsOf(page, id), expected, text)
  }
})

test('who is invited is offered first', { skip }, async () => {
  const { page } = await tabOf(its, ada, '/note/n_remote_review')
  const note = await (await page.request.get('/api/v1/note/n_remote_review')).json()
  const invited: string[] = note.note.event_attendees.map((email: string) => email.toLowerCase())
  await textOf(page).click()
  await press(page, 'Control+End', 'Enter')
  await page.keyboard.type('@')
  const offered = (await page.getByRole('option').allInnerTexts()).map((option) =>
    option.split('\n').at(-1)!.toLowerCase(),
  )
  const isInvited = offered.map((email) => invited.includes(email))
  assert.deepEqual(isInvited, [true, true, true, true, false, false, false, false])
})

test('the words of an item suggest who does it and until when; a press or the keyboard takes both', {
  skip,
}, async () => {
  const { page, id } = await openNote('::action-item[x]', '::action-item[y]')
  await textOf(page).getByText('x', { exact: true }).click()
  await page.keyboard.type(': Zoë sends the deck by Wednesday')
  const suggestion = page.getByRole('button', { name: /^Suggested: Zoë Martínez · due / })
  await suggestion.click()
  await suggestion.waitFor({ state: 'hidden' })
  await press(page, 'ArrowDown', 'End')
  await page.keyboard.type(' Zoë bis Mittwoch')
  await press(page, 'Alt+Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Suggested: / }).press('Enter')
  await dialog.getByRole('button', { name: 'Done' }).click()
  const fields = (await rowsOf(page, id)).map((row) => /\{.*/.exec(row)?.[0])
  assert.match(fields[0]!, /^\{assignees="u_zoe" due=\d{4}-\d\d-\d\d\}$/)
  assert.deepEqual(fields, [fields[0], fields[0]])
})
