/** Debian's Chromium with the browser extension in it, its microphone playing a file, and a person's presses on its icon. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium } from 'playwright-core'
import type { BuiltIn } from '../../extension/manifest.ts'
import { buildExtension, toId } from '../../scripts/extension-build.ts'
import { waitFor } from './waiting.ts'

/** The headless shell has no extensions. */
const program = process.env.CHROMIUM_WITH_EXTENSIONS ?? '/usr/bin/chromium'
export const noChromium = existsSync(program) ? false : `there is no ${program} (Debian: apt-get install chromium)`

const args = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ...['--enable-unsafe-extension-debugging', '--autoplay-policy=no-user-gesture-required'],
  // Not the pretended dialog: it has no devices for the sound of a tab.
  '--use-fake-device-for-media-stream',
]

export type Extension = Awaited<ReturnType<typeof openExtension>>

/** @param wav  what the microphone hears; allowed by the person */
export async function openExtension(wav: string, built: Omit<BuiltIn, 'key'>) {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-extension-'))
  const [unpacked, profile] = [join(folder, 'unpacked'), join(folder, 'profile')]
  await buildExtension(unpacked, { ...built, key: null })
  // That of an unpacked one comes from its folder.
  const id = toId(createHash('sha256').update(unpacked).digest('hex'))
  await mkdir(join(profile, 'Default'), { recursive: true })
  const allowed = { media_stream_mic: { [`chrome-extension://${id}/,*`]: { setting: 1 } } }
  const preferences = { profile: { content_settings: { exceptions: allowed } } }
  await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: program,
    headless: false,
    locale: 'en-GB',
    ignoreDefaultArgs: ['--disable-extensions', '--mute-audio'],
    args: [...args, `--use-file-for-fake-audio-capture=${wav}`, `--load-extension=${unpacked}`],
  })
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const browser = await context.browser()!.newBrowserCDPSession()
  const page = (name: 'setup' | 'popup') => `chrome-extension://${id}/${name}.html`
  // It opens by itself, in the tab that is in front.
  await waitFor(() => context.pages().some((each) => each.url() === page('setup')))
  return {
    id,
    context,
    worker,
    page,
    /** A press on its icon beside a tab, which must be in front: gives it the right to the sound of this tab. */
    press: (url: string) => pressIcon(browser, id, url),
    badgeOf: (url: string): Promise<string> =>
      worker.evaluate(`chrome.tabs.query({}).then(async (tabs) => {
        const tab = tabs.find((each) => each.url === ${JSON.stringify(url)})
        return tab ? chrome.action.getBadgeText({ tabId: tab.id }) : 'no tab'
      })`),
    async [Symbol.asyncDispose]() {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Opens the popup. Playwright does not know it as a page, so it is spoken to by the protocol. */
async function pressIcon(browser: CDPSession, id: string, url: string) {
  const { targetInfos: tabs } = await browser.send('Target.getTargets', { filter: [{ type: 'tab' }] })
  const targetId = tabs.find((each) => each.url === url)!.targetId
  const trigger = browser.send as unknown as (method: string, params: object) => Promise<void>
  await trigger.call(browser, 'Extensions.triggerAction', { id, targetId })
  const isPopup = (each: { url: string }) => each.url === `chrome-extension://${id}/popup.html`
  let popup: { targetId: string } | undefined
  await waitFor(async () => {
    popup = (await browser.send('Target.getTargets')).targetInfos.find(isPopup)
    return popup !== undefined
  })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId: popup!.targetId })
  return popupOf(browser, sessionId, popup!.targetId)
}

type Reply = { id: number; result?: { result?: { value?: unknown }; data?: string; exceptionDetails?: object } }

function popupOf(browser: CDPSession, sessionId: string, targetId: string) {
  let last = 0
  async function send(method: string, params: object): Promise<NonNullable<Reply['result']>> {
    const id = ++last
    const answered = new Promise<Reply>((resolve) => {
      const take = (event: { sessionId: string; message: string }) => {
        const reply = JSON.parse(event.message) as Reply
        if (event.sessionId !== sessionId || reply.id !== id) return
        browser.off('Target.receivedMessageFromTarget', take)
        resolve(reply)
      }
      browser.on('Target.receivedMessageFromTarget', take)
    })
    await browser.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
    return (await answered).result ?? {}
  }
  const evaluate = async (expression: string) =>
    (await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result?.value
  const text = async () => String(await evaluate('document.body.innerText'))
  return {
    text,
    evaluate,
    says: (wanted: RegExp) => waitFor(async () => wanted.test(await text())),
    press: (label: string) =>
      evaluate(
        `[...document.querySelectorAll('button')].find((each) => each.textContent === ${JSON.stringify(label)}).click()`,
      ),
    async picture(scheme: 'light' | 'dark'): Promise<Buffer> {
      await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
      return Buffer.from((await send('Page.captureScreenshot', { format: 'png' })).data!, 'base64')
    },
    close: () => browser.send('Target.closeTarget', { targetId }),
  }
}
