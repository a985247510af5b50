/** Sharing and publishing, as openapi.json describes them, for notes, recordings and series (decision 29d). */
import Type, { type TProperties } from 'typebox'
import { failure } from '../../../platform/http/failures.ts'
import { operation } from '../../../platform/http/operation.ts'
import { Id } from '../../../platform/http/schema.ts'
import { ChannelId } from '../../accounts/channel-schemas.ts'
import { UserId } from '../../accounts/people-schemas.ts'
import type { PublishableKind, SharedKind } from '../visible.ts'
import { NewPublication, NewShare, Publications, Shares, Sharing } from './schemas.ts'

const common = { tag: 'Sharing', extension: true as const }
const examples = { note: 'n_1', recording: 'r_1', series: 'se_w' }

/** The name that its id has in paths. */
export const idName = (kind: SharedKind) => `${kind}_id`

export const idOf = (kind: SharedKind): TProperties => ({
  [idName(kind)]: Id(`Identifier of the ${kind}.`, examples[kind]),
})

export const getSharing = (kind: SharedKind) =>
  operation({
    ...common,
    id: `get_${kind}_sharing`,
    summary: `Who a ${kind} is open to`,
    description: descriptions[kind],
    params: Type.Object(idOf(kind)),
    answer: Sharing,
    example: {
      ...sharesExample,
      ...(kind === 'series' ? { publications: [] } : publicationsExample),
      may_edit: kind !== 'series',
      may_share: true,
    },
  })

export const shareThing = (kind: SharedKind) =>
  operation({
    ...common,
    id: `share_${kind}`,
    summary: `Share a ${kind}`,
    description: `Lets another person see it${included[kind]}; sharing again with another \`can_edit\` changes that. Only attendees may share it.`,
    params: Type.Object(idOf(kind)),
    body: NewShare,
    own: { 404: failure(`There is no such ${kind} or no such person.`, 'User not found in workspace') },
    answer: Shares,
    example: sharesExample,
  })

export const unshareThing = (kind: SharedKind) =>
  operation({
    ...common,
    id: `unshare_${kind}`,
    summary: `Take back a share of a ${kind}`,
    description: 'Attendees may take it back; the person who received it may give it up.',
    params: Type.Object({ ...idOf(kind), ...UserId.properties }),
    answer: Shares,
    example: sharesExample,
  })

export const publishThing = (kind: PublishableKind) =>
  operation({
    ...common,
    id: `publish_${kind}`,
    summary: `Publish a ${kind}`,
    description: `Shows it to everyone in a channel${included[kind]}. Attendees may publish it, in channels they are in.`,
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
    description: 'Attendees may do so, in channels they are in.',
    params: Type.Object({ ...idOf(kind), ...ChannelId.properties }),
    answer: Publications,
    example: publicationsExample,
  })

const included = {
  note: ', but not its recordings',
  recording: ', but not its note',
  series:
    ', with those of its notes and recordings whose event the caller attends (without an event: whose note the caller made), later ones too',
}

const toOthers = 'others see only their own shares'
const channels = 'private channels are shown only to their members and super admins'
const descriptions = {
  note: `The shares and publications that count, and what the caller may do. Attendees and super admins see all shares, ${toOthers}; ${channels}.`,
  recording: `The shares and publications that count, and what the caller may do. Attendees and super admins see all shares, ${toOthers}; ${channels}.`,
  series: `The shares that count, and what the caller may do. Attendees and super admins see all shares, ${toOthers}. A series cannot be published.`,
}

const sharesExample = {
  shares: [{ user: { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' }, by: 'u_ada', can_edit: false }],
}

const publicationsExample = {
  publications: [{ channel: { id: 'ch_eng', title: 'Engineering', private: false }, by: 'u_ada' }],
}
