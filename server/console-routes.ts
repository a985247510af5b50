/** The console: its built files, and the page at each of its paths. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import helmet from '@fastify/helmet'
import files from '@fastify/static'
import { paths } from '../console/paths.ts'
import type { Api } from './platform/http/api.ts'

const built = fileURLToPath(new URL('../console/dist/', import.meta.url))

/** False in a clone whose console was not built. */
export const hasConsole = (): boolean => existsSync(`${built}index.html`)

/**
 * Nothing is loaded from other origins, no script is inline, and no other page may frame it. Inline styles are allowed:
 * the component kit writes its colours there as variables.
 */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    mediaSrc: ["'self'"],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
}

/** @param isHttps  whether PUBLIC_URL is https; only then browsers are told to use nothing but HTTPS */
export async function consoleRoutes(api: Api, { isHttps }: { isHttps: boolean }): Promise<void> {
  await api.register(helmet, {
    contentSecurityPolicy,
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'same-origin' },
  })
  // The name of a file changes with its content, so browsers may cache it for ever.
  await api.register(files, {
    ...{ root: `${built}assets/`, prefix: '/assets/', preCompressed: true },
    ...{ immutable: true, maxAge: '365d', index: false },
  })
  const page = { root: built, cacheControl: false, immutable: false, maxAge: 0 }
  for (const path of Object.values(paths)) {
    api.get(path.replaceAll('$', ':'), { schema: { hide: true } as object }, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').sendFile('index.html', built, page),
    )
  }
}
