/** The feed of changes, as openapi.json describes it (decision 45; an extension of the specification). */
import { failure } from '../../platform/http/failures.ts'
import { operation } from '../../platform/http/operation.ts'
import { ChangesPage, ChangesQuery } from './schemas.ts'

export const followChanges = operation({
  id: 'follow_changes',
  tag: 'Changes',
  extension: true,
  summary: 'Follow what changes',
  description:
    'For programs that keep a copy of what the caller sees: first everything, oldest first, then each thing that changed, came into sight or is gone, once, with its last state. Always send the `cursor` of an answer with the next request. Once every page is applied, the copy is exactly what the lists show.',
  querystring: ChangesQuery,
  answer: ChangesPage,
  own: {
    410: failure('The cursor is older than CHANGES_RETENTION_DAYS; start again, without a cursor.', 'Cursor expired'),
  },
  example: {
    page_info: { cursor: 'bWF0Y2g…', page_size: 100, has_more: false },
    data: [{ kind: 'note', id: 'n_1', change: 'changed', at: '2026-01-05T09:10:00.000Z' }],
  },
})
