/** The routes for recorders of super admins, and the addresses to which services send their events. */
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { originFor } from '../../people/caller/origin.ts'
import type { Context, Origin } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { utc, utcOrNull } from '../../platform/time.ts'
import { eventAddress } from './kinds/kinds.ts'
import * as operations from './operations.ts'
import { type ReceiveDeps, receiveEvent } from './receive-event.ts'
import { changeRecorder, createRecorder, listRecorders, type Recorder, removeRecorder } from './recorders.ts'
import type { NewRecorder, RecorderChanges } from './schemas.ts'

export function recorderRoutes(
  api: Api,
  deps: Pick<Context, 'db' | 'clock' | 'jobs' | 'outbound' | 'secretKey'> & { origin: Origin },
) {
  const [all, one] = ['/api/v1/recorders', '/api/v1/recorder/:recorder_id'] as const
  const config = { scope: 'admin' } as const
  const presentTo = (request: FastifyRequest) => {
    const origin = originFor(request, deps.origin)
    return (recorder: Recorder) => present(origin, recorder)
  }

  api.get(all, { config, schema: operations.listRecorders }, async (request) => {
    return { data: (await listRecorders(deps.db, request.caller)).map(presentTo(request)) }
  })

  const creation = { config: { ...config, bodyRequired: true }, schema: operations.createRecorder }
  api.post('/api/v1/recorder', creation, async (request, reply) => {
    const made = await createRecorder(deps, request, wantedOf(request.body))
    return reply.code(201).send({ recorder: presentTo(request)(made) })
  })

  api.patch(one, { config, schema: operations.changeRecorder }, async (request) => {
    const changed = await changeRecorder(deps, request, request.params.recorder_id, changesOf(request.body))
    return { recorder: presentTo(request)(changed) }
  })

  api.delete(one, { config, schema: operations.removeRecorder }, async (request) => {
    await removeRecorder(deps, request, request.params.recorder_id)
    return { recorder_id: request.params.recorder_id, deleted: true as const }
  })
}

const present = (origin: string, { fallback_user_id: user_id, ...recorder }: Recorder) => ({
  ...recorder,
  user_id,
  url: eventAddress(origin, recorder.kind, recorder.id),
  created_at: utc(recorder.created_at),
  last_event_at: utcOrNull(recorder.last_event_at),
  subscribed_until: utcOrNull(recorder.subscribed_until),
})

const wantedOf = ({ kind, secret, takes, user, ...options }: Static<typeof NewRecorder>) => ({
  kind,
  secret,
  takes: takes ?? (kind === 'bigbluebutton' ? 'media' : 'transcript'),
  user: user ?? null,
  tenant_id: options.tenant_id ?? null,
  client_id: options.client_id ?? null,
  push_account: options.push_account ?? null,
  topic: options.topic ?? null,
  base_url: options.base_url ?? null,
  api_key: options.api_key ?? null,
  sends_bots: options.sends_bots ?? false,
})

/** `user: null` removes the person; any other null changes nothing. */
const changesOf = ({ secret, api_key, takes, user, active, sends_bots }: Static<typeof RecorderChanges>) => ({
  ...(secret != null && { secret }),
  ...(api_key != null && { api_key }),
  ...(takes != null && { takes }),
  ...(active != null && { active }),
  ...(sends_bots != null && { sends_bots }),
  ...(user !== undefined && { user }),
})

// Not in openapi.json: the services document their requests. An event of a long meeting names hundreds of files.
const hidden = { config: { maxBodyBytes: 1_048_576 }, schema: { hide: true } as object }

/** These requests are signed and have no API key. */
export function recorderEventRoutes(api: Api, deps: ReceiveDeps) {
  api.post<{ Params: { kind: string; recorder_id: string } }>(
    '/recorders/:kind/:recorder_id',
    hidden,
    async ({ params, query, headers, rawBody }, reply) => {
      const answer = await receiveEvent(deps, { ...params, query, headers, body: rawBody ?? Buffer.alloc(0) })
      // The text comes from the query, so a link could carry a script: browsers must not read it as HTML.
      if (typeof answer === 'string') reply.type('text/plain')
      return answer
    },
  )
}
