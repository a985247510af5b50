/** Commands that register an address at a service, to be pasted into a shell there. *Pure.* */

/** As one word of a shell, whatever is in it: the address of a service is what somebody wrote. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Its page of settings may not have webhooks. */
export function registerAtVexa(baseUrl: string, url: string): string {
  const webhook = {
    webhook_url: url,
    webhook_secret: 'YOUR-WEBHOOK-SECRET',
    webhook_events: { 'meeting.completed': true, 'bot.failed': true },
  }
  const headers = `-H "X-API-Key: YOUR-API-KEY" -H "Content-Type: application/json"`
  return `curl -X PUT ${quoted(`${baseUrl}/user/webhook`)} ${headers} -d ${quoted(JSON.stringify(webhook))}`
}

/** With the checksum of its API. */
export const registerAtBigBlueButton = (baseUrl: string, url: string) =>
  [
    `q=${quoted(`callbackURL=${encodeURIComponent(url)}&eventID=rap-publish-ended`)}`,
    `sum=$(printf %s "hooks/create$q"'YOUR-SECRET' | sha256sum | cut -d' ' -f1)`,
    `curl ${quoted(`${baseUrl.replace(/\/api$/, '')}/api/hooks/create?`)}"$q&checksum=$sum"`,
  ].join('; ')
