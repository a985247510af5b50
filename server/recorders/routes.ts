/** Recorders: the resource for super admins, and the addresses that services send their events to. */
import type { Api } from '../platform/http/api.ts'
import { utc, utcOrNull } from '../platform/time.ts'
import { type OriginTerms, originFor } from '../workspace/origin.ts'
import * as operations from './operations.ts'
import { type ReceiveDeps, receiveEvent } from './receive-event.ts'
import {
  changeRecorder,
  listRecorders,
  makeRecorder,
  type Recorder,
  type RecorderDeps,
  removeRecorder,
} from './recorders.ts'

export function recorderRoutes(api: Api, deps: RecorderDeps & { origin: OriginTerms }) {
  const present = (origin: string, { fallback_user_id: user_id, ...recorder }: Recorder) => ({
    ...{ ...recorder, user_id, url: `${origin}/recorders/${recorder.kind}/${recorder.id}` },
    ...{ created_at: utc(recorder.created_at), last_event_at: utcOrNull(recorder.last_event_at) },
    subscribed_until: utcOrNull(recorder.subscribed_until),
  })

  api.get('/api/v1/recorders', { config: { scope: 'admin' }, schema: operations.listRecorders }, async (request) => {
    const origin = originFor(request, deps.origin)
    return { data: (await listRecorders(deps.db, request.caller)).map((each) => present(origin, each)) }
  })

  api.post(
    '/api/v1/recorder',
    { config: { scope: 'admin', bodyRequired: true }, schema: operations.createRecorder },
    async (request, reply) => {
      const { kind, secret, takes, user, tenant_id, client_id, push_account } = request.body
      const wanted = {
        ...{ kind, secret, takes: takes ?? 'transcript', user: user ?? null },
        ...{ tenant_id: tenant_id ?? null, client_id: client_id ?? null, push_account: push_account ?? null },
      }
      const made = await makeRecorder(deps, request, wanted)
      return reply.code(201).send({ recorder: present(originFor(request, deps.origin), made) })
    },
  )

  const one = '/api/v1/recorder/:recorder_id'
  api.patch(one, { config: { scope: 'admin' }, schema: operations.changeRecorder }, async (request) => {
    const { secret, takes, user, active } = request.body
    const changes = {
      ...{ ...(secret != null && { secret }), ...(takes != null && { takes }), ...(active != null && { active }) },
      ...(user !== undefined && { user }),
    }
    const changed = await changeRecorder(deps, request, request.params.recorder_id, changes)
    return { recorder: present(originFor(request, deps.origin), changed) }
  })

  api.delete(one, { config: { scope: 'admin' }, schema: operations.removeRecorder }, async (request) => {
    await removeRecorder(deps, request, request.params.recorder_id)
    return { recorder_id: request.params.recorder_id, deleted: true as const }
  })
}

// The services' own documents describe what they send. An event of a long meeting names hundreds of files.
const hidden = { config: { mostBodyBytes: 1_048_576 }, schema: { hide: true } as object }

/** Without a key: each request is signed. */
export function recorderEventRoutes(api: Api, deps: ReceiveDeps) {
  api.post<{ Params: { kind: string; recorder_id: string } }>(
    '/recorders/:kind/:recorder_id',
    hidden,
    async ({ params, query, headers, rawBody }, reply) => {
      const answer = await receiveEvent(deps, { ...params, query, headers, body: rawBody ?? Buffer.alloc(0) })
      // A browser must not take for a page what somebody put into a link.
      if (typeof answer === 'string') reply.type('text/plain').header('x-content-type-options', 'nosniff')
      return answer
    },
  )
}
