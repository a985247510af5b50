/** What the service uses of the package, which has no types. */
declare module 'web-push' {
  type Target = { endpoint: string; keys: { p256dh: string; auth: string } }
  type Options = {
    TTL: number
    urgency: 'high'
    topic: string
    vapidDetails: { subject: string; publicKey: string; privateKey: string }
  }
  type Request = { endpoint: string; headers: Record<string, string | number>; body: Buffer }
  const webPush: { generateRequestDetails(target: Target, payload: string, options: Options): Request }
  export default webPush
}
