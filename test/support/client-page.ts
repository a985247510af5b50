/** A page in Debian's Chromium with the installed client in it; its modules are served by the test at any origin. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser } from './chromium.ts'

const folder = '/client-page'
const imports = {
  '@minutebook/client': `${folder}/@minutebook/client/dist/client.js`,
  'openapi-fetch': `${folder}/openapi-fetch/dist/index.mjs`,
}
const page = `<!doctype html><title>Page</title><script type="importmap">${JSON.stringify({ imports })}</script>`

/** @param modules  the folder node_modules in which the client is installed */
export async function openPages(modules: string) {
  const browser = await openBrowser()
  return {
    /**
     * Runs the body of an async function in a page of this origin; it has `client`, all that the package exports.
     * @returns what it returns
     */
    async run(origin: string, body: string): Promise<unknown> {
      const tab = await browser.newPage()
      await tab.route(`${origin}${folder}/**`, async (route) => {
        const path = new URL(route.request().url()).pathname.slice(folder.length)
        if (path === '/') return route.fulfill({ contentType: 'text/html', body: page })
        await route.fulfill({ contentType: 'text/javascript', body: await readFile(join(modules, path)) })
      })
      await tab.goto(`${origin}${folder}/`)
      return tab.evaluate(`(async () => { const client = await import('@minutebook/client'); ${body} })()`)
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
