/** The security headers of pages: of the console, and of the reference of the API. */
import helmet from '@fastify/helmet'
import type { Api } from './api.ts'

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
    manifestSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
}

/** Whether PUBLIC_URL is https; only then browsers are told to use nothing but HTTPS. */
export type PageHeaderOptions = { isHttps: boolean }

/** Every answer of this scope has them. */
export async function addPageHeaders(api: Api, { isHttps }: PageHeaderOptions): Promise<void> {
  await api.register(helmet, {
    contentSecurityPolicy,
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  })
}
