/** The reference page in a real browser: it shows every operation and asks nothing of any other host. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
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
    await page.locator('.opblock').first().waitFor()
    const operations = operationsOf(world.api.document())
    const events = Object.keys(eventCatalog)
    const drawn = new Set<string>()
    await scrollThrough(page, async () => {
      const ids = await page.evaluate("[...document.querySelectorAll('.opblock')].map(({ id }) => id)")
      for (const id of ids as string[]) drawn.add(id)
      return drawn.size === operations.length + events.length
    })
    assert.equal(drawn.size, operations.length + events.length)
    assert.equal(await page.getByRole('link', { name: 'Minutebook' }).first().getAttribute('href'), '/')
    assert.equal(await page.locator('html.dark-mode').count(), 0)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html.dark-mode').waitFor()
    await scrollTo(page, 'List notes')
    await page.getByText('List notes').first().click()
    await page.getByText('The notes that the caller may see').first().waitFor()
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT })
    // Two pages that draw all of it at once take a busy machine minutes.
    await page.close()
    const phone = await browser.newPage({ viewport: { width: 375, height: 800 } })
    phone.setDefaultTimeout(120_000)
    await phone.goto(`${origin}/api/v1/docs`)
    await phone.locator('.opblock').first().waitFor()
    await scrollTo(phone, '/api/v1/recordings/upload/list')
    await phone.getByText('/api/v1/recordings/upload/list').first().click()
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

const scrollTo = (page: Page, text: string) => scrollThrough(page, async () => (await page.getByText(text).count()) > 0)

/** From the top to the end, since of a long list only what is near the visible part is drawn. */
async function scrollThrough(page: Page, isDone: () => Promise<boolean>): Promise<void> {
  await page.evaluate('scrollTo(0, 0)')
  for (;;) {
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50)))')
    if (await isDone()) return
    const isAtEnd = await page.evaluate(
      'scrollY + innerHeight >= document.documentElement.scrollHeight - 1 || void scrollBy(0, innerHeight / 2)',
    )
    if (isAtEnd === true) return
  }
}
