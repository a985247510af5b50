/**
 * `npm run bench -- console [NOTES] [ROUNDS]`: how soon the console shows the first row of a list and a usable recap, in Chromium, in
 * a workspace of 100,000 notes, next to a bare page that asks for the same JSON at once and prints it; and how much JavaScript a
 * recap loads. Chromium, server and PostgreSQL share the machine. `slow`: with a quarter of the processor; the network is not slowed.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { buildConsole } from '../scripts/console-build.ts'
import { OperatorError } from '../server/platform/errors.ts'
import { noBrowser, openBrowser } from '../test/support/chromium.ts'
import { prepareConsole, recordingId } from './console-world.ts'
import { printTable } from './print-table.ts'
import { quantile } from './quantile.ts'

const maxScriptBytes = 200_000
const maxOfBare = 1.5
const slowBy = 4

/** `isReady`: in the page, whether what one came for is there. */
type Case = { name: string; path: string; isReady: string }

const cases: Case[] = [
  { name: 'first row of the meetings', path: '/notes', isReady: "document.querySelector('[data-meeting]')" },
  {
    name: 'usable recap',
    path: `/recap/${recordingId}`,
    // Its transcript, and the AI notes with the way to a moment.
    isReady: `document.querySelector('[data-index] p a') && document.querySelector('a[aria-label^="Go to"]')`,
  },
]
const barePrinted = "document.querySelector('pre')"

type Asked = { path: string; method: string; headers: Record<string, string>; body?: string }
type Times = { console: number[]; again: number[]; slow: number[]; bare: number[] }

export async function run([notes = '100000', rounds = '20']: string[]): Promise<void> {
  if (noBrowser) throw new OperatorError(`The console is measured in a browser, but ${noBrowser}.`)
  await buildConsole((line) => console.log(line))
  const token = await prepareConsole(Number(notes))
  const server = fork(new URL('console-server.ts', import.meta.url), { stdio: 'inherit' })
  const [{ origin }] = (await once(server, 'message')) as [{ origin: string }]
  const browser = await openBrowser()
  try {
    const open = await signIn(browser, origin, token)
    const table = []
    for (const each of cases) {
      const { asked, scripts } = await firstLook(open, each)
      await printScripts(each, scripts)
      table.push({ each, asked, times: await measure(open, each, asked, Number(rounds)) })
    }
    print(table)
  } finally {
    await browser.close()
    server.disconnect()
    await once(server, 'exit')
  }
}

type Open = () => Promise<BrowserContext>

/** @returns opens browsers without a cache that are signed in */
async function signIn(browser: Browser, baseURL: string, token: string): Promise<Open> {
  const context = await browser.newContext({ baseURL })
  const answer = await context.request.post('/api/v1/session', { data: { token }, headers: { origin: baseURL } })
  if (!answer.ok()) throw new Error(await answer.text())
  const storageState = await context.storageState()
  await context.close()
  return () => browser.newContext({ baseURL, storageState, locale: 'en-GB', viewport: { width: 1_280, height: 900 } })
}

/** What the page asks of the API until it is ready, and the scripts that it loads. */
async function firstLook(open: Open, each: Case): Promise<{ asked: Asked[]; scripts: string[] }> {
  const context = await open()
  const page = await context.newPage()
  const [answered, scripts]: [Request[], string[]] = [[], []]
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) answered.push(request)
    if (request.resourceType() === 'script') scripts.push(pathname)
  })
  await timeOf(page, each.path, each.isReady)
  const asked = answered.map(askedBy)
  await page.waitForTimeout(1_000)
  await context.close()
  return { asked, scripts }
}

function askedBy(request: Request): Asked {
  const { pathname, search } = new URL(request.url())
  const body = request.postData() ?? undefined
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return { path: pathname + search, method: request.method(), headers, ...(body !== undefined && { body }) }
}

/** In turns, so that other load of the machine affects all of them equally. */
async function measure(open: Open, { path, isReady }: Case, asked: Asked[], rounds: number): Promise<Times> {
  const times: Times = { console: [], again: [], slow: [], bare: [] }
  const bare = `/bare#${encodeURIComponent(JSON.stringify(asked))}`
  for (let round = 0; round < rounds; round++) {
    const [first, other] = [await open(), await open()]
    times.console.push(await timeOf(await first.newPage(), path, isReady))
    times.bare.push(await timeOf(await other.newPage(), bare, barePrinted))
    times.again.push(await timeOf(await first.newPage(), path, isReady))
    const slow = await open()
    times.slow.push(await timeOf(await slowed(await slow.newPage()), path, isReady))
    for (const each of [first, other, slow]) await each.close()
  }
  return times
}

async function slowed(page: Page): Promise<Page> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowBy })
  return page
}

/** @returns milliseconds from the start of the navigation until what the page waits for is painted */
async function timeOf(page: Page, path: string, isReady: string): Promise<number> {
  const ready = Promise.withResolvers<number>()
  await page.exposeFunction('tellReady', ready.resolve)
  await page.addInitScript(`{
    const look = () => requestAnimationFrame(() => {
      if (${isReady}) requestAnimationFrame(() => tellReady(performance.now()))
      else look()
    })
    look()
  }`)
  await page.goto(path, { waitUntil: 'commit' })
  const late = setTimeout(() => ready.reject(new Error(`${path} was not ready after a minute`)), 60_000)
  return ready.promise.finally(() => clearTimeout(late))
}

async function printScripts({ name }: Case, scripts: string[]): Promise<void> {
  const files = await Promise.all(scripts.map(async (path) => ({ path, bytes: await brotliBytes(path) })))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const kB = (size: number) => `${(size / 1_000).toFixed(1)} kB`
  const verdict = bytes <= maxScriptBytes ? 'met' : 'MISSED'
  console.log(
    `${name}: ${files.length} scripts, ${kB(bytes)} by brotli (goal ${kB(maxScriptBytes)}: ${verdict}), the largest:`,
  )
  const largest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, 6)
  console.log(largest.map((file) => `  ${file.path} ${kB(file.bytes)}`).join('\n'))
}

/** As they are sent: small files are not compressed ahead. */
async function brotliBytes(path: string): Promise<number> {
  const file = new URL(`../console/dist${path}`, import.meta.url)
  const compressed = await stat(new URL(`${file.href}.br`)).catch(() => null)
  return compressed?.size ?? brotliCompressSync(await readFile(file)).length
}

function print(table: { each: Case; asked: Asked[]; times: Times }[]): void {
  const header = [
    'until',
    'requests',
    'bare p50 ms',
    'p95 ms',
    'empty cache p50 ms',
    'p95 ms',
    'of bare',
    ...['opened again p50 ms', 'p95 ms', 'of bare'],
    ...[`${slowBy} times slower, empty cache p50 ms`, 'p95 ms'],
  ]
  const rows = table.map(({ each, asked, times }) => {
    const at = (values: number[], share: number) => quantile(values, share).toFixed(0)
    const both = (values: number[]) => [at(values, 0.5), at(values, 0.95)]
    const ofBare = (share: number) => (quantile(times.console, share) / quantile(times.bare, share)).toFixed(2)
    return [
      ...[each.name, String(asked.length), ...both(times.bare), ...both(times.console)],
      ...[`${ofBare(0.5)}, ${ofBare(0.95)}`, ...both(times.again)],
      (quantile(times.again, 0.5) / quantile(times.bare, 0.5)).toFixed(2),
      ...both(times.slow),
    ]
  })
  printTable(header, rows)
  console.log(`\nThe goal is ${maxOfBare} of bare, at p50 and p95.`)
}
