/**
 * Debian's Chromium, without its own requests to the outside. Its headless shell is the same engine without a window, and
 * takes a quarter less processor time.
 */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { keepOrClose, takeKept } from './kept.ts'

const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const browserPath = process.env.CHROMIUM ?? programs.find((program) => existsSync(program))

/** Why tests in a browser are skipped. */
export const noBrowser =
  browserPath && existsSync(browserPath)
    ? false
    : `there is no browser at ${browserPath ?? programs[0]} (Debian: apt-get install chromium-headless-shell)`

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** @param more  arguments */
export const openBrowser = (more: string[] = []) =>
  chromium.launch({
    executablePath: browserPath!,
    args: [...quiet, '--disable-component-update', '--disable-sync', ...more],
  })

/** A browser of its own that hears this WAV from its microphone, again and again, and asks nobody. */
export async function openBrowserWithSound(wav: string) {
  const pretend = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  const browser = await openBrowser([...pretend, `--use-file-for-fake-audio-capture=${wav}`])
  return { browser, [Symbol.asyncDispose]: () => browser.close() }
}

/** A browser for a test file: the one of the file before, where there is one. Its contexts are closed with it. */
export async function borrowBrowser() {
  const browser = takeKept<Browser>('browser') ?? (await openBrowser())
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await keepOrClose('browser', browser, async () => browser.isConnected())
    },
  }
}
