/** Channels, shares and publications, as requests and answers hold them (decisions 20, 29d, 29e). */
import Type from 'typebox'
import { Id, IdOf, Maybe, mostId, pageQuery } from '../platform/schema.ts'
import { UserId } from './people-schemas.ts'
import { Person } from './schemas.ts'

export const Channel = Type.Object(
  {
    id: IdOf('channel_id', 'Identifier of the channel.'),
    title: Type.String(),
    private: Type.Boolean({ description: 'Whether it is hidden from those who are not in it.' }),
    member_count: Type.Integer(),
  },
  { $id: 'Channel', description: 'People who see what is published for them.' },
)

const ChannelTitle = Type.String({ minLength: 1, maxLength: 255, examples: ['Engineering'] })

export const NewChannel = Type.Object(
  {
    title: ChannelTitle,
    private: Maybe(Type.Boolean({ description: 'Hide it from those who are not in it.', default: false })),
  },
  { examples: [{ title: 'Engineering' }] },
)

export const ChannelId = Type.Object({
  channel_id: Id('Identifier of the channel.', 'ch_eng'),
})

export const ChannelChanges = Type.Object(
  { title: Maybe(ChannelTitle), private: Maybe(Type.Boolean({ description: 'Hide it, or let everyone find it.' })) },
  { examples: [{ title: 'Engineering' }] },
)

export const ChannelDeleted = Type.Object({ channel_id: Type.String(), deleted: Type.Literal(true) })

/** The body that names a person. */
export const NamedUser = Type.Object(
  {
    user: Type.String({
      minLength: 1,
      maxLength: mostId,
      description: 'Id or e-mail of an account.',
      examples: ['bo@acme.test'],
    }),
  },
  { examples: [{ user: 'bo@acme.test' }] },
)

export const MemberId = Type.Object({ ...ChannelId.properties, ...UserId.properties })

export const ChannelQuery = Type.Object({
  ...pageQuery,
  all: Type.Optional(Type.Boolean({ description: 'The public channels that the caller is not in, too.' })),
})

const By = Type.String({ description: 'Who let them in: an attendee, by user id.' })

export const NewShare = Type.Object(
  {
    ...NamedUser.properties,
    can_edit: Maybe(
      Type.Boolean({
        description: 'Let them edit; without it a new share does not, and one that is there stays as it is.',
      }),
    ),
  },
  { examples: [{ user: 'bo@acme.test', can_edit: true }] },
)

export const Shares = Type.Object({
  shares: Type.Array(Type.Object({ user: Person, by: By, can_edit: Type.Boolean() }), {
    description: 'Those that count: made by someone who is an attendee still.',
  }),
})

export const NewPublication = Type.Object(ChannelId.properties, { examples: [{ channel_id: 'ch_eng' }] })

const { id, title, private: hidden } = Channel.properties

export const Publications = Type.Object({
  publications: Type.Array(Type.Object({ channel: Type.Object({ id, title, private: hidden }), by: By }), {
    description: 'Where it is published, in public channels and those the caller is in.',
  }),
})

export const Sharing = Type.Object({ ...Shares.properties, ...Publications.properties })
