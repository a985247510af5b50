/** Debian's Firefox with a pretended microphone, driven by WebDriver BiDi: Playwright only drives its own build of it. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Driver } from './driver.ts'

const program = process.env.FIREFOX ?? '/usr/bin/firefox-esr'

/** Why tests in Firefox are skipped. */
export const noFirefox = existsSync(program)
  ? false
  : `there is no Firefox at ${program} (Debian: apt-get install firefox-esr)`

const preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'app.update.enabled': false,
}

/** Without a window that has the focus, arrow keys only extend a selection. */
export async function openFirefox(): Promise<Driver> {
  const home = await mkdtemp(join(tmpdir(), 'minutebook-firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});`)
  await writeFile(join(home, 'user.js'), lines.join('\n'))
  const options = ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0', 'about:blank']
  const browser = spawn(program, options, { env: { ...process.env, HOME: home } })
  const close = async () => {
    const gone = new Promise((resolve) => browser.once('exit', resolve))
    browser.kill()
    await gone
    await rm(home, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    const call = await connect(await addressOf(browser.stderr))
    await call('session.new', { capabilities: {} })
    const { contexts } = (await call('browsingContext.getTree', {})) as { contexts: { context: string }[] }
    const { context } = contexts[0]!
    return {
      async open(url) {
        const go = () => call('browsingContext.navigate', { context, url, wait: 'complete' })
        // What the page before was still loading may end it.
        return go().catch(go)
      },
      async evaluate(value) {
        const expression = `Promise.resolve(${value}).then((value) => JSON.stringify(value))`
        const given = { expression, target: { context }, awaitPromise: true }
        const answer = (await call('script.evaluate', given)) as { type: string; result: { value?: string } }
        if (answer.type === 'exception') throw new Error(JSON.stringify(answer))
        return JSON.parse(answer.result.value ?? 'null')
      },
      act: (actions) => call('input.performActions', { context, actions }),
      async picture() {
        const { data } = (await call('browsingContext.captureScreenshot', { context })) as { data: string }
        return Buffer.from(data, 'base64')
      },
      resize: (width, height) => call('browsingContext.setViewport', { context, viewport: { width, height } }),
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Firefox says where it listens. */
function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    output.on('data', (data) => {
      said += data
      const found = /BiDi listening on (ws:\S+)/.exec(said)
      if (found) resolve(`${found[1]}/session`)
    })
    output.once('end', () => reject(new Error(`Firefox ended: ${said}`)))
  })
}

/** @returns sends a command, and resolves with its result */
async function connect(address: string) {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data) as Answer & { id: number }
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  }
  let last = 0
  return async (method: string, params: object): Promise<unknown> => {
    const id = ++last
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const answer = await answered
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`)
    return answer.result
  }
}

type Answer = { type: string; message?: string; result?: unknown }
