/** Which chat an address of an incoming webhook belongs to. *Pure.* */

const slackHosts = ['hooks.slack.com', 'hooks.slack-gov.com']

const isOf = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

const addressOf = (text: string) => (URL.canParse(text.trim()) ? new URL(text.trim()) : null)

/** @returns null if the address does not tell */
export function kindOfAddress(text: string): 'slack' | 'teams' | 'mattermost' | null {
  const address = addressOf(text)
  if (!address) return null
  const { hostname: host, pathname } = address
  if (slackHosts.includes(host)) return 'slack'
  if (isOf(host, 'logic.azure.com') || isOf(host, 'powerplatform.com') || isOf(host, 'webhook.office.com'))
    return 'teams'
  return pathname.includes('/hooks/') ? 'mattermost' : null
}

/** Other chats take Slack's form too, but show only its title. */
export const isForeignTo = (kind: string | null, text: string) => {
  const address = addressOf(text)
  return kind === 'slack' && address !== null && !slackHosts.includes(address.hostname)
}
