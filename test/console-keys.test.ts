/** Each journey with keys alone, and by nothing but the roles and names that a screen reader says. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn, recordingId } from './support/console-world.ts'
import { type HeldModel, openHeldModel } from './support/held-model.ts'
import { keysOf } from './support/keys.ts'
import { isTrue, waitFor } from './support/waiting.ts'

let its: ConsoleWorld
let model: HeldModel
before(async () => {
  if (noBrowser) return
  model = await openHeldModel()
  its = await openConsole({ LLM_URL: model.url, LLM_MODEL: 'm-1' })
})
afterEach(() => its?.closeTabs())
after(async () => {
  await its?.[Symbol.asyncDispose]()
  await model?.[Symbol.asyncDispose]()
})

const skip = noBrowser
const ada = 'ada@acme.test'

async function openKeys(path: string) {
  const { page } = await openSignedIn(its, ada, path)
  return { page, ...keysOf(page) }
}

const read = async (page: Page, path: string) => (await page.request.get(`/api/v1/${path}`)).json()
const isPlaying = (page: Page, from: number) =>
  waitFor(async () => {
    const [isPaused, time] = (await page.evaluate(
      '[document.querySelector("video")?.paused, document.querySelector("video")?.currentTime]',
    )) as [boolean, number]
    return isPaused === false && time >= from
  })

test('signing in, and out', { skip }, async () => {
  const { page } = await its.openTab()
  await page.goto(await its.linkFor(ada))
  const { enter, heading, press, reach } = keysOf(page)
  await enter('button', 'Sign in with this link')
  await heading('Home')
  await enter('button', 'Account of Ada Moreau')
  await reach('menuitem', 'Sign out', 'ArrowDown')
  await press('Enter')
  await page.waitForURL('**/sign-in')
})

test('a meeting is found, its recap read, and a moment played', { skip }, async () => {
  const { page, enter, reach, heading, press, type, part } = await openKeys('/')
  await heading('Home')
  await press('Tab')
  await part('link', 'Skip to content').and(page.locator(':focus')).waitFor()
  await enter('link', 'Meetings')
  await heading('Meetings')
  await reach('searchbox', 'Find by title')
  await type('kick-off')
  await page.waitForURL('**/notes?title=kick-off')
  await enter('link', 'Remote control: kick-off')
  await page.waitForURL('**/recap/**')
  await enter('link', 'Go to 4:06')
  await isPlaying(page, 246)
  await press('Space')
  await isTrue(page, 'document.querySelector("video").paused')
  await reach('slider', 'Position', 'Shift+Tab')
  await press('Home')
  await isTrue(page, 'document.querySelector("video").currentTime === 0')
})

test('a word is corrected', { skip }, async () => {
  const { page, enter, reach, press, type } = await openKeys(`/recap/${recordingId}`)
  await enter('button', 'Correct what Ada Moreau says at 0:00')
  await reach('textbox', 'Words')
  await press('Control+A')
  await type('Good morning.')
  await enter('button', 'Save')
  await page.getByRole('link', { name: 'Good morning.' }).waitFor()
  const { recording } = await read(page, `recording/${recordingId}`)
  assert.equal(recording.transcript.speech_segments[0].text, 'Good morning.')
})

test('an agenda is begun and written', { skip }, async () => {
  const { page, enter, reach, press, type, part } = await openKeys('/notes')
  await enter('button', 'New note')
  await reach('textbox', 'Title')
  await type('By keys')
  await enter('button', 'Create note')
  await page.waitForURL(/\/note\//)
  await reach('textbox', 'Agenda')
  await type('# Goals')
  await press('Enter')
  await type('[] Send the deck')
  await part('checkbox', 'Done: Send the deck').waitFor()
  await press('Escape')
  await waitFor(async () => (await page.getByRole('status').allTextContents()).includes('Saved'))
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const { note } = await read(page, `note/${id}`)
  assert.match(note.content_native_markdown, /# Goals\n::action-item\[Send the deck\]/)
})

test('an item is checked off', { skip }, async () => {
  const { page, enter, reach, press, heading } = await openKeys('/')
  await enter('link', 'Action items')
  await heading('Action items')
  const item = page.getByRole('main').getByRole('checkbox', { checked: false }).first()
  const name = await page.locator(`label[for="${await item.getAttribute('id')}"]`).innerText()
  await reach('checkbox', name)
  await press('Space')
  await page.getByRole('checkbox', { name, checked: true }).waitFor()
})

test('a note is shared with a person', { skip }, async () => {
  const { page, enter, reach, press, type, part } = await openKeys('/note/n_ada_bo')
  await enter('button', 'Share')
  await reach('combobox', 'Share with')
  await type('Mart')
  await part('option', /Zoë Martínez/).waitFor()
  await press('ArrowDown', 'Enter')
  await enter('button', 'Share')
  await page.getByRole('dialog').getByText('zoe@acme.test').waitFor()
  const { shares } = await read(page, 'note/n_ada_bo/sharing')
  assert.deepEqual(
    shares.map(({ user }: { user: { id: string } }) => user.id),
    ['u_zoe'],
  )
  await press('Escape')
  await part('dialog', /Who sees/).waitFor({ state: 'detached' })
  await part('button', 'Share').and(page.locator(':focus')).waitFor()
})

test('a question is asked, and its source played', { skip }, async () => {
  const quote = 'selling this remote control for twenty five Euro'
  Object.assign(model, { sentences: [{ text: 'It is sold for twenty five Euro.', quote }] })
  const { page, enter, reach, press, type } = await openKeys(`/recap/${recordingId}`)
  await reach('textbox', 'Ask this meeting')
  await type('Are we selling this remote control for twenty five Euro?')
  await press('Enter')
  await enter('button', /^Source 1/)
  await isPlaying(page, 300)
})

test('a key is made', { skip }, async () => {
  const { page, enter, reach, press, type, part } = await openKeys('/developer')
  await enter('button', 'New key')
  await reach('textbox', 'Name')
  await type('dashboard')
  await reach('radio', 'everything that you may do')
  await press('ArrowDown')
  await reach('checkbox', /^webhooks/)
  await press('Space')
  await enter('button', 'Create key')
  await part('group', 'Key').waitFor()
  await enter('button', 'Done')
  await page.getByRole('listitem').filter({ hasText: 'dashboard' }).getByText('webhooks').waitFor()
})

test('a file and a transcript are uploaded', { skip }, async () => {
  const { page, enter, reach, press, type } = await openKeys('/uploads')
  const chooser = page.waitForEvent('filechooser')
  await enter('button', /Choose/)
  await (await chooser).setFiles({ name: 'Weekly.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('Good morning.') })
  await enter('button', 'Upload')
  await page.getByRole('listitem').filter({ hasText: 'Weekly' }).waitFor()

  await reach('tab', 'File', 'Shift+Tab')
  await press('ArrowRight')
  await reach('textbox', 'Title')
  await type('Typed')
  await reach('textbox', 'Transcript')
  await type('Ada: Good morning.')
  await enter('button', 'Upload')
  await page.getByRole('listitem').filter({ hasText: 'Typed' }).waitFor()
})
