/** Debian's Chromium, without its own requests to the outside. */
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Why tests in a browser are skipped. */
export const noBrowser = existsSync(browserPath)
  ? false
  : `there is no browser at ${browserPath} (Debian: apt-get install chromium)`

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

export const openBrowser = () =>
  chromium.launch({ executablePath: browserPath, args: [...quiet, '--disable-component-update', '--disable-sync'] })
