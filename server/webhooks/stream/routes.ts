/** Events as they happen, over a connection that stays open (an extension of the specification). */
import { Readable } from 'node:stream'
import { sharerOf } from '../../people/caller/caller.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { requireWebhooks } from '../endpoints/switches.ts'
import { readEventTypes, unnamedTypes } from '../events/event-types.ts'
import { eventStream, readPosition } from './event-stream.ts'
import * as operations from './operations.ts'
import { listenerOf } from './stream-events.ts'
import type { Subscriptions } from './subscriptions.ts'

export function eventRoutes(
  api: Api,
  { db, clock, subscriptions }: { db: Db; clock: Clock; subscriptions: Subscriptions },
) {
  api.addHook('preClose', () => subscriptions.stop())

  api.get(
    '/api/v1/events',
    {
      config: { scope: 'webhooks', requires: requireWebhooks },
      // Its answer has no end.
      exposeHeadRoute: false,
      schema: operations.listenToEvents,
    },
    async ({ caller, headers, query }, reply) => {
      const resumed = readPosition(headers['last-event-id'] as string | undefined)
      const names = query.enabled_events?.split(',')
      const listener = listenerOf(caller, names ? readEventTypes(names, 'user') : unnamedTypes)
      const { subscription, last } = await subscriptions.join(
        listener,
        sharerOf(caller.workspace.id, caller.via.userId),
      )
      reply.raw.once('close', () => subscriptions.leave(subscription))
      if (reply.raw.destroyed) subscriptions.leave(subscription)
      reply.type('text/event-stream; charset=utf-8').headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      return Readable.from(eventStream({ db, clock }, subscription, { resumed, last }), { highWaterMark: 1 }) as never
    },
  )
}
