/** Events as they happen, over a connection that stays open (an extension of the specification). */
import { Readable } from 'node:stream'
import Type from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { operation } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { Clock } from '../../platform/time.ts'
import { requireWebhooks } from '../endpoints/switches.ts'
import { eventStream, readPosition } from './event-stream.ts'
import type { Listening } from './listening.ts'

const example = `: listening
id: MTZqMXE0Yi5ldmVudHMuMTc2ODA0NjQwMDAwMC43

id: MWh2N2RxZS5ldmVudHMuMTc2ODA0NjQwMDAwMC44
data: {"event_type":"ai_note.generated","id":"n_1", …}

`

export function eventRoutes(api: Api, { db, clock, listening }: { db: Db; clock: Clock; listening: Listening }) {
  api.addHook('preClose', () => listening.stop())

  api.get(
    '/api/v1/events',
    {
      config: { scope: 'webhooks', requires: requireWebhooks },
      // Its answer has no end.
      exposeHeadRoute: false,
      schema: operation({
        id: 'listen_to_events',
        tag: 'Webhooks',
        extension: true,
        failures: [400, 502],
        summary: 'Listen to events',
        description:
          'Server-sent events: what a user webhook for every type would be told, as it happens. The answer goes on until one side ends it.',
        sentHeaders: {
          'Last-Event-ID': Type.Optional(
            Type.String({
              description:
                'The last `id` received, not older than 15 minutes: goes on after it. Without it, from now on. An event named `gap` comes first if some may be missing.',
            }),
          ),
        },
        form: 'text/event-stream',
        answer: Type.String({ description: 'A payload as JSON in each `data`; ids of their own are signs of life.' }),
        example,
      }),
    },
    async ({ caller, headers }, reply) => {
      const resumed = readPosition(headers['last-event-id'] as string | undefined)
      const listener = { workspaceId: caller.workspace.id, userId: caller.user.id, keyId: caller.key.id }
      const { subscription, last } = await listening.join(listener)
      reply.raw.once('close', () => listening.leave(subscription))
      if (reply.raw.destroyed) listening.leave(subscription)
      reply.type('text/event-stream; charset=utf-8').headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      return Readable.from(eventStream({ db, clock }, subscription, { resumed, last }), { highWaterMark: 1 }) as never
    },
  )
}
