/** Sharing with a person and publishing in a channel (decision 29d; extensions of the specification). */
import type { Context } from '../../../platform/context/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { PublishableKind, SharedKind } from '../visible.ts'
import * as operations from './operations.ts'
import { type OnPublished, type OnUnpublished, publishThing, unpublishThing } from './publish.ts'
import { readSharing } from './read-sharing.ts'
import { type OnShared, share, unshare } from './share.ts'

/** The same routes for each kind that may be shared. */
export function sharingRoutes(
  api: Api,
  deps: Pick<Context, 'db'> & { onPublished?: OnPublished; onUnpublished?: OnUnpublished; onShared?: OnShared },
) {
  for (const kind of ['note', 'recording', 'series'] as const) shareRoutes(api, kind, deps)
  for (const kind of ['note', 'recording'] as const) publishRoutes(api, kind, deps)
}

/** The note, recording or series that a path such as `/api/v1/note/:note_id/share` names. */
export const thingIn = <Each extends SharedKind>(kind: Each, params: object) => ({
  kind,
  id: (params as Record<string, string>)[operations.idName(kind)]!,
})

function shareRoutes(api: Api, kind: SharedKind, { db, onShared }: Pick<Context, 'db'> & { onShared?: OnShared }) {
  const path = `/api/v1/${kind}/:${operations.idName(kind)}`

  api.get(`${path}/sharing`, { config: { scope: 'read' }, schema: operations.getSharing(kind) }, ({ caller, params }) =>
    readSharing(db, caller, thingIn(kind, params)),
  )

  api.post(
    `${path}/share`,
    { config: { scope: 'write', bodyRequired: true }, schema: operations.shareThing(kind) },
    async ({ caller, params, body }) => {
      const { user, can_edit: canEdit = null } = body
      return { shares: await share(db, caller, thingIn(kind, params), { user, canEdit }, onShared) }
    },
  )

  api.delete(
    `${path}/share/:user_id`,
    { config: { scope: 'write' }, schema: operations.unshareThing(kind) },
    async ({ caller, params }) => ({
      shares: await unshare(db, caller, thingIn(kind, params), (params as { user_id: string }).user_id),
    }),
  )
}

function publishRoutes(
  api: Api,
  kind: PublishableKind,
  {
    db,
    onPublished,
    onUnpublished,
  }: Pick<Context, 'db'> & { onPublished?: OnPublished; onUnpublished?: OnUnpublished },
) {
  const path = `/api/v1/${kind}/:${operations.idName(kind)}/publish`

  api.post(
    path,
    { config: { scope: 'write', bodyRequired: true }, schema: operations.publishThing(kind) },
    async ({ caller, params, body }) => {
      const thing = thingIn(kind, params)
      return { publications: await publishThing(db, caller, { thing, channelId: body.channel_id }, onPublished) }
    },
  )

  api.delete(
    `${path}/:channel_id`,
    { config: { scope: 'write' }, schema: operations.unpublishThing(kind) },
    async ({ caller, params }) => ({
      publications: await unpublishThing(
        db,
        caller,
        thingIn(kind, params),
        (params as { channel_id: string }).channel_id,
        onUnpublished,
      ),
    }),
  )
}
