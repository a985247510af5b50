/** Connected calendars, as openapi.json describes them (decision 60; extensions of the specification). */

import Type from 'typebox'
import { failure } from '../../../platform/http/failures.ts'
import { operation } from '../../../platform/http/operation.ts'
import { maxAddress, OneOf } from '../../../platform/http/schema.ts'
import { Feed, feedExample } from '../feeds/schemas.ts'

const ProviderName = OneOf(['google', 'microsoft'], { description: 'Whose calendars they are.' })

const Providers = Type.Object({
  providers: Type.Array(
    Type.Object({ name: ProviderName, title: Type.String({ description: 'The name for people.' }) }),
    { description: 'Those that the operator set up.' },
  ),
})

const ConnectCalendar = Type.Object({ provider: ProviderName }, { examples: [{ provider: 'google' }] })

const ConnectionBegun = Type.Object({
  url: Type.String({ description: 'The page of the provider where the person gives consent.' }),
})

const ConnectCaldav = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: maxAddress,
      description: 'An HTTPS address: of the server, of the domain that names it, or the one that it shows for CalDAV.',
    }),
    username: Type.String({ minLength: 1, maxLength: 320 }),
    password: Type.String({
      minLength: 1,
      maxLength: 1_024,
      description: 'One for programs, where the provider has such (app password). It is stored sealed.',
    }),
  },
  { examples: [{ url: 'https://cloud.example.com', username: 'ada', password: 'Zx81-Rt5k-Ln0w' }] },
)

const text = { tag: 'Calendar', extension: true } as const

export const listProviders = operation({
  ...text,
  id: 'list_calendar_providers',
  summary: 'List calendar providers',
  description: 'Whose calendars people may connect by account here.',
  answer: Providers,
  example: { providers: [{ name: 'google', title: 'Google' }] },
})

export const connectCalendar = operation({
  ...text,
  id: 'connect_calendar',
  ofSession: true,
  summary: 'Connect a calendar by account',
  description:
    'Begins to connect an account at a provider, read only: the browser goes to `url`, where the person gives consent, and ' +
    'comes back to `/calendar`. The account is a feed from then on, read every 5 minutes. The same account again gets new ' +
    'access. Only for a person who is signed in.',
  body: ConnectCalendar,
  status: 201,
  headers: { 'Set-Cookie': Type.String({ description: 'What was begun; valid for 10 minutes.' }) },
  failures: [400],
  answer: ConnectionBegun,
  example: { url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=…' },
})

export const connectCaldav = operation({
  ...text,
  id: 'connect_caldav_calendar',
  summary: 'Connect calendars by CalDAV',
  description:
    'Signs in at a CalDAV server, such as Nextcloud, Radicale, SOGo, Fastmail or iCloud, and stores the account: a feed from ' +
    'then on, read only, every 5 minutes. All calendars of the account that hold meetings are read; of those that others share, ' +
    'the meetings that invite its person. The same account again gets the new password. 422 says why the sign-in failed. ' +
    'Not on behalf of somebody else.',
  body: ConnectCaldav,
  status: 201,
  failures: [400, 422],
  answer: Type.Object({ feed: Feed }),
  example: { feed: { ...feedExample, host: 'cloud.example.com', provider: 'caldav', account: 'ada@acme.test' } },
})

export const finishConnection = operation({
  ...text,
  open: true,
  id: 'finish_calendar_connection',
  summary: 'Come back from a calendar provider',
  description:
    'Where the provider sends the browser: stores the account and redirects to `/calendar?connected={feed_id}`, or to ' +
    '`/calendar?refused={reason}`: `denied`, `expired`, `wrong_person`, `no_access`, `too_many` or `failed`.',
  status: 302,
  headers: { Location: Type.String({ description: 'Where the browser goes.' }) },
  own: { 404: failure('The host names a workspace that does not exist.', 'Workspace not found') },
})
