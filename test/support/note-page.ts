/** A note's page with its editor, for the tests of the console. */
import type { Page } from 'playwright-core'
import { type ConsoleWorld, hearNothing, openSignedIn } from './console-world.ts'

export const marker = '::agenda{version=1}\n\n'

/**
 * A tab of this person at a page.
 * @param isLive  false: the tab does not hear what others change until it writes itself
 */
export async function tabOf(its: ConsoleWorld, email: string, path: string, { isLive = true } = {}) {
  const tab = await openSignedIn(its, email, undefined, { viewport: { width: 1_280, height: 900 } })
  if (!isLive) await hearNothing(tab.page)
  await tab.page.goto(path)
  return tab
}

export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Agenda' })
export const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

/** Does this, and waits until the service has what it changed: "Saving …" may be there for too short a time to be seen. */
export async function savedAfter(page: Page, change: () => Promise<unknown>): Promise<void> {
  const isWrite = (method: string, url: string) => method !== 'GET' && url.includes('/api/v1/note/')
  const stored = page.waitForResponse((answer) => isWrite(answer.request().method(), answer.url()))
  await change()
  await stored
  await saved(page)
}

/** What the service holds, as the person of this page reads it. */
export async function held(page: Page, noteId: string) {
  const { note } = await (await page.request.get(`/api/v1/note/${noteId}`)).json()
  return { title: note.title as string, markup: note.content_native_markdown as string }
}

/** A note of the page's person with this agenda, which the others may edit too. */
export async function newNote(its: ConsoleWorld, page: Page, rows: string[], others: string[]): Promise<string> {
  const headers = { origin: its.origin }
  const data = { title: 'Plans', content_native_markdown: rows.length === 0 ? '' : marker + rows.join('\n') }
  const { note } = await (await page.request.post('/api/v1/note', { data, headers })).json()
  for (const user of others)
    await page.request.post(`/api/v1/note/${note.id}/share`, { data: { user, can_edit: true }, headers })
  return note.id
}
