/** Every page of the console, as tests look at it and as its pictures show it. */
import type { Page } from 'playwright-core'
import { recordingId } from './console-world.ts'

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
  {
    name: 'recap-correcting',
    path: `/recap/${recordingId}?t=0`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Edit the notes' }).click()
      await page
        .getByRole('button', { name: /^Correct what/ })
        .first()
        .click()
      await page.getByRole('textbox', { name: 'Words' }).first().waitFor()
    },
  },
  { name: 'note', path: '/note/n_remote_1', ready: (page) => page.getByRole('textbox', { name: 'Agenda' }).waitFor() },
  {
    name: 'note-sharing',
    path: '/note/n_remote_1',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByRole('combobox', { name: 'Publish in' }).waitFor()
    },
  },
  {
    name: 'note-item',
    path: '/note/n_remote_1',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^People and date of/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Due', exact: true }).waitFor()
    },
  },
  {
    name: 'note-to-read',
    path: '/note/n_games_4',
    ready: (page) => page.getByText('You can read this agenda').waitFor(),
  },
  { name: 'not-found', path: '/note/none', ready: (page) => page.getByText('There is nothing here').waitFor() },
]
