/** Sessions, as openapi.json describes them (decisions 41 and 43 on elevation; extensions of the specification). */
import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
import { PageQuery } from '../caller/schemas.ts'
import { ListedSession, SessionAnswer, SessionId } from './schemas.ts'

export const sessionExample = {
  session: {
    id: 'ses_ada',
    user: { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' },
    workspace: { id: 'ws_acme', name: 'Acme', subdomain: 'acme' },
    super_admin: false,
    may_elevate: true,
    elevated_until: null,
    store_keys: ['mN1bXk0cVxJ1rJ5oVw8hQy3kq2m7nF0sYt4uZr6pL9A'],
    expires_at: '2026-04-05T09:00:00.000Z',
  },
}

const text = { tag: 'Signing in', extension: true } as const

export const getSession = operation({
  ...text,
  id: 'get_session',
  summary: 'Get this session',
  description:
    'Who is signed in with this browser; for the token of a recorder, whose it is. With a key there is no session: 404.',
  ofSession: true,
  answer: SessionAnswer,
  example: sessionExample,
})

export const deleteSession = operation({
  ...text,
  id: 'delete_session',
  summary: 'Sign out',
  description: 'Ends the session of this request. It needs no scope.',
  ofSession: true,
  status: 204,
})

export const listSessions = operation({
  ...text,
  id: 'list_sessions',
  summary: 'List my sessions',
  description: 'The browsers that are signed in as you, newest first.',
  querystring: PageQuery,
  answer: PageOf(ListedSession),
  example: {
    page_info: { cursor: null, page_size: 20 },
    data: [
      {
        id: 'ses_ada',
        created_at: '2026-01-05T09:00:00.000Z',
        last_used_at: '2026-01-05T09:30:00.000Z',
        address: '203.0.113.7',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
        current: true,
      },
    ],
  },
})

export const endSession = operation({
  ...text,
  id: 'end_session',
  summary: 'Sign out another browser',
  description: 'Ends one of your sessions; its next request is a 401.',
  params: SessionId,
  status: 204,
})

export const lower = operation({
  ...text,
  id: 'lower_session',
  summary: 'Give up super admin rights',
  description: 'From the next request on the session has the person’s own rights.',
  ofSession: true,
  answer: SessionAnswer,
  example: sessionExample,
})
