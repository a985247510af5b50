/** Every page of the console, on a phone and wide, light and dark: no complaint, nothing too wide, nothing that axe finds serious. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { noBrowser } from './support/chromium.ts'
import { lookAt } from './support/console-looks.ts'
import { consolePages, openPage, openViewer } from './support/console-pages.ts'
import { type ConsoleWorld, openConsole, recordingId } from './support/console-world.ts'
import { someOf } from './support/random.ts'

let its: ConsoleWorld
let viewer: Awaited<ReturnType<typeof openViewer>>
before(async () => {
  if (noBrowser) return
  its = await openConsole()
  viewer = await openViewer(its)
})
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser

test('the sign-in page', { skip }, async () => {
  const { page, unexpected } = await its.openTab()
  await page.goto(await its.linkFor('ada@acme.test'))
  await page.getByRole('button', { name: 'Sign in with this link' }).waitFor()
  const found = await lookAt(page, 'sign-in-link')
  await page.reload()
  await page.getByRole('button', { name: 'Use an API key instead' }).waitFor()
  found.push(...(await lookAt(page, 'sign-in')))
  assert.deepEqual(found, [])
  assert.deepEqual(unexpected(/401/), [])
})

for (const each of someOf(consolePages)) {
  test(each.name, { skip }, async () => {
    await openPage(its, viewer, each)
    assert.deepEqual(await lookAt(viewer.page, each.name), [])
    // Rights end between two pages, and a look at erasures or recorders may be under way then.
    assert.deepEqual(
      viewer.unexpected(/401|404|412|410 .*\/api\/v1\/changes|403 .*\/api\/v1\/(erasures|recorders)/),
      [],
    )
  })
}

test('long names and many marks fit on a phone', { skip }, async () => {
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
  const { page } = viewer
  await page.evaluate('sessionStorage.clear()')
  await page.evaluate("fetch('/api/v1/session/elevate', { method: 'POST' })")
  const headers = { origin: its.origin }
  const key = { name: long, scopes: ['read', 'write', 'webhooks', 'admin', 'scim'], super_admin: true }
  assert.equal((await page.request.post('/api/v1/api_key', { data: key, headers })).status(), 201)
  const person = { full_name: long, active: false, admin: true, legal_hold: 'Case' }
  await its.world.db.updateTable('users').set(person).where('email', '=', 'bo@acme.test').execute()
  await its.world.db.updateTable('channels').set({ title: long }).execute()
  await page.setViewportSize({ width: 390, height: 820 })
  for (const [path, text] of [
    ['/developer', long],
    ['/admin', long],
    ['/channel/ch_product?shows=members', long],
    ['/items?whose=all', long],
    ['/note/n_remote_1', long],
    [`/recap/${recordingId}`, long],
  ] as const) {
    await page.goto(path)
    await page.getByText(text).first().waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, path)
  }
})
