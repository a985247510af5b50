/** The manifest of the extension: what it may, and why (docs/decisions/extension.md). *Pure.* */
import type { OwnHosts } from './call-of.ts'

/** What an administrator builds in. `key` is the public key that its id comes from. */
export type BuiltIn = { service: string | null; hosts: OwnHosts; key: string | null }

/** Pages of calls: the extension sees their addresses, for its badge and to end with them. It runs nothing in them. */
const vendors = [
  ...['https://meet.google.com/*', 'https://teams.microsoft.com/*', 'https://teams.microsoft.us/*'],
  ...['https://teams.live.com/*', 'https://teams.cloud.microsoft/*', 'https://*.zoom.us/*', 'https://*.zoomgov.com/*'],
  'https://meet.jit.si/*',
]

const policy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "frame-ancestors 'none'"],
  'connect-src https: http://localhost:* http://127.0.0.1:*',
]

/** @param version  as Chrome takes it: numbers and dots */
export function manifestOf(version: string, { service, hosts, key }: BuiltIn) {
  const icons = Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icon-${size}.png`]))
  return {
    manifest_version: 3,
    name: '__MSG_name__',
    description: '__MSG_description__',
    version,
    ...(key !== null && { key }),
    default_locale: 'en',
    minimum_chrome_version: '123',
    icons,
    action: { default_popup: 'popup.html', default_icon: icons },
    options_ui: { page: 'setup.html', open_in_tab: true },
    background: { service_worker: 'background.js', type: 'module' },
    permissions: ['activeTab', 'identity', 'offscreen', 'storage', 'tabCapture'],
    host_permissions: [...vendors, ...(service ? [patternOf(service)] : []), ...Object.keys(hosts).map(patternOfHost)],
    optional_host_permissions: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
    content_security_policy: { extension_pages: policy.join('; ') },
  }
}

/** Chrome's patterns have no port. */
const patternOf = (origin: string) => `${new URL(origin).protocol}//${new URL(origin).hostname}/*`
const patternOfHost = (host: string) => {
  const { hostname } = new URL(`https://${host}`)
  return /^(localhost|127\.0\.0\.1)$/.test(hostname) ? `http://${hostname}/*` : `https://${hostname}/*`
}
