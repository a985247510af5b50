/** Sharing with a person and publishing in a channel (decision 29d; extensions of the specification). */
import Type from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { failure, Id, operation } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { ChannelId } from '../../workspace/channel-schemas.ts'
import { UserId } from '../../workspace/people-schemas.ts'
import type { Kind, SharedKind } from '../visible.ts'
import { type OnPublished, publishThing, unpublishThing } from './publish.ts'
import { NewPublication, NewShare, Publications, Shares, Sharing } from './schemas.ts'
import { share, unshare } from './share.ts'
import { readSharing } from './sharing.ts'

type SharingDeps = { db: Db; onPublished?: OnPublished }

/** The same routes for each kind of thing that may be shared. */
export function sharingRoutes(api: Api, deps: SharingDeps) {
  for (const kind of ['note', 'recording', 'series'] as const) {
    sharingRoute(api, kind, deps)
    shareRoutes(api, kind, deps)
  }
  for (const kind of ['note', 'recording'] as const) publishRoutes(api, kind, deps)
}

const examples = { note: 'n_1', recording: 'r_1', series: 'se_w' }

/** `note_id` in the paths of notes: how it is documented, and the thing that it names. */
function idOf<Each extends SharedKind>(kind: Each) {
  const name = `${kind}_id`
  const properties = { [name]: Id(`Identifier of the ${kind}.`, examples[kind]) }
  const thingOf = (params: object) => ({ kind, id: (params as Record<string, string>)[name]! })
  return { name, properties, thingOf }
}

function sharingRoute(api: Api, kind: SharedKind, { db }: SharingDeps) {
  const { name, properties, thingOf } = idOf(kind)

  api.get(
    `/api/v1/${kind}/:${name}/sharing`,
    {
      config: { scope: 'read' },
      schema: operation({
        id: `get_${kind}_sharing`,
        tag: 'Sharing',
        extension: true,
        summary: `Whom a ${kind} is open to`,
        description: descriptions[kind],
        params: Type.Object(properties),
        answer: Sharing,
        example: { ...sharesExample, ...(kind === 'series' ? { publications: [] } : publicationsExample) },
      }),
    },
    ({ caller, params }) => readSharing(db, caller, thingOf(params)),
  )
}

function shareRoutes(api: Api, kind: SharedKind, { db }: SharingDeps) {
  const { name, properties, thingOf } = idOf(kind)
  const common = { tag: 'Sharing', extension: true, answer: Shares, example: sharesExample }

  api.post(
    `/api/v1/${kind}/:${name}/share`,
    {
      config: { scope: 'write', bodyRequired: true },
      schema: operation({
        ...common,
        id: `share_${kind}`,
        summary: `Share a ${kind}`,
        description: `Lets another person see it${given[kind]}; again with another \`can_edit\` changes that. Its attendees may.`,
        params: Type.Object(properties),
        body: NewShare,
        own: { 404: failure(`The ${kind} or the person is not there.`, 'User not found in workspace') },
      }),
    },
    async ({ caller, params, body }) => {
      const { user, can_edit: canEdit = null } = body
      return { shares: await share(db, caller, thingOf(params), { user, canEdit }) }
    },
  )

  api.delete(
    `/api/v1/${kind}/:${name}/share/:user_id`,
    {
      config: { scope: 'write' },
      schema: operation({
        ...common,
        id: `unshare_${kind}`,
        summary: `Take back a share of a ${kind}`,
        description: 'Its attendees may; the person who received it may leave.',
        params: Type.Object({ ...properties, ...UserId.properties }),
      }),
    },
    async ({ caller, params }) => ({
      shares: await unshare(db, caller, thingOf(params), params.user_id),
    }),
  )
}

function publishRoutes(api: Api, kind: Kind, { db, onPublished }: SharingDeps) {
  const { name, properties, thingOf } = idOf(kind)
  const common = { tag: 'Sharing', extension: true, answer: Publications, example: publicationsExample }

  api.post(
    `/api/v1/${kind}/:${name}/publish`,
    {
      config: { scope: 'write', bodyRequired: true },
      schema: operation({
        ...common,
        id: `publish_${kind}`,
        summary: `Publish a ${kind}`,
        description: `Shows it to everyone in a channel${given[kind]}. Its attendees may, in channels they are in.`,
        params: Type.Object(properties),
        body: NewPublication,
      }),
    },
    async ({ caller, params, body }) => {
      const thing = thingOf(params)
      return { publications: await publishThing(db, caller, { thing, channelId: body.channel_id }, onPublished) }
    },
  )

  api.delete(
    `/api/v1/${kind}/:${name}/publish/:channel_id`,
    {
      config: { scope: 'write' },
      schema: operation({
        ...common,
        id: `unpublish_${kind}`,
        summary: `Take a ${kind} out of a channel`,
        description: 'Its attendees may, in channels they are in.',
        params: Type.Object({ ...properties, ...ChannelId.properties }),
      }),
    },
    async ({ caller, params }) => ({
      publications: await unpublishThing(db, caller, thingOf(params), params.channel_id),
    }),
  )
}

const given = {
  note: ', and not its recordings',
  recording: ', and not its note',
  series:
    ', with those of its notes and recordings whose event the caller attends (without an event: whose note the caller made), later ones too',
}

const toOthers = 'others are told of their own shares only'
const channels = 'private channels only to their members and super admins'
const descriptions = {
  note: `The shares and publications that count. Attendees are told of all shares, ${toOthers}; ${channels}.`,
  recording: `The shares and publications that count. Attendees are told of all shares, ${toOthers}; ${channels}.`,
  series: `The shares that count. Attendees are told of all, ${toOthers}. A series is not published.`,
}

const sharesExample = {
  shares: [{ user: { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' }, by: 'u_ada', can_edit: false }],
}

const publicationsExample = {
  publications: [{ channel: { id: 'ch_eng', title: 'Engineering', private: false }, by: 'u_ada' }],
}
