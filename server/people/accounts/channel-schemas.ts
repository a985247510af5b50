/** Channels and their members, as requests and answers hold them (decisions 20, 29e). */
import Type from 'typebox'
import { Id, IdOf, Maybe, maxId, Nullable, OneOf, pageQuery } from '../../platform/http/schema.ts'
import { UserId } from './people-schemas.ts'

export const chatKinds = ['slack', 'teams', 'mattermost', 'generic'] as const

export const Channel = Type.Object(
  {
    id: IdOf('channel_id', 'Identifier of the channel.'),
    title: Type.String(),
    private: Type.Boolean({ description: 'Whether it is hidden from those who are not in it.' }),
    member_count: Type.Integer(),
    deliver_to: Type.Optional(
      Nullable(
        Type.Object(
          {
            webhook_id: IdOf('webhook_id', 'Its deliveries are those of this webhook.'),
            kind: OneOf([...chatKinds]),
            origin: Type.String({ description: 'Where it leads; the whole address is shown to nobody.' }),
            set_by: Type.String({
              description: 'Id of the member who set it. Recaps are sent while they are a member.',
            }),
            status: OneOf(['active', 'stopped', 'failed'], {
              description:
                '`stopped`: who set it is no member any more, or webhooks are switched off. `failed`: it was removed ' +
                'there, or failed for five days.',
            }),
          },
          { description: 'The chat to which recaps that are published in the channel are sent. Only members see it.' },
        ),
      ),
    ),
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

export const ChannelId = Type.Object({ channel_id: Id('Identifier of the channel.', 'ch_eng') })

export const ChannelChanges = Type.Object(
  {
    title: Maybe(ChannelTitle),
    private: Maybe(Type.Boolean({ description: 'Hide it, or let everyone find it.' })),
    deliver_to: Type.Optional(
      Nullable(
        Type.Object({
          kind: OneOf([...chatKinds], { description: 'The service whose form is sent.' }),
          url: Type.String({
            minLength: 1,
            maxLength: 2_048,
            description: 'The address of its incoming webhook: a secret.',
          }),
        }),
      ),
    ),
  },
  { examples: [{ title: 'Engineering' }] },
)

export const ChannelDeleted = Type.Object({ channel_id: Type.String(), deleted: Type.Literal(true) })

/** The body that names a person. */
export const NamedUser = Type.Object(
  {
    user: Type.String({
      minLength: 1,
      maxLength: maxId,
      description: 'Id or e-mail of an account.',
      examples: ['bo@acme.test'],
    }),
  },
  { examples: [{ user: 'bo@acme.test' }] },
)

export const MemberId = Type.Object({ ...ChannelId.properties, ...UserId.properties })

export const ChannelQuery = Type.Object({
  ...pageQuery,
  all: Type.Optional(Type.Boolean({ description: 'Also the public channels that the caller is not in.' })),
  mine: Type.Optional(
    Type.Boolean({ description: 'Only those that the caller is in: for super admin keys, which otherwise list all.' }),
  ),
})
