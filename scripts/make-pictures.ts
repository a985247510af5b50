/**
 * Pictures of every page of the console with the demo world, as the real service shows them in Chromium: on a phone and wide, light
 * and dark, in `docs/pictures`. With names only the pages of these names (`npm run pictures -- recap note`).
 */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { type Look, looks, takeLook } from '../test/support/console-looks.ts'
import { consolePages, openPage, openViewer } from '../test/support/console-pages.ts'
import { type ConsoleWorld, openConsole } from '../test/support/console-world.ts'
import { globalSetup, globalTeardown } from '../test/support/setup.ts'

const folder = new URL('../docs/pictures/', import.meta.url)
const maxBytes = 3_000_000
const wanted = process.argv.slice(2)

const pictured = consolePages.filter(({ name, hasNoPicture }) => !hasNoPicture || wanted.includes(name))
const names = ['sign-in', ...pictured.map(({ name }) => name)]

await globalSetup()
try {
  await mkdir(folder, { recursive: true })
  await using its = await openConsole()
  if (isWanted('sign-in')) await takePictures('sign-in', await openSignIn(its))
  const viewer = await openViewer(its)
  for (const each of pictured.filter(({ name }) => isWanted(name))) {
    await openPage(its, viewer, each)
    await takePictures(each.name, viewer.page)
  }
} finally {
  await globalTeardown()
}
await removeOthers()
const bytes = await folderSize()
process.stdout.write(`${(bytes / 1e6).toFixed(2)} MB in ${fileURLToPath(folder)}\n`)
if (bytes > maxBytes) throw new Error(`The pictures are more than ${maxBytes / 1e6} MB together.`)

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name)
}

async function takePictures(name: string, page: Page): Promise<void> {
  for (const look of looks) await writeFile(new URL(fileOf(name, look), folder), await pictureOf(page, look))
  process.stdout.write(`${name}\n`)
}

function fileOf(name: string, { width, colorScheme }: Look): string {
  return `${name}-${width}-${colorScheme}.webp`
}

async function openSignIn(its: ConsoleWorld): Promise<Page> {
  const { page } = await its.openTab()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use an API key instead' }).waitFor()
  return page
}

/** Playwright itself writes no WebP. */
async function pictureOf(page: Page, look: Look): Promise<Buffer> {
  await takeLook(page, look)
  await page.waitForTimeout(300)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 40 })
  await devtools.detach()
  return Buffer.from(data, 'base64')
}

/** Pictures of pages that are no more. */
async function removeOthers(): Promise<void> {
  const known = new Set(names.flatMap((name) => looks.map((look) => fileOf(name, look))))
  for (const file of await readdir(folder)) if (!known.has(file)) await rm(new URL(file, folder))
}

async function folderSize(): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (file) => (await stat(new URL(file, folder))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
