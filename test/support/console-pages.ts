/** Every page of the console, as tests look at it and as its pictures show it. */
import type { Page } from 'playwright-core'
import { consentPath, recordingId } from './console-world.ts'

export type ConsolePage = {
  /** Names its picture. */
  name: string
  path: string
  /** Waits until everything that belongs on it is there. */
  ready: (page: Page) => Promise<unknown>
}

/** Opened by a signed-in super admin of the demo world. */
export const consolePages: ConsolePage[] = [
  { name: 'meetings', path: '/', ready: (page) => page.locator('[data-meeting]').first().waitFor() },
  {
    name: 'meetings-none',
    path: '/?title=nothing+like+this',
    ready: (page) => page.getByText('No meeting has').waitFor(),
  },
  { name: 'recap', path: `/recap/${recordingId}`, ready: (page) => page.getByText('Talk time').waitFor() },
  {
    name: 'recap-transcript',
    path: `/recap/${recordingId}?t=200&q=remote`,
    ready: (page) => page.locator('mark').first().waitFor(),
  },
  { name: 'note', path: '/note/n_remote_1', ready: (page) => page.getByText('Invited').waitFor() },
  { name: 'consent', path: consentPath, ready: (page) => page.getByRole('button', { name: 'Allow' }).waitFor() },
  {
    name: 'assistants',
    path: '/account/assistants',
    ready: (page) => page.getByText('Cloud helper', { exact: true }).waitFor(),
  },
  { name: 'not-found', path: '/note/none', ready: (page) => page.getByText('There is nothing here').waitFor() },
]
