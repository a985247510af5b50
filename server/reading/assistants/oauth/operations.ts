/** Consent and grants, as openapi.json describes them (decision 48; extensions of the specification). */

import { PageQuery } from '../../../people/caller/schemas.ts'
import { failure } from '../../../platform/http/failures.ts'
import { operation } from '../../../platform/http/operation.ts'
import { PageOf } from '../../../platform/http/page.ts'
import { Answered, Consent, ConsentAnswer, ConsentQuery, Grant, GrantId } from './schemas.ts'

const text = { tag: 'Assistants', extension: true } as const

const own = {
  403: failure('Not a session, or a page of another origin.', 'Only a person who is signed in can let an assistant in'),
  404: failure('OAuth is switched off.', 'Assistants cannot sign in here'),
}

export const getConsent = operation({
  ...text,
  id: 'get_consent',
  summary: 'Read what an assistant asks for',
  description:
    'For the page that an assistant sends people to; takes the parameters of its address (OAuth 2.1). ' +
    'Wrong parameters are a 400, and the browser is not redirected.',
  ofSession: true,
  querystring: ConsentQuery,
  own,
  answer: Consent,
  example: {
    consent: {
      client: { id: 'https://assistant.example/client.json', name: 'Assistant', host: 'assistant.example' },
      opens: 'assistant',
      answer_to: 'assistant.example',
      own_computer: false,
      scopes: ['read', 'write'],
    },
  },
})

export const answerConsent = operation({
  ...text,
  id: 'answer_consent',
  summary: 'Let an assistant in, or refuse',
  description:
    'The person’s answer, with the same parameters. An assistant that is let in acts as the person, never as super ' +
    'admin, and only at `/mcp`, or for a recorder only for recording. Adds a row to the audit log. A person may let in at most 50 assistants: 409.',
  ofSession: true,
  body: ConsentAnswer,
  failures: [409],
  own: {
    ...own,
    409: failure(
      'The person has let in as many assistants as allowed.',
      'A person may let in at most 50 assistants; withdraw one first',
    ),
  },
  answer: Answered,
  example: { redirect_to: 'https://assistant.example/callback?code=mbc_…&iss=https%3A%2F%2Fmeetings.example.com' },
})

export const listGrants = operation({
  ...text,
  id: 'list_grants',
  summary: 'List my assistants',
  description: 'The assistants that you let in by OAuth, newest first.',
  querystring: PageQuery,
  answer: PageOf(Grant),
  example: {
    page_info: { cursor: null, page_size: 20 },
    data: [
      {
        id: 'gr_bo',
        client_id: 'https://assistant.example/client.json',
        client_name: 'Assistant',
        opens: 'assistant',
        answer_to: 'assistant.example',
        scopes: ['read'],
        created_at: '2026-01-05T09:00:00.000Z',
        last_used_at: null,
        expires_at: '2027-01-05T09:00:00.000Z',
      },
    ],
  },
})

export const deleteGrant = operation({
  ...text,
  id: 'delete_grant',
  summary: 'Withdraw an assistant’s access',
  description: 'Ends all tokens of the grant; the assistant’s next request is a 401. Adds a row to the audit log.',
  params: GrantId,
  status: 204,
})
