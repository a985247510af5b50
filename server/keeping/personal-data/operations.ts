/** Erasure, export and retention, as openapi.json describes them (decisions 50, 51; extensions of the specification). */
import Type from 'typebox'
import { UserId } from '../../people/accounts/people-schemas.ts'
import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
import { Erasure, ErasuresQuery, erasureExample } from './erasure/schemas.ts'
import { PersonExport } from './export/schemas.ts'
import {
  FormerText,
  FormerTextId,
  FormerTextsQuery,
  formerTextExample,
  ListedFormerText,
} from './former-texts/schemas.ts'
import { OldCounts, OldQuery, oldExample } from './retention/schemas.ts'

const tag = 'People'

export const eraseUser = operation({
  id: 'erase_user',
  tag,
  summary: 'Erase a person',
  description:
    'Cannot be undone. Keys, sessions and webhooks end at once. A job deletes what belongs only to the person; ' +
    'everywhere else it replaces the name with "Deleted person" and removes the address. A second request starts no ' +
    'new erasure. The last active admin cannot be erased (409), nor a person who is under legal hold or was in a ' +
    'meeting under legal hold (409). Super admin keys only, and never on behalf of others.',
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
  summary: 'Read the progress of an erasure',
  description: 'Also works after the erasure: the id of the person stays. Super admin keys only.',
  extension: true,
  params: UserId,
  answer: Type.Object({ erasure: Erasure }),
  example: { erasure: { ...erasureExample } },
})

export const listErasures = operation({
  id: 'list_erasures',
  tag,
  summary: 'List erasures',
  description: 'Newest first, without the names of the persons. Super admin keys only.',
  extension: true,
  querystring: ErasuresQuery,
  answer: PageOf(Erasure),
  example: { page_info: { cursor: null, page_size: 20 }, data: [{ ...erasureExample }] },
})

export const countOld = operation({
  id: 'count_old',
  tag,
  summary: 'Preview retention',
  description:
    'Counts what the next nightly run would delete if these were the `retention_days` of the workspace. ' +
    'Deletes and changes nothing. What is under legal hold is not counted. Super admin keys only.',
  extension: true,
  querystring: OldQuery,
  answer: Type.Object({ older: OldCounts }),
  example: { older: { ...oldExample } },
})

export const listFormerTexts = operation({
  id: 'list_former_texts',
  tag,
  summary: 'List former texts under legal hold',
  description:
    'What was overwritten or removed while a legal hold covered it, newest first, without the texts. It stays when the ' +
    'hold is lifted, and goes with its note or recording. Super admin keys only.',
  extension: true,
  querystring: FormerTextsQuery,
  answer: PageOf(ListedFormerText),
  example: { page_info: { cursor: null, page_size: 20 }, data: [{ ...formerTextExample }] },
})

export const getFormerText = operation({
  id: 'get_former_text',
  tag,
  summary: 'Read a former text under legal hold',
  description: 'The whole text as it was. Each reading adds a row to the audit log. Super admin keys only.',
  extension: true,
  params: FormerTextId,
  answer: Type.Object({ former_text: FormerText }),
  example: { former_text: { ...formerTextExample, former: 'Send the deck' } },
})

const none = {
  former_texts: [],
  directory: [],
  notifications: [],
  voice: [],
  voice_claims: [],
  voice_words: [],
  webhooks: [],
  calendar_feeds: [],
  channels: [],
  uploads: [],
  corrections: [],
  marks: [],
  decisions: [],
  decision_changes: [],
  series_shares: [],
  rules: [],
  note_plans: [],
  passkeys: [],
  push_devices: [],
  todo_lists: [],
  todo_conflicts: [],
  reminders: [],
  outside_links: [],
}

export const exportUser = operation({
  id: 'export_user',
  tag,
  summary: 'Export a person',
  description:
    'All data of the person as one streamed document, without secrets and hashes of secrets. Each export adds a row ' +
    'to the audit log. Super admin keys only, and never on behalf of others.',
  extension: true,
  params: UserId,
  answer: Type.Object({ export: PersonExport }),
  example: {
    export: {
      ...none,
      identity: [],
      api_keys: [],
      sessions: [],
      grants: [],
      events: [],
      recordings: [],
      said: [],
      audit_log: [],
      note_shares: [],
      recording_shares: [],
      exported_at: '2026-01-05T09:00:00.000Z',
      person: { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' },
      notes: [{ id: 'n_1', title: 'Weekly', agenda: [] }],
      action_items: [{ id: 'ai_1', text: 'Send the deck', created: false, assigned: true }],
    },
  },
})
