/** Erasure and export of a person, as openapi.json describes them (decision 50; extensions of the specification). */
import Type from 'typebox'
import { operation } from '../platform/http/operation.ts'
import { UserId } from '../workspace/people-schemas.ts'
import { Erasure, erasureExample } from './erasure/schemas.ts'

const tag = 'People'

export const eraseUser = operation({
  id: 'erase_user',
  tag,
  summary: 'Erase a person',
  description:
    'For good. Keys, sessions and webhooks end at once; a job deletes what is nobody else’s, and everywhere else the name becomes ' +
    '"Deleted person" and the address goes. Asking again begins nothing anew. The last active admin stays (409). ' +
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
