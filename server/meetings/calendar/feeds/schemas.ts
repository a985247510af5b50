/** A feed in the API. */
import Type, { type Static } from 'typebox'
import { IdOf, Nullable, OneOf, Time } from '../../../platform/http/schema.ts'

export const Feed = Type.Object({
  id: IdOf('feed_id', 'Identifier of the feed.'),
  host: Type.String({ description: 'The host that it is read from. Its full address is a secret and not shown.' }),
  provider: Nullable(
    OneOf(['google', 'microsoft', 'caldav'], { description: 'Whose calendar the account is of; null for an address.' }),
  ),
  account: Nullable(
    Type.String({
      description: 'The e-mail address of the connected account, or its user name if it has none; null for an address.',
    }),
  ),
  needs_consent: Type.Boolean({
    description:
      'The provider gives no access to the account any more, or not with its password: connect it again. It is not read until then.',
  }),
  problems: Type.Array(Type.String(), {
    description: 'What was not imported since the last full read, and why; at most 101.',
  }),
  user_id: Type.String({ description: 'Whose calendar it is.' }),
  created_at: Time('When it was added.'),
  last_read_at: Nullable(Time('When it was last read without an error.')),
  next_read_at: Nullable(
    Time(
      'When it is read next, if its owner is active; null if never, because a world brought it without its address, or because it needs consent.',
    ),
  ),
  last_error: Nullable(Type.String({ description: 'The error of the last read; null if there was none.' })),
})

export const feedExample: Static<typeof Feed> = {
  id: 'cal_1',
  host: 'calendar.example.com',
  provider: null,
  account: null,
  needs_consent: false,
  problems: [],
  user_id: 'u_ada',
  created_at: '2026-01-05T09:00:00.000Z',
  last_read_at: '2026-01-05T09:15:00.000Z',
  next_read_at: '2026-01-05T09:30:00.000Z',
  last_error: null,
}
