/** Erasure and export of a person, and what is too old, as openapi.json describes them (decisions 50, 51; extensions of the specification). */
import Type from 'typebox'
import { operation } from '../platform/http/operation.ts'
import { PageOf } from '../platform/http/page.ts'
import { UserId } from '../workspace/people-schemas.ts'
import { Erasure, ErasuresQuery, erasureExample } from './erasure/schemas.ts'
import { PersonExport } from './export/schemas.ts'
import { OldCounts, OldQuery, oldExample } from './retention/schemas.ts'

const tag = 'People'

export const eraseUser = operation({
  id: 'erase_user',
  tag,
  summary: 'Erase a person',
  description:
    'For good. Keys, sessions and webhooks end at once; a job deletes what is nobody else’s, and everywhere else the name becomes ' +
    '"Deleted person" and the address goes. Asking again begins nothing anew. The last active admin stays (409), and who is under legal hold or was in a meeting that is. ' +
    'Super admin keys only, and never on behalf of others.',
  extension: true,
  params: UserId,
  status: 202,
  failures: [409],
  answer: Type.Object({ erasure: Erasure }),
  example: { erasure: erasureExample },
})

export const getErasure = operation({
  id: 'get_erasure',
  tag,
  summary: 'How far an erasure is',
  description: 'It can be asked for later too: the id stays. Super admin keys only.',
  extension: true,
  params: UserId,
  answer: Type.Object({ erasure: Erasure }),
  example: { erasure: { ...erasureExample } },
})

export const listErasures = operation({
  id: 'list_erasures',
  tag,
  summary: 'List erasures',
  description: 'Newest first; who they were is not told. Super admin keys only.',
  extension: true,
  querystring: ErasuresQuery,
  answer: PageOf(Erasure),
  example: { page_info: { cursor: null, page_size: 20 }, data: [{ ...erasureExample }] },
})

export const countOld = operation({
  id: 'count_old',
  tag,
  summary: 'Count what is older than some days',
  description:
    'What the next night would delete if these were the `retention_days` of the workspace. Nothing is deleted or changed. What is under ' +
    'legal hold is not counted. Super admin keys only.',
  extension: true,
  querystring: OldQuery,
  answer: Type.Object({ older: OldCounts }),
  example: { older: { ...oldExample } },
})

const none = {
  ...{ directory: [], webhooks: [], calendar_feeds: [], channels: [], uploads: [], corrections: [], series_shares: [] },
}

export const exportUser = operation({
  id: 'export_user',
  tag,
  summary: 'Export a person',
  description:
    'All that is theirs, as one document, which comes in pieces. Neither secrets nor hashes of secrets are in it. Each export is a ' +
    'row of the audit log. Super admin keys only, and never on behalf of others.',
  extension: true,
  params: UserId,
  answer: Type.Object({ export: PersonExport }),
  example: {
    export: {
      ...{ ...none, api_keys: [], sessions: [], grants: [], events: [], recordings: [], said: [], audit_log: [] },
      ...{ note_shares: [], recording_shares: [], exported_at: '2026-01-05T09:00:00.000Z' },
      person: { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' },
      notes: [{ id: 'n_1', title: 'Weekly', agenda: [] }],
      action_items: [{ id: 'ai_1', text: 'Send the deck', created: false, assigned: true }],
    },
  },
})
