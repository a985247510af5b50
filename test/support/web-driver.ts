/** Debian's Chromium and WebKit (MiniBrowser), driven by W3C WebDriver. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Driver } from './driver.ts'
import { freePort } from './free-port.ts'
import { waitFor } from './waiting.ts'

/** Why tests in this browser are skipped. */
const lacking = (packages: string, ...programs: string[]) =>
  programs.every((program) => existsSync(program)) ? false : `Debian: apt-get install ${packages}`

const chromeDriver = '/usr/bin/chromedriver'
const webKitDriver = '/usr/bin/WebKitWebDriver'
const xvfb = '/usr/bin/Xvfb'
const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')

export const noChromeDriver = lacking('chromium-driver', chromeDriver)
export const noWebKit = lacking('webkit2gtk-driver xvfb', webKitDriver, xvfb)

/** @param options  of the browser, such as a pretended microphone */
export async function openChromium(options: string[] = []): Promise<Driver> {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', ...options]
  return openDriver(chromeDriver, { browserName: 'chrome', 'goog:chromeOptions': { args } })
}

/** WebKit has no mode without a window: it gets a display that nobody sees. Its microphone is pretended. */
export async function openWebKit(): Promise<Driver> {
  const screen = ['-displayfd', '1', '-screen', '0', '1600x1300x24', '-nolisten', 'tcp']
  const display = spawn(xvfb, screen, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [number] = await once(createInterface(display.stdout), 'line')
  const browser = { binary: miniBrowser, args: ['--automation', '--enable-mock-capture-devices=true'] }
  const driver = await openDriver(webKitDriver, { 'webkitgtk:browserOptions': browser }, { DISPLAY: `:${number}` })
  return {
    ...driver,
    async [Symbol.asyncDispose]() {
      await driver[Symbol.asyncDispose]()
      await end(display)
    },
  }
}

/** With its buttons at their usual size the window of MiniBrowser is no narrower than 447 px. */
const narrow = 'button, entry, box { padding: 0; margin: 0; border: 0; min-width: 0 }'

async function openDriver(program: string, capabilities: object, env: object = {}): Promise<Driver> {
  const port = await freePort()
  const home = await mkdtemp(join(tmpdir(), 'minutebook-browser-'))
  await mkdir(join(home, 'gtk-3.0'))
  await writeFile(join(home, 'gtk-3.0', 'gtk.css'), narrow)
  const own = {
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_CONFIG_HOME: home,
    LANG: 'en_GB.UTF-8',
    TZ: 'Europe/Berlin',
    ...env,
  }
  const server = spawn(program, [`--port=${port}`], { env: { ...process.env, ...own }, stdio: 'ignore' })
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const sent = body && { body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await waitFor(() =>
    call('GET', '/status').then(
      () => true,
      () => false,
    ),
  )
  const given = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId } = (await call('POST', '/session', given)) as { sessionId: string }
  const at = `/session/${sessionId}`
  return {
    open: (url) => call('POST', `${at}/url`, { url }),
    async evaluate(expression) {
      const script = `const done = arguments[arguments.length - 1]
        Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }))`
      const { value, error } = (await call('POST', `${at}/execute/async`, { script, args: [] })) as {
        value?: unknown
        error?: string
      }
      if (error) throw new Error(`${error} in ${expression}`)
      return value
    },
    act: (actions) => call('POST', `${at}/actions`, { actions }),
    async picture() {
      return Buffer.from((await call('GET', `${at}/screenshot`)) as string, 'base64')
    },
    async resize(width, height) {
      await call('POST', `${at}/window/rect`, { width, height })
      // The window is larger than the page in it.
      const inside = (await call('POST', `${at}/execute/sync`, { script: 'return innerHeight', args: [] })) as number
      await call('POST', `${at}/window/rect`, { width, height: 2 * height - inside })
    },
    async [Symbol.asyncDispose]() {
      await call('DELETE', at).catch(() => {})
      await end(server)
      await rm(home, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return
  program.kill()
  await once(program, 'exit')
}
