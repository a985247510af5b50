import Type, { type Static } from 'typebox'
import { Id, Nullable, OneOf, Time } from '../../../platform/http/schema.ts'
import { botKinds } from '../kinds/kinds.ts'

export const Bot = Type.Object(
  {
    id: Nullable(Type.String({ description: 'Its id at the service; null while the service is being asked for it.' })),
    kind: OneOf(botKinds, { description: 'The service.' }),
    user_id: Type.String({ description: 'Who sent it; the recap of the call belongs to this person.' }),
    sent_at: Time('When it was sent.'),
  },
  { $id: 'Bot' },
)

export const botExample: Static<typeof Bot> = {
  id: 'bot_weIAju4OXNZkDTpZ',
  kind: 'attendee',
  user_id: 'u_ada',
  sent_at: '2026-01-05T08:58:00.000Z',
}

export const NoteId = Type.Object({ note_id: Id('Identifier of the note.', 'n_1') })

export const BotState = Type.Object({
  bot: Nullable(Bot),
  name: Type.String({ description: 'What the bot is called in the call: that of the caller, if none was sent.' }),
  may_send: Type.Boolean({ description: 'Whether the caller can send a bot now.' }),
  may_withdraw: Type.Boolean({ description: 'Whether the caller can withdraw the bot.' }),
})

export const SentBot = Type.Object({ bot: Bot })
export const WithdrawnBot = Type.Object({ note_id: Type.String(), withdrawn: Type.Literal(true) })
