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
  { name: 'home', path: '/', ready: (page) => page.locator('[data-item]').first().waitFor() },
  { name: 'uploads', path: '/uploads', ready: (page) => page.getByText('Your uploads').waitFor() },
  {
    name: 'uploads-transcript',
    path: '/uploads?by=transcript',
    ready: (page) => page.getByText('From a file').waitFor(),
  },
  { name: 'meetings', path: '/notes', ready: (page) => page.locator('[data-meeting]').first().waitFor() },
  {
    name: 'meetings-none',
    path: '/notes?title=nothing+like+this',
    ready: (page) => page.getByText('No meeting has').waitFor(),
  },
  {
    name: 'meetings-narrowed',
    path: '/notes?channel=ch_product&from=2026-01-01',
    ready: (page) => page.locator('[data-meeting]').first().waitFor(),
  },
  { name: 'recordings', path: '/recordings', ready: (page) => page.locator('[data-row]').first().waitFor() },
  { name: 'search', path: '/search?q=remote+control', ready: (page) => page.locator('mark').first().waitFor() },
  { name: 'search-begin', path: '/search', ready: (page) => page.getByText('What are you looking for').waitFor() },
  {
    name: 'search-none',
    path: '/search?q=%22nothing+like+this%22&speaker=Bo',
    ready: (page) => page.getByText('Nothing was found').waitFor(),
  },
  { name: 'items', path: '/items?whose=all', ready: (page) => page.getByText('Overdue').waitFor() },
  { name: 'items-done', path: '/items?state=done', ready: (page) => page.locator('[data-item]').first().waitFor() },
  {
    name: 'items-none',
    path: '/items?state=archived',
    ready: (page) => page.getByText('Nothing is archived').waitFor(),
  },
  { name: 'calendar', path: '/calendar', ready: (page) => page.getByRole('heading', { name: 'Feeds' }).waitFor() },
  { name: 'channels', path: '/channels', ready: (page) => page.getByText('Public channels to join').waitFor() },
  { name: 'channel', path: '/channel/ch_product', ready: (page) => page.locator('[data-meeting]').first().waitFor() },
  {
    name: 'channel-members',
    path: '/channel/ch_product?shows=members',
    ready: (page) => page.getByText('Add somebody').waitFor(),
  },
  {
    name: 'channel-outside',
    path: '/channel/ch_research',
    ready: (page) => page.getByText('You are not in this channel').waitFor(),
  },
  { name: 'recap', path: `/recap/${recordingId}`, ready: (page) => page.getByText('Talk time').waitFor() },
  {
    name: 'recap-transcript',
    path: `/recap/${recordingId}?t=200&q=remote`,
    ready: (page) => page.locator('mark').first().waitFor(),
  },
  { name: 'note', path: '/note/n_remote_1', ready: (page) => page.getByText('Invited').waitFor() },
  { name: 'not-found', path: '/note/none', ready: (page) => page.getByText('There is nothing here').waitFor() },
]
