/**
 * The parts of the console look as in `test/deep/design/`, and axe finds nothing in them. After a wanted change look at `/design/`, and accept it by
 * `ACCEPT=1 npm test -- test/deep/design.deep.ts`.
 */
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { borrowBrowser, noBrowser } from '../support/chromium.ts'
import { looks, takeLook, violations } from '../support/console-looks.ts'
import { differingTiles } from '../support/differing-tiles.ts'

const folder = new URL('design/', import.meta.url)
const maxBytes = 600_000
const isAccepted = process.env.ACCEPT === '1'

suite('with a browser', { skip: noBrowser }, () => {
  let vite: ViteDevServer
  let borrowed: { browser: Browser } & AsyncDisposable
  let page: Page
  const complaints: string[] = []
  before(async () => {
    const configFile = fileURLToPath(new URL('../../console/vite.config.ts', import.meta.url))
    vite = await createServer({ configFile, server: { port: 0, watch: null }, logLevel: 'silent' })
    await vite.listen()
    borrowed = await borrowBrowser()
    const { port } = vite.httpServer!.address() as AddressInfo
    const context = await borrowed.browser.newContext({
      baseURL: `http://localhost:${port}`,
      locale: 'en-GB',
      timezoneId: 'UTC',
    })
    page = await context.newPage()
    page.on('pageerror', ({ message }) => void complaints.push(message))
    await page.clock.setFixedTime('2026-11-27T10:00:00Z')
    await mkdir(folder, { recursive: true })
  })
  after(async () => {
    await borrowed?.[Symbol.asyncDispose]()
    await vite?.close()
  })

  for (const [name, hash, ready] of [
    ['parts', '', '.ProseMirror'],
    ['dialog', '#dialog', '[role=dialog] button'],
  ] as const) {
    for (const look of looks) {
      test(`${name}, ${look.width} px, ${look.colorScheme}`, async () => {
        await page.goto(`/design/${hash}`)
        await page.reload()
        await page.locator(ready).first().waitFor()
        await takeLook(page, look)
        await page.evaluate('document.fonts.ready')
        assert.deepEqual(await violations(page), [])
        const now = await pictureOf(page)
        const file = new URL(`${name}-${look.width}-${look.colorScheme}.webp`, folder)
        if (isAccepted) return await writeFile(file, now)
        const before = await readFile(file)
        assert.deepEqual(await differingTiles(page, before, now), [])
      })
    }
  }

  test('nothing complains', () => assert.deepEqual(complaints, []))

  test('the pictures are small', async () => {
    const sizes = await Promise.all(
      (await readdir(folder)).map(async (file) => (await stat(new URL(file, folder))).size),
    )
    assert.equal(sizes.length, 8)
    assert(sizes.reduce((sum, size) => sum + size) <= maxBytes, sizes.join())
  })
})

/** The whole page. Playwright itself writes no WebP. */
async function pictureOf(page: Page): Promise<Buffer> {
  await page.waitForTimeout(500)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 60,
    captureBeyondViewport: true,
  })
  await devtools.detach()
  return Buffer.from(data, 'base64')
}
