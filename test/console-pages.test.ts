/** Every page of the console, on a phone and wide, light and dark: no complaint, nothing too wide, nothing that axe finds serious. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { noBrowser } from './support/chromium.ts'
import { lookAt } from './support/console-looks.ts'
import { consolePages, openPage } from './support/console-pages.ts'
import { type ConsoleWorld, openConsole } from './support/console-world.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole()
})
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser

test('the sign-in page', { skip }, async () => {
  const { page, complaints } = await its.openTab()
  await page.goto(await its.linkFor('ada@acme.test'))
  await page.getByRole('button', { name: 'Sign in with this link' }).waitFor()
  const found = await lookAt(page, 'sign-in-link')
  await page.reload()
  await page.getByRole('button', { name: 'Sign in with a key' }).waitFor()
  found.push(...(await lookAt(page, 'sign-in')))
  assert.deepEqual(found, [])
  assert.deepEqual(complaintsBut(/401/, complaints), [])
})

for (const each of consolePages) {
  test(each.name, { skip }, async () => {
    const { page, context, complaints } = await openPage(its, each)
    assert.deepEqual(await lookAt(page, each.name), [])
    assert.deepEqual(complaintsBut(/401|404|412|410 .*\/api\/v1\/changes/, complaints), [])
    await context.close()
  })
}

const complaintsBut = (expected: RegExp, complaints: string[]) => complaints.filter((each) => !expected.test(each))
