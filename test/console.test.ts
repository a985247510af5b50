/** The console in a real browser, against the real service: signing in, meetings, a recap, an agenda. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { tokenFor } from './support/browser.ts'
import { noBrowser } from './support/chromium.ts'
import {
  type ConsoleWorld,
  endSessionsAt,
  hearNothing,
  openConsole,
  openSignedIn,
  recordingId,
  signInBy,
} from './support/console-world.ts'
import { isTrue, waitFor } from './support/waiting.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser
const ada = 'ada@acme.test'

test('a link signs in once, by a press, and leads to the requested page; its token leaves the address', {
  skip,
}, async () => {
  const { page, complaints } = await its.openTab()
  await page.goto(`/recap/${recordingId}?t=60`)
  await page.waitForURL('**/sign-in?return_to=*')
  const link = await its.linkFor(ada)
  await page.evaluate(`location.hash = '${new URL(link).hash}'`)
  await page.getByRole('button', { name: 'Sign in with this link' }).waitFor()
  assert.equal(new URL(page.url()).hash, '')
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await page.waitForURL(`**/recap/${recordingId}?t=60`)
  await page.getByRole('heading', { level: 1, name: 'Remote control: kick-off' }).waitFor()
  // The session is asked for before anybody is signed in; the browser writes that 401 down.
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )

  const other = await its.openTab()
  await other.page.goto(link)
  await other.page.getByRole('button', { name: 'Sign in with this link' }).click()
  await other.page.getByText('This link does not work any more').waitFor()
})

test('opening a link from a mail program does not sign in by itself', { skip }, async () => {
  const { page } = await its.openTab()
  await page.goto(await its.linkFor(ada))
  await page.getByRole('button', { name: 'Sign in with this link' }).waitFor()
  assert.equal((await page.request.get('/api/v1/session')).status(), 401)
})

test('signing in by key; a wrong key shows a sentence; signing out', { skip }, async () => {
  const { page } = await its.openTab()
  await page.goto('/')
  await page.getByRole('button', { name: 'Use an API key instead' }).click()
  await page.getByLabel('API key', { exact: false }).first().fill('mb_wrong')
  await page.getByRole('button', { name: 'Sign in with a key' }).click()
  await page.getByText('This key is not valid here.').waitFor()
  const { createKey } = await import('../server/people/caller/keys.ts')
  const { db, base } = its.world
  const owner = { subdomain: 'acme', email: 'bo@acme.test', superAdmin: false }
  const { secret } = await createKey(db, base.clock(), owner)
  await page.getByLabel('API key', { exact: false }).first().fill(secret)
  await page.getByRole('button', { name: 'Sign in with a key' }).click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.getByRole('button', { name: 'Account of Bo Lindqvist' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  assert.equal((await page.request.get('/api/v1/session')).status(), 401)
})

test('meetings: the list, title search in the address, keys, and a missing meeting', { skip }, async () => {
  const { page, complaints } = await openSignedIn(its, ada, '/notes')
  const titles = page.locator('[data-meeting]')
  await titles.first().waitFor()
  assert((await titles.count()) > 5)
  await page.keyboard.press('f')
  await page.keyboard.type('remote')
  await page.waitForURL('**/notes?title=remote')
  // On a busy machine the list of the first letter may come before.
  await waitFor(async () => (await titles.allTextContents()).every((title) => /remote/i.test(title)))
  const found = await titles.allTextContents()
  assert(found.length > 0 && found.every((title) => /remote/i.test(title)), found.join())
  await page.reload()
  await titles.first().waitFor()
  assert.equal(await page.getByRole('searchbox', { name: 'Find by title' }).inputValue(), 'remote')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  assert.equal(await page.evaluate('document.activeElement.textContent'), found[1])
  await page.getByRole('searchbox', { name: 'Find by title' }).fill('no such meeting')
  await page.getByText('No meeting has “no such meeting” in its title.').waitFor()
  await page.goto('/recap/r_none')
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  assert.deepEqual(
    complaints.filter((each) => !/401|404/.test(each)),
    [],
  )
})

test('a new page is announced, and has the focus if the pressed link is gone', { skip }, async () => {
  const { page, complaints } = await openSignedIn(its, 'ada@acme.test', '/notes')
  const link = page.locator('[data-meeting]').first()
  const title = await link.innerText()
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await page.locator('#main:focus').waitFor()
  await page.getByRole('status').filter({ hasText: title }).waitFor({ state: 'attached' })
  await page.getByRole('link', { name: 'Meetings', exact: true }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'Meetings' }).waitFor({ state: 'attached' })
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Meetings', 'a link that stays keeps it')
  assert.deepEqual(complaints, [])
})

test('a recap plays, follows and seeks; its search, its items, its links to a moment', { skip }, async () => {
  const { page, complaints } = await openSignedIn(its, ada, `/recap/${recordingId}?t=300`, {
    viewport: { width: 1_280, height: 800 },
  })
  const active = page.locator('p a[data-active]')
  await active.waitFor()
  const at = Number(new URL((await active.getAttribute('href'))!, page.url()).searchParams.get('t'))
  assert(at <= 300 && at > 240, `shows what is said at 300 s, not at ${at}`)
  const time = () => page.evaluate<number>("document.querySelector('video').currentTime")
  const isPaused = () => page.evaluate<boolean>("document.querySelector('video').paused")
  await isTrue(page, "Math.floor(document.querySelector('video').currentTime) === 300")
  assert(await isPaused(), 'a link to a moment does not begin to play by itself')

  await active.click()
  await isTrue(page, "!document.querySelector('video').paused")
  await page.keyboard.press('Space')
  await isTrue(page, "document.querySelector('video').paused")
  const before = await time()
  await page.keyboard.press('ArrowRight')
  await isTrue(page, `document.querySelector('video').currentTime >= ${before + 4.9}`)

  const point = page.getByRole('link', { name: /^Go to/ }).first()
  const wanted = Number(new URL((await point.getAttribute('href'))!, page.url()).searchParams.get('t'))
  // Not its time: the whole point plays.
  await page.getByRole('listitem').filter({ has: point }).getByRole('link').first().click()
  await isTrue(page, `Math.abs(document.querySelector('video').currentTime - ${wanted}) < 5`)
  await page.keyboard.press('Space')

  await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('project manager')
  await page.getByText(/^1 of \d+$/).waitFor()
  await page.waitForURL('**q=project*')
  await page.locator('mark').first().waitFor()

  const boxes = page.getByRole('checkbox')
  const wasDone = await boxes.first().isChecked()
  const saved = page.waitForResponse((response) => response.url().endsWith('/complete'))
  const isShown = await boxes.first().evaluate((box: { click(): void; checked: boolean }) => {
    box.click()
    return box.checked
  })
  assert.equal(isShown, !wasDone, 'shown at once')
  assert.equal((await saved).status(), 200)
  await page.reload()
  await boxes.first().waitFor()
  assert.equal(await boxes.first().isChecked(), !wasDone)
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )
})

