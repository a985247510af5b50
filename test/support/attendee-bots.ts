/** A service of bots that keeps one for each deduplication key, as Attendee does, and tells which ones it sent. */
import type { ServerResponse } from 'node:http'
import type { BotServices } from './bots.ts'
import type { Received } from './receiver.ts'

export type ServiceBot = { id: string; key: string; url: string; state: 'joined_recording' | 'ended'; name: string }

const present = 'joined_recording'

/** @returns the bots in the order in which they were sent */
export function keepBots(services: BotServices): ServiceBot[] {
  const bots: ServiceBot[] = []
  const send = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  services.receiver.answering = ({ method, path, body }: Received, response: ServerResponse) => {
    const url = new URL(path, 'http://attendee.test')
    if (method === 'GET') {
      const key = url.searchParams.get('deduplication_key')
      return void send(response, 200, { results: bots.filter((bot) => bot.key === key && bot.state === present) })
    }
    const leaving = /^\/api\/v1\/bots\/(\w+)\/leave$/.exec(url.pathname)?.[1]
    if (leaving) {
      const bot = bots.find(({ id }) => id === leaving)!
      bot.state = 'ended'
      return void send(response, 200, bot)
    }
    const { meeting_url, bot_name, deduplication_key: key } = JSON.parse(body)
    if (bots.some((bot) => bot.key === key && bot.state === present))
      return void send(response, 400, { error: 'Deduplication key already in use by another bot' })
    const bot = { id: `bot_${bots.length}`, key, url: meeting_url, state: present, name: bot_name } as const
    bots.push({ ...bot })
    send(response, 201, bot)
  }
  return bots
}
