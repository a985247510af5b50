/** Administration → Installation → Models in a real browser: installed by a press, watched, cancelled, removed. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openAdmin, openConsole } from './support/console-world.ts'
import { useSmallModels } from './support/small-models.ts'

const skip = noBrowser
let its: ConsoleWorld
let folder: string
before(async () => {
  if (skip) return
  folder = await mkdtemp(join(tmpdir(), 'minutebook-console-models-'))
  its = await openConsole({ MODELS_DIR: folder, MODELS_FROM_CONSOLE: 'on' })
})
afterEach(() => its?.closeTabs())
after(async () => {
  await its?.[Symbol.asyncDispose]()
  if (folder) await rm(folder, { recursive: true })
})

const small = 'Transcription, small'
const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })

test('a model is installed by a press: size, licence, progress, cancelled and again; then removed', {
  skip,
}, async () => {
  const { promise: letGo, resolve: go } = Promise.withResolvers<void>()
  let answers = 0
  await using _ = await useSmallModels(its.world, (__, response, { path, bytes, etag }) => {
    if (!path.startsWith('/parakeet') || answers++ > 1) return false
    response.writeHead(200, { 'content-length': bytes.length, etag })
    // With the detector, which comes first, half of all.
    response.write(bytes.subarray(0, 149_000))
    void letGo.then(() => response.end(bytes.subarray(149_000)))
    return true
  })
  const { page, unexpected } = await openAdmin(its, 'begin')
  const step = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Transcription', exact: true }) })
  await step.getByRole('link', { name: 'Install it here' }).click()
  await row(page, small)
    .getByText(/Download 302 kB, 302 kB on the disk, about 600 MB of memory while it works\. Licence: MIT\./)
    .waitFor()
  const install = page.getByRole('button', { name: `Install: ${small}` })
  await install.click()
  const bar = page.getByRole('progressbar', { name: `Installation of ${small}` })
  await page.getByText(/Downloading · 50% \(151 kB\)/).waitFor()
  assert.equal(Math.round(Number(await bar.getAttribute('aria-valuenow'))), 50)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await bar.waitFor({ state: 'detached' })
  await install.click()
  await page.getByText(/Downloading · 50%/).waitFor()
  go()
  await row(page, small).getByText('Installed', { exact: true }).waitFor()
  // It counts at once.
  await page.getByText('Recordings are transcribed by parakeet-tdt-110m.en (local).').waitFor()
  await page.getByRole('button', { name: 'Actions for silero-vad' }).click()
  await page.getByRole('menuitem', { name: 'Remove …' }).click()
  await page.getByRole('dialog', { name: 'Remove silero-vad?' }).getByRole('button', { name: 'Remove' }).click()
  await install.waitFor()
  await page.getByText('Recordings cannot be transcribed').waitFor()
  assert.deepEqual(unexpected(/^$/), [])
})

test('a failure is said in plain words, and too little space before anything is loaded', { skip }, async () => {
  await using small = await useSmallModels(its.world, (_, response) => {
    response.writeHead(404).end()
    return true
  })
  const { page, unexpected } = await openAdmin(its, 'installation')
  const install = page.getByRole('button', { name: 'Install: Transcription, small' })
  await install.click()
  await page.getByRole('alert').getByText('The publisher does not send the file.').waitFor()
  small.disk.free = 0
  await install.click()
  await page.getByText(/speech-small needs 1 MB, and 0 MB may be used/).waitFor()
  assert.deepEqual(unexpected(/507/), [])
})

test('where only the operator may, there are the commands, and no buttons', { skip }, async () => {
  await using _ = await useSmallModels(its.world)
  const { page, unexpected } = await openAdmin(its, 'people')
  await page.route('**/api/v1/models', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), from_console: false } })
  })
  await page.goto('/admin?tab=installation')
  await row(page, small).getByText('npx --no minutebook models add speech-small', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Install/ }).count(), 0)
  assert.deepEqual(unexpected(/^$/), [])
})