test('a new person finds four ways to begin, and none of them ends nowhere', { skip }, async () => {
  await its.world.load({
    subdomain: 'fresh',
    name: 'Fresh',
    users: [{ id: 'u_noa', email: 'noa@fresh.test', full_name: 'Noa Berg' }],
  })
  const { page, complaints } = await its.openTab()
  await signInBy(page, `${its.origin}/sign-in#token=${await tokenFor(its.world, 'noa@fresh.test', 'fresh')}`)
  await page.getByRole('heading', { name: 'Ways to begin' }).waitFor()
  const ways = page.getByRole('heading', { level: 3 })
  assert.deepEqual(await ways.allTextContents(), [
    'Begin with your calendar',
    'Turn a recording into notes',
    'Prepare a meeting',
    'Move from another program',
  ])
  assert.equal(await page.getByText('Nothing is open').count(), 0)
  await page.getByRole('link', { name: 'Connect a calendar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Upload a recording' }).click()
  await page.getByRole('heading', { level: 1, name: 'Uploads' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Import meetings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Import meetings' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Ways to begin' }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Title' }).fill('Plans')
  await page.getByRole('button', { name: 'Create note' }).click()
  await page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor()
  await page.goto('/')
  await page.locator('[data-meeting]', { hasText: 'Plans' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Ways to begin' }).count(), 0)
  assert.deepEqual(
    complaints.filter((each) => !each.includes('401')),
    [],
  )
})

test('a lost connection is shown, and the requested content arrives after it returns', { skip }, async () => {
  const { page, context } = await openSignedIn(its, ada, '/notes')
  await page.locator('[data-meeting]', { hasText: 'Remote control: kick-off' }).waitFor()
  await context.setOffline(true)
  await page.locator('[data-meeting]', { hasText: 'Remote control: kick-off' }).click()
  await page.getByText('The connection is lost.').waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Remote control: kick-off' }).waitFor()
  await page.getByText('The connection is lost.').waitFor({ state: 'detached' })
})

test('a tab that is older than the service is reloaded', { skip }, async () => {
  const { page } = await openSignedIn(its, ada, '/notes')
  let asked = 0
  await page.route(/assets\/note-page.*\.js$/, (route) =>
    asked++ === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.locator('[data-meeting]', { hasText: 'Remote control: launch review' }).click()
  await page.getByRole('heading', { level: 1, name: 'Remote control: launch review' }).waitFor()
  assert.equal(asked, 2)
})

test('a person who is signed out elsewhere is led to the sign-in page, and back', { skip }, async () => {
  const { page } = await openSignedIn(its, ada)
  // Otherwise a request for changes may be the first to be refused, and lead there before the click.
  await hearNothing(page)
  await page.goto('/notes')
  await page.locator('[data-meeting]').first().waitFor()
  await endSessionsAt(page, its, `**/api/v1/recording/${recordingId}*`)
  await page.locator('[data-meeting]', { hasText: 'Remote control: kick-off' }).click()
  await page.waitForURL('**/sign-in')
  await signInBy(page, await its.linkFor(ada))
  await page.waitForURL(`**/recap/${recordingId}`)
})

test('a recording without a transcript, media or notes says so; the keys work without a mouse', { skip }, async () => {
  const { page } = await openSignedIn(its, ada)
  const bare = { transcript: null, ai_notes: null }
  await its.world.db
    .updateTable('recordings')
    .set(bare as never)
    .where('id', '=', 'r_remote_2')
    .execute()
  await page.goto('/recap/r_remote_2')
  await page.getByText('This recording has no transcript.').waitFor()
  await page.getByText('No notes were written for this recording.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Play' }).count(), 0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement.id'), 'main', 'the skip link leads to the content')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a browser that prefers German reads German', { skip }, async () => {
  const { page } = await its.openTab({ locale: 'de-DE' })
  await signInBy(page, await its.linkFor(ada))
  await page.goto('/notes')
  await page.getByRole('heading', { level: 1, name: 'Besprechungen' }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.lang'), 'de-DE')
  await page.goto(`/recap/${recordingId}`)
  await page.getByText('Montag, 7. September 2026').waitFor()
})
