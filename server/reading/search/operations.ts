/** Search, as openapi.json describes it (decision 44; an extension of the specification). */

import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
import { hitExample, SearchBody, SearchHit } from './schemas.ts'

export const search = operation({
  id: 'search',
  tag: 'Search',
  extension: true,
  summary: 'Search',
  description:
    'Finds passages in titles, agendas, action items, decisions, AI notes and transcripts that the caller may read: those with most of the rare words of the query first. A page that would take too much work ends early, with a cursor.',
  body: SearchBody,
  answer: PageOf(SearchHit),
  example: { page_info: { cursor: null, page_size: 20 }, data: [hitExample] },
})
