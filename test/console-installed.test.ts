/** The console as an installed app: opens without a connection, takes shared sound, and shows a number on its icon. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openConsole, openSignedIn } from './support/console-world.ts'
import { isTrue } from './support/waiting.ts'

suite('with a browser', { skip: noBrowser }, () => {
  let its: ConsoleWorld
  before(async () => {
    its = await openConsole()
  })
  afterEach(() => its.closeTabs())
  after(() => its?.[Symbol.asyncDispose]())

  const openInstalled = () => openSignedIn(its, 'ada@acme.test', '/', { serviceWorkers: 'allow' })
  const controlled = (page: Page) => isTrue(page, 'navigator.serviceWorker.controller !== null')

  test('browsers can install it; without a connection it opens, and nothing but the page is stored', async () => {
    const { page, context, complaints } = await openInstalled()
    await controlled(page)
    const devtools = await context.newCDPSession(page)
    const { errors } = await devtools.send('Page.getAppManifest')
    // The pages of this test are in a private window.
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
    assert.deepEqual([errors, others, complaints], [[], [], []])

    await page.reload()
    await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
    await context.setOffline(true)
    await page.reload()
    await page.getByText('The connection is lost').waitFor()
    const stored = `caches.keys().then((names) => Promise.all(names.map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname))))`
    assert.deepEqual(await page.evaluate(stored), [['/']])
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
  })

  /** What the system does when a person shares a file. */
  const share = (page: Page) =>
    page.evaluate(`{
      const files = new DataTransfer()
      files.items.add(new File(['sound'], 'Walk_to_work.m4a', { type: 'audio/mp4' }))
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'file', files: files.files })
      const form = Object.assign(document.createElement('form'), { action: '/share', method: 'post', enctype: 'multipart/form-data' })
      form.append(input)
      document.body.append(form)
      form.submit()
    }`)

  test('sound that another app shares waits on the uploads page; if it is gone, the page says so', async () => {
    const { page } = await openInstalled()
    await controlled(page)
    await share(page)
    await page.waitForURL(/\/uploads$/)
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Walk to work')
    await page.goto('/uploads?shared=yes')
    await page.getByText('What was shared has not arrived').waitFor()
  })

  test('what is shared before signing in is there afterwards', async () => {
    const { page, context } = await openInstalled()
    await controlled(page)
    await context.clearCookies()
    // A page that was Ada's would hear that her session has ended.
    await page.goto('/sign-in')
    await share(page)
    await page.waitForURL('**/sign-in?return_to=*')
    await page.evaluate(`location.hash = '${new URL(await its.linkFor('ada@acme.test')).hash}'`)
    await page.getByRole('button', { name: 'Sign in with this link' }).click()
    await page.waitForURL(/\/uploads$/)
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Walk to work')
  })

  test('the icon has the number of open items, until the person signs out', async () => {
    const { page } = await openSignedIn(its, 'ada@acme.test')
    await page.addInitScript(`{
      const match = matchMedia.bind(window)
      window.matchMedia = (query) => query.includes('standalone') ? { matches: true } : match(query)
      navigator.setAppBadge = async (count) => { localStorage.setItem('badge', count) }
      navigator.clearAppBadge = async () => { localStorage.removeItem('badge') }
    }`)
    await page.goto('/items')
    await isTrue(page, `Number(localStorage.getItem('badge')) > 0`)
    const boxes = page.getByRole('main').getByRole('checkbox')
    assert.equal(await page.evaluate(`Number(localStorage.getItem('badge'))`), await boxes.count())
    await page.getByRole('button', { name: 'Account of' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    assert.equal(await page.evaluate(`localStorage.getItem('badge')`), null)
  })
})
