/** Searching everything in the console: from any page to the moment. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn } from './support/console-world.ts'
import { waitFor } from './support/waiting.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser
const ada = 'ada@acme.test'

const openAt = (path: string) => openSignedIn(its, ada, path)

test('one key leads from any page to the results, and one press to the moment', { skip }, async () => {
  const { page, complaints } = await openAt('/channels')
  await page.getByText('Your channels').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('"remote control"')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=*')
  await page.locator('mark').first().waitFor()
  const body = { query: '"remote control"', pagination: { page_size: 50 } }
  const answer = await page.request.post('/api/v1/search', { data: body, headers: { origin: its.origin } })
  const { data } = await answer.json()
  type Hit = { kind: string; note_id: string; snippet: { text: string; hits: number[][] } }
  const ofFirst = (data as Hit[]).filter(({ note_id }) => note_id === data[0].note_id)
  const title = ofFirst.find(({ kind }) => kind === 'title')
  const moments = ofFirst.filter(({ kind }) => kind !== 'title')
  const marked = (hit: Hit | undefined) =>
    hit?.snippet.hits.map(([from, to]) => [...hit.snippet.text].slice(from, to).join('')) ?? []
  const meetings = page.locator('ol > li')
  await waitFor(async () => (await meetings.count()) === new Set((data as Hit[]).map(({ note_id }) => note_id)).size)
  const meeting = meetings.first()
  assert.deepEqual(await meeting.locator('mark').allTextContents(), [...marked(title), ...marked(moments[0])])
  assert(moments.length > 1)
  await meeting.getByRole('button', { name: `${moments.length - 1} more` }).click()
  assert.equal(await meeting.locator('[data-row]').count(), moments.length)
  await page.getByText('Transcript', { exact: true }).first().click()
  await page.waitForURL('**kinds=transcript')
  const said = page.locator('[data-row]').first()
  const t = new URL((await said.getAttribute('href'))!, page.url()).searchParams.get('t')
  await said.click()
  await page.waitForURL(`**/recap/r_*?*t=${t}*`)
  // Not where the passage begins: where the words are said.
  const segment = page.locator('a[data-match][data-active]')
  assert.match((await segment.locator('mark').first().textContent())!, /^remote controls?$/i)
  assert.match(await page.getByRole('searchbox', { name: 'Search the transcript' }).inputValue(), /^remote controls?$/i)
  assert(Number(new URL((await segment.getAttribute('href'))!, page.url()).searchParams.get('t')) >= Number(t))
  await page.goBack()
  await page.waitForURL('**kinds=transcript')
  assert.equal(
    await page.getByRole('searchbox', { name: 'Search everything' }).first().inputValue(),
    '"remote control"',
  )
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )
})

test('hits come while one types; Enter, j, k and Escape lead through them, and back to the page before', {
  skip,
}, async () => {
  const { page, complaints } = await openAt('/channels')
  await page.getByText('Your channels').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('kinet')
  await page.waitForURL('**/search?q=kinet')
  // A word that is still being typed counts as the beginning of one.
  assert.equal((await page.locator('mark').first().textContent())!.toLowerCase(), 'kinetic')
  await page.keyboard.type('ic', { delay: 300 })
  await page.waitForURL('**/search?q=kinetic')
  await page.locator('mark').first().waitFor()
  const isField = "document.activeElement.matches('[data-search-field]')"
  assert(await page.evaluate(isField), 'the field keeps the focus while the hits change')
  await page.keyboard.press('Enter')
  await page.locator('[data-row]:focus').waitFor()
  const focused = () => page.evaluate("[...document.querySelectorAll('[data-row]')].indexOf(document.activeElement)")
  assert.equal(await focused(), 0)
  await page.keyboard.press('j')
  assert.equal(await focused(), 1)
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/(recap|note)\//)
  await page.goBack()
  await page.waitForURL('**/search?q=kinetic')
  await page.locator('[data-row]').first().focus()
  await page.keyboard.press('Escape')
  assert(await page.evaluate(isField))
  await page.keyboard.press('Escape')
  await page.waitForURL('**/channels')
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )
})

test('on a phone the search opens with its field ready to type', { skip }, async () => {
  const phone = { viewport: { width: 390, height: 844 } }
  const { page } = await openSignedIn(its, 'ada@acme.test', '/channels', phone)
  await page.getByRole('link', { name: 'Search everything' }).click()
  await page.getByText('What are you looking for').waitFor()
  await page.keyboard.type('remote')
  await page.waitForURL('**/search?q=remote*')
  await page.locator('mark').first().waitFor()
})

test('a hit in the notes of a recap is shown there, also on a phone', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, '/search?q=prototype&kinds=ai_notes', {
    viewport: { width: 390, height: 844 },
  })
  await page.locator('[data-row]').first().click()
  await page.waitForURL('**/recap/r_*?*in=notes*')
  const word = page.locator('section mark').first()
  assert.match((await word.textContent())!, /^prototype/i)
  await waitFor(async () => ((await word.boundingBox())?.y ?? 1_000) < 844)
  assert.equal(await page.getByRole('searchbox', { name: 'Search the transcript' }).isVisible(), false)
  await page.getByText('Transcript', { exact: true }).first().click()
  assert.equal(await page.getByRole('searchbox', { name: 'Search the transcript' }).inputValue(), '')
})

test('filters for speaker, channel and time, the order, and a search without results', { skip }, async () => {
  const { page } = await openAt('/search?q=remote')
  await page.locator('mark').first().waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Speaker').fill('Priya Raman')
  await page.keyboard.press('Enter')
  await page.waitForURL('**speaker=Priya+Raman')
  const speakers = page.locator('ol > li')
  await waitFor(async () => (await speakers.allTextContents()).every((text) => text.includes('Transcript')))
  assert((await speakers.count()) > 0)
  await page.getByLabel('Meeting from').fill('2026-12-31')
  await page.waitForURL('**from=2026-12-31')
  await page.getByText('Nothing was found for remote').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await page.waitForURL('**/search?q=remote')
  await page.getByText('Newest first').click()
  await page.waitForURL('**order=newest')
  await page.locator('mark').first().waitFor()
})

test('a refused search shows the sentence of the service', { skip }, async () => {
  const { page } = await openAt('/search?q=%22%22')
  await page.getByRole('heading', { name: 'That did not work' }).waitFor()
  await page.goto('/search')
  await page.getByText('What are you looking for?').waitFor()
})

test('hostile text stays text', { skip }, async () => {
  const { page, complaints } = await openAt('/search?q=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E')
  await page.getByText(/Nothing was found for <img|That did not work/).waitFor()
  assert.equal(await page.locator('img[src=x]').count(), 0)
  assert.deepEqual(
    complaints.filter((each) => !/401|400/.test(each)),
    [],
  )
})

test('a question without a language model says so, and the hits are there', { skip }, async () => {
  const { page } = await openAt('/search?q=What+about+the+remote+control%3F&ask=yes')
  await page.getByText('There is no language model here that could answer').waitFor()
  await page.locator('mark').first().waitFor()
  assert.equal(await page.getByRole('list', { name: 'Where it was said' }).count(), 0)
})
