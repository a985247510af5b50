/** Debian's Chromium, without its own requests to the outside, and without what only its window needs. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { keepOrClose, takeKept } from './kept.ts'

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Why tests in a browser are skipped. */
export const noBrowser = existsSync(browserPath)
  ? false
  : `there is no browser at ${browserPath} (Debian: apt-get install chromium)`

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** Each new context would start pages of its address bar, and a process in reserve: most of the cost of a new tab. */
const ofTheWindow = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** What Playwright switches off itself: of several such switches Chromium takes the last. */
const ofPlaywright = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'MediaRouter'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  'PreconnectToSearch',
]

const switchedOff = `--disable-features=${[...ofPlaywright, ...ofTheWindow].join()}`

export const openBrowser = () =>
  chromium.launch({
    executablePath: browserPath,
    args: [...quiet, '--disable-component-update', '--disable-sync', switchedOff],
  })

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
