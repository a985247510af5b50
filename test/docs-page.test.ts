/** The reference page in a real browser: it shows every operation and asks nothing of any other host. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventCatalog } from '../server/app/rooms.ts'
import { noBrowser, openBrowser } from './support/chromium.ts'
import { operationsOf } from './support/contract.ts'
import { openWorld } from './support/world.ts'

test('the reference page shows every operation and every event, from this host only', { skip: noBrowser }, async () => {
  await using world = await openWorld()
  await world.api.api.listen({ port: 0, host: '127.0.0.1' })
  const origin = world.api.api.listeningOrigin
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1_100, height: 1_400 } })
    page.setDefaultTimeout(120_000)
    const asked: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    page.on('pageerror', (error) => void complaints.push(error.message))
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    await page.goto(origin)
    assert.equal(page.url(), `${origin}/api/v1/docs`)
    const operations = page.getByRole('navigation', { name: 'Operations' })
    await operations.getByText('Who am I').waitFor()
    const count = operationsOf(world.api.document()).length + Object.keys(eventCatalog).length
    assert.equal(await operations.getByRole('listitem').count(), count)
    assert.equal(await page.getByRole('link', { name: 'Minutebook' }).first().getAttribute('href'), '/')
    assert.equal(await page.locator('html.dark-mode').count(), 0)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html.dark-mode').waitFor()
    const search = operations.getByRole('searchbox')
    const shown = operations.getByRole('listitem').filter({ visible: true })
    await search.fill('list NOTES')
    await operations.getByText(/^\d+ found$/).waitFor()
    const found = await shown.allTextContents()
    assert(found.length < 10 && found.includes('postList notes'), `${found}`)
    await shown.getByRole('link', { name: /List notes$/ }).click()
    await page.getByText('The notes that the caller may see').first().waitFor()
    await search.fill('talk_time')
    assert.deepEqual(await shown.allTextContents(), ['getGet the talk time'], 'by a part of its path')
    await search.fill('longest silence of the world')
    await operations.getByText('Nothing has these words.').waitFor()
    await search.fill('ai_note.generated event')
    await operations.getByRole('link', { name: /ai_note\.generated$/ }).click()
    await page.locator('.opblock.is-open', { hasText: 'ai_note.generated' }).first().waitFor()
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT })
    // Two pages that draw all of it at once take a busy machine minutes.
    await page.close()
    const phone = await browser.newPage({ viewport: { width: 375, height: 800 } })
    phone.setDefaultTimeout(120_000)
    await phone.goto(`${origin}/api/v1/docs`)
    await phone.getByRole('searchbox').fill('recordings/upload/list')
    await phone.getByRole('navigation').getByRole('link').filter({ visible: true }).last().click()
    await phone.locator('.responses-table').first().waitFor()
    assert.equal(await phone.evaluate('document.documentElement.scrollWidth'), 375, 'a phone shows it whole')
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:')),
      [],
    )
    assert.deepEqual(complaints, [])
  } finally {
    await browser.close()
  }
})
