/** Bots in calls, as openapi.json describes them (extensions of the specification). */
import { failure } from '../../../platform/http/failures.ts'
import { operation } from '../../../platform/http/operation.ts'
import { BotState, botExample, NoteId, SentBot, WithdrawnBot } from './schemas.ts'

const common = { tag: 'Recordings', extension: true, params: NoteId } as const

const refusedByService = failure(
  'The service of the recorder did not do it; the answer has its words.',
  "Attendee refuses the recorder's key",
)

export const readBot = operation({
  ...common,
  id: 'retrieve_note_bot',
  summary: 'Read which bot is in the call',
  description:
    'The bot that somebody or a rule sent from here into the call of the meeting, also by another meeting that is the same call, until it has left.',
  answer: BotState,
  example: { bot: botExample, name: 'Minutebook of Ada Moreau', may_send: false, may_withdraw: true },
})

export const sendBot = operation({
  ...common,
  id: 'send_note_bot',
  summary: 'Send a bot into the call',
  description:
    'Asks the service of the first active recorder with `sends_bots` that can join the call. The bot is a participant that everybody sees, called after the caller, and records the call; the recap comes into this note. For attendees, from 15 minutes before the meeting until its end; at most 20 in an hour. Adds a row to the audit log.',
  status: 201,
  own: {
    400: failure('The meeting has no link to a call, or no service can join it.', 'This meeting has no link to a call'),
    409: failure(
      'A bot was sent already, the meeting is over or too far away, or no active recorder sends bots.',
      'A bot was sent to this meeting already',
    ),
    502: refusedByService,
  },
  answer: SentBot,
  example: { bot: botExample },
})

export const withdrawBot = operation({
  ...common,
  id: 'withdraw_note_bot',
  summary: 'Withdraw the bot from the call',
  description:
    'What it recorded until then becomes a recap, and no rule sends another into the call until somebody sends one by hand. For attendees. Adds a row to the audit log.',
  own: { 502: refusedByService },
  answer: WithdrawnBot,
  example: { note_id: 'n_1', withdrawn: true },
})
