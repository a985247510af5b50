/** Sharing and publishing, as openapi.json describes them, for each kind of thing (decision 29d). */
import Type, { type TProperties } from 'typebox'
import { failure, operation } from '../../platform/http/operation.ts'
import { Id } from '../../platform/http/schema.ts'
import { ChannelId } from '../../workspace/channel-schemas.ts'
import { UserId } from '../../workspace/people-schemas.ts'
import type { PublishableKind, SharedKind } from '../visible.ts'
import { NewPublication, NewShare, Publications, Shares, Sharing } from './schemas.ts'

const common = { tag: 'Sharing', extension: true as const }
const examples = { note: 'n_1', recording: 'r_1', series: 'se_w' }

/** The name that its id has in paths. */
export const idName = (kind: SharedKind) => `${kind}_id`

const idOf = (kind: SharedKind): TProperties => ({
  [idName(kind)]: Id(`Identifier of the ${kind}.`, examples[kind]),
})

export const getSharing = (kind: SharedKind) =>
  operation({
    ...common,
    id: `get_${kind}_sharing`,
    summary: `Whom a ${kind} is open to`,
    description: descriptions[kind],
    params: Type.Object(idOf(kind)),
    answer: Sharing,
    example: {
      ...sharesExample,
      ...(kind === 'series' ? { publications: [] } : publicationsExample),
      ...{ may_edit: kind !== 'series', may_share: true },
    },
  })

export const shareThing = (kind: SharedKind) =>
  operation({
    ...common,
    id: `share_${kind}`,
    summary: `Share a ${kind}`,
    description: `Lets another person see it${given[kind]}; again with another \`can_edit\` changes that. Its attendees may.`,
    params: Type.Object(idOf(kind)),
    body: NewShare,
    own: { 404: failure(`The ${kind} or the person is not there.`, 'User not found in workspace') },
    answer: Shares,
    example: sharesExample,
  })

export const unshareThing = (kind: SharedKind) =>
  operation({
    ...common,
    id: `unshare_${kind}`,
    summary: `Take back a share of a ${kind}`,
    description: 'Its attendees may; the person who received it may leave.',
    params: Type.Object({ ...idOf(kind), ...UserId.properties }),
    answer: Shares,
    example: sharesExample,
  })

export const publishThing = (kind: PublishableKind) =>
  operation({
    ...common,
    id: `publish_${kind}`,
    summary: `Publish a ${kind}`,
    description: `Shows it to everyone in a channel${given[kind]}. Its attendees may, in channels they are in.`,
    params: Type.Object(idOf(kind)),
    body: NewPublication,
    answer: Publications,
    example: publicationsExample,
  })

export const unpublishThing = (kind: PublishableKind) =>
  operation({
    ...common,
    id: `unpublish_${kind}`,
    summary: `Take a ${kind} out of a channel`,
    description: 'Its attendees may, in channels they are in.',
    params: Type.Object({ ...idOf(kind), ...ChannelId.properties }),
    answer: Publications,
    example: publicationsExample,
  })

const given = {
  note: ', and not its recordings',
  recording: ', and not its note',
  series:
    ', with those of its notes and recordings whose event the caller attends (without an event: whose note the caller made), later ones too',
}

const toOthers = 'others are told of their own shares only'
const channels = 'private channels only to their members and super admins'
const descriptions = {
  note: `The shares and publications that count, and what the caller may do. Attendees are told of all shares, ${toOthers}; ${channels}.`,
  recording: `The shares and publications that count, and what the caller may do. Attendees are told of all shares, ${toOthers}; ${channels}.`,
  series: `The shares that count, and what the caller may do. Attendees are told of all, ${toOthers}. A series is not published.`,
}

const sharesExample = {
  shares: [{ user: { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' }, by: 'u_ada', can_edit: false }],
}

const publicationsExample = {
  publications: [{ channel: { id: 'ch_eng', title: 'Engineering', private: false }, by: 'u_ada' }],
}
