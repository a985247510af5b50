/** Sessions, as answers show them (decision 41). */
import Type from 'typebox'
import { Id, IdOf, Nullable, Time } from '../../platform/http/schema.ts'
import { Me, Person } from '../caller/schemas.ts'

const Session = Type.Object(
  {
    id: IdOf('session_id', 'Identifier of the session.'),
    user: Person,
    workspace: Me.properties.workspace,
    super_admin: Type.Boolean({
      description: 'Whether it is elevated: it has the rights of a super admin key for now.',
    }),
    may_elevate: Type.Boolean({
      description:
        'Whether the person is a designated admin of an enterprise workspace, who did not sign in with an ordinary key.',
    }),
    elevated_until: Nullable(Time('When the super admin rights expire; null while it has none.')),
    store_keys: Type.Array(Type.String(), {
      description:
        'Seal what a browser keeps of the person until they come back (sound that has not been sent, unsaved text): each 32 bytes in base64url, the same in all of their sessions and recorders, and in no database. The first one seals; the others are of `SECRET_KEY_OLD`, and open what was sealed before.',
      examples: [['mN1bXk0cVxJ1rJ5oVw8hQy3kq2m7nF0sYt4uZr6pL9A']],
    }),
    expires_at: Time(
      'When it ends at the latest; 14 days without a request end it sooner.',
      '2026-04-05T09:00:00.000Z',
    ),
  },
  { $id: 'Session', description: 'A signed-in browser.' },
)

export const SessionAnswer = Type.Object({ session: Session })

export const ListedSession = Type.Object({
  id: IdOf('session_id', 'Identifier of the session.'),
  created_at: Time('When the person signed in.'),
  last_used_at: Time('When it was last used, within a minute.'),
  address: Type.String({ description: 'Where it was last used from.' }),
  user_agent: Type.String({ description: 'The `User-Agent` of the browser.' }),
  current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
})

export const SessionId = Type.Object({ session_id: Id('Identifier of the session.', 'ses_ada') })
