/** The console: its built files, and the page at each of its paths. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import files from '@fastify/static'
import { paths } from '../../console/paths.ts'
import { ApiError } from '../platform/errors.ts'
import type { Api } from '../platform/http/api.ts'
import { addPageHeaders, type PageHeaderOptions } from '../platform/http/page-headers.ts'

const built = fileURLToPath(new URL('../../console/dist/', import.meta.url))

/** What an installed console needs; their names do not change. */
const ofInstalled = ['manifest.webmanifest', 'service-worker.js', 'icon-192.png', 'icon-512.png']

/** False in a clone whose console was not built. */
export const hasConsole = (): boolean => existsSync(`${built}index.html`)

export async function consoleRoutes(api: Api, options: PageHeaderOptions): Promise<void> {
  await addPageHeaders(api, options)
  // The name of a file changes with its content, so browsers may cache it for ever.
  await api.register(files, {
    root: `${built}assets/`,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  })
  const page = { root: built, cacheControl: false, immutable: false, maxAge: 0 }
  const serve = (path: string, file: string) =>
    api.get(path, { schema: { hide: true } as object }, async (_request, reply) =>
      reply.headers({ ...headersOf(path), 'cache-control': 'no-cache' }).sendFile(file, built, page),
    )
  for (const path of Object.values(paths)) serve(path.replaceAll('$', ':'), 'index.html')
  for (const file of ofInstalled) serve(`/${file}`, file)
  // A person with a wrong address sees a page; a program gets JSON.
  api.get('/*', { schema: { hide: true } as object }, async ({ headers, url }, reply) => {
    if (!headers.accept?.includes('text/html') || /^\/(api|scim)\//.test(url)) throw new ApiError(404, 'Path not found')
    return reply.code(404).header('cache-control', 'no-cache').sendFile('index.html', built, page)
  })
}

/** The page of an outside link is in no search engine, and links on it do not say where they are. */
const headersOf = (path: string): Record<string, string> =>
  path === paths.guest ? { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' } : {}
