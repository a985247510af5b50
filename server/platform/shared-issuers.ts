/** Identity providers where anybody can get an account, so that an address without proof says nothing. *Pure.* */

/** Issuers for everybody, by host. */
const hosts = [
  'accounts.google.com',
  'api.login.yahoo.com',
  'appleid.apple.com',
  'gitlab.com',
  'id.twitch.tv',
  'login.live.com',
  'login.salesforce.com',
  'login.yahoo.com',
  'slack.com',
  'www.facebook.com',
  'www.linkedin.com',
]

/** Microsoft's, also of the national clouds. */
const entra = /(^|\.)(microsoftonline\.(com|us|de)|partner\.microsoftonline\.cn|sts\.windows\.net|login\.windows\.net)$/

/** Every Entra tenant, every organization's, or personal accounts, whose tenant has this id. */
const manyTenants = /^\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i

export function isForAllTenants(issuer: string): boolean {
  const { hostname, pathname } = new URL(issuer)
  const host = hostname.replace(/\.$/, '')
  if (hosts.includes(host)) return true
  return entra.test(host) && (pathname === '/' || manyTenants.test(pathname))
}
