/** Shares and publications, as requests and answers hold them (decision 29d). */
import Type from 'typebox'
import { Maybe } from '../../../platform/http/schema.ts'
import { Channel, ChannelId, NamedUser } from '../../accounts/channel-schemas.ts'
import { Person } from '../../caller/schemas.ts'

const By = Type.String({ description: 'The attendee who gave access, by user id.' })

export const NewShare = Type.Object(
  {
    ...NamedUser.properties,
    can_edit: Maybe(
      Type.Boolean({
        description:
          'Whether they may edit; without it a new share does not allow it, and an existing one stays as it is.',
      }),
    ),
  },
  { examples: [{ user: 'bo@acme.test', can_edit: true }] },
)

const ByRule = Type.Optional(
  Type.String({ description: 'The rule that did it (decision 64), which may be gone since; absent if a person did.' }),
)

const Share = Type.Object({ user: Person, by: By, can_edit: Type.Boolean(), by_rule: ByRule }, { $id: 'Share' })

export const Shares = Type.Object({
  shares: Type.Array(Share, { description: 'The shares that count: those made by a person who still attends.' }),
})

export const NewPublication = Type.Object(ChannelId.properties, { examples: [{ channel_id: 'ch_eng' }] })

const { id, title, private: hidden } = Channel.properties

const Publication = Type.Object(
  { channel: Type.Object({ id, title, private: hidden }), by: By, by_rule: ByRule },
  { $id: 'Publication' },
)

export const Publications = Type.Object({
  publications: Type.Array(Publication, {
    description: 'Where it is published, in public channels and those the caller is in.',
  }),
})

export const Sharing = Type.Object({
  ...Shares.properties,
  ...Publications.properties,
  may_edit: Type.Boolean({
    description:
      'Whether the caller may edit its agenda or, if it is a recording, correct it. A series cannot be edited.',
  }),
  may_share: Type.Boolean({ description: 'Whether the caller may share and publish it, as an attendee.' }),
})
