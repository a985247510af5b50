/** The console as people meet it: built, served by the real service over a socket, with the demo world and a sound to play. */
import assert from 'node:assert/strict'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core'
import { buildConsole } from '../../scripts/console-build.ts'
import { tokenFor } from './browser.ts'
import { borrowBrowser } from './chromium.ts'
import { openDemoDatabase } from './demo-database.ts'
import { openWorld, type World } from './world.ts'

/** A recording of the demo world with transcript, AI notes and items. */
export const recordingId = 'r_remote_1'

export type ConsoleWorld = Awaited<ReturnType<typeof openConsole>>

/**
 * @param port  where it listens; any without it
 * @param openBrowser  another browser than the usual one
 */
export async function openConsole(settings: Record<string, string> = {}, port = 0, openBrowser = borrowBrowser) {
  await buildConsole(() => {})
  const ownSettings = { CONSOLE: 'on', PUBLIC_URL: '', ...settings }
  const world = await openWorld(ownSettings, { anew: true, database: await openDemoDatabase() })
  // A browser drops cookies that have expired by its own clock.
  world.advance({ seconds: (Date.now() - world.base.clock().getTime()) / 1_000 })
  await addSound(world)
  await addAssistants(world)
  await world.api.api.listen({ port, host: '127.0.0.1' })
  const borrowed = await openBrowser()
  const origin = world.api.api.listeningOrigin
  return {
    world,
    origin,
    linkFor: async (email: string) => `${origin}/sign-in#token=${await tokenFor(world, email)}`,
    openTab: (options?: BrowserContextOptions) => openTab(borrowed.browser, origin, options),
    /** After a test, because a tab that is left open goes on asking what changed. */
    closeTabs: async () => void (await Promise.all(borrowed.browser.contexts().map(closeTab))),
    async [Symbol.asyncDispose]() {
      await borrowed[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}

/** A new browser as far as cookies go. `complaints` are errors of scripts, and what the browser refused to load. */
async function openTab(browser: Browser, origin: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    // Requests that a service worker answers cannot be held up or refused by a test.
    serviceWorkers: 'block',
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...options,
  })
  const page = await context.newPage()
  // How long a hanging page is waited for; what is fast enough is measured by `npm run bench -- console`.
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => void complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) complaints.push(`asked ${url}`)
  })
  /** The complaints that are not like this. */
  const unexpected = (expected: RegExp) => complaints.filter((each) => !expected.test(each))
  return { page, context, complaints, unexpected }
}

/** By the sign-in page, as a person does it. */
export async function signInBy(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: /with this link|mit diesem Link/i }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

/** A request that a test answers itself may still be under way. */
async function closeTab(context: BrowserContext): Promise<void> {
  const pages = context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' }))
  await Promise.all([...pages, context.unrouteAll({ behavior: 'ignoreErrors' })])
  await context.close()
}

/**
 * A new browser in which this person is signed in, at a page if one is named. It signs in by a request: what the sign-in page
 * does is tested where it is opened.
 */
export async function openSignedIn(
  its: ConsoleWorld,
  email: string,
  path?: string,
  options: BrowserContextOptions = {},
) {
  const tab = await its.openTab(options)
  const headers = { origin: options.baseURL ?? its.origin }
  const data = { token: await tokenFor(its.world, email) }
  const answer = await tab.context.request.post('/api/v1/session', { data, headers })
  assert.equal(answer.status(), 201)
  if (path) await tab.page.goto(path)
  return tab
}

/** From now on this tab does not hear what others change, until it writes itself. */
export const hearNothing = (page: Page): Promise<unknown> => page.route('**/api/v1/changes*', () => {})

/**
 * All sessions end, but not before this page sends such a request. If they ended earlier, another request that the page
 * still waits for could be the first to be refused.
 */
export function endSessionsAt(page: Page, { world }: ConsoleWorld, url: string): Promise<unknown> {
  const endSessions = async (route: Route) => {
    await world.db.deleteFrom('sessions').execute()
    await route.continue()
  }
  return page.route(url, endSessions, { times: 1 })
}

/** Ada, with her administrator rights, on a page of the administration. */
export async function openAdmin(its: ConsoleWorld, tab = 'people') {
  const opened = await openSignedIn(its, 'ada@acme.test', `/admin?tab=${tab}`)
  await opened.page.getByRole('button', { name: 'Take administrator rights', exact: true }).click()
  await opened.page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor()
  return opened
}

/** A tone as long as the transcript. */
async function addSound({ db, base }: World): Promise<void> {
  const sound = tone(1_050)
  const file = await base.media.write(
    (async function* () {
      yield sound
    })(),
  )
  const ids = { workspace_id: await workspaceId(db), recording_id: recordingId }
  const row = { ...ids, file, content_type: 'audio/wav', file_name: 'Kick-off.wav', media_bytes: sound.length }
  await db.insertInto('recording_media').values(row).execute()
}

const assistant = { id: 'asst_desk', name: 'Desk helper', redirect_uris: ['http://127.0.0.1/callback'] }

/** Where an assistant that is registered here leads people to. */
export const consentPath = `/consent?${new URLSearchParams({
  client_id: assistant.id,
  redirect_uri: assistant.redirect_uris[0]!,
  response_type: 'code',
  scope: 'read write',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
})}`

/** One that asks, and one that Ada let in. */
async function addAssistants({ db, base }: World): Promise<void> {
  const now = base.clock()
  await db
    .insertInto('oauth_clients')
    .values({ ...assistant, created_at: now, last_used_at: now })
    .execute()
  const { workspace_id, id: user_id } = await db
    .selectFrom('users')
    .select(['workspace_id', 'id'])
    .where('email', '=', 'ada@acme.test')
    .executeTakeFirstOrThrow()
  const year = new Date(now.getTime() + 365 * 86_400_000)
  await db
    .insertInto('oauth_grants')
    .values({
      workspace_id,
      id: 'gr_cloud',
      user_id,
      client_id: 'https://cloud.example/assistant.json',
      client_name: 'Cloud helper',
      redirect_uri: 'https://cloud.example/callback',
      scopes: ['read'],
      resource: 'https://elsewhere.test/mcp',
      created_at: now,
      expires_at: year,
      last_used_at: now,
      code_hash: Buffer.from('code'),
      code_challenge: '',
      code_expires_at: now,
      code_used_at: now,
      refresh_expires_at: year,
    })
    .execute()
}

async function workspaceId(db: World['db']): Promise<string> {
  const { id } = await db
    .selectFrom('workspaces')
    .select('id')
    .where('subdomain', '=', 'acme')
    .executeTakeFirstOrThrow()
  return id
}

/** PCM of 8 bits and 4,000 Hz; browsers play nothing below 3,000. */
function tone(seconds: number): Buffer {
  const hertz = 4_000
  const head = Buffer.alloc(44)
  const samples = hertz * seconds
  head.write('RIFF')
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(hertz, 24)
  head.writeUInt32LE(hertz, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  const sound = Buffer.from(Array.from({ length: hertz }, (_, at) => 128 + Math.round(20 * Math.sin(at))))
  return Buffer.concat([head, ...Array.from({ length: seconds }, () => sound)])
}
