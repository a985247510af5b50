import Type, { type Static } from 'typebox'
import { Nullable, OneOf, pageQuery, Time } from '../../../platform/http/schema.ts'
import { utc } from '../../../platform/time.ts'
import type { ErasureView } from './request-erasure.ts'

const stages = ['begin', 'things', 'own', 'texts', 'messages', 'done'] as const

export const Erasure = Type.Object(
  {
    user_id: Type.String({ description: 'The person; the id is all that stays.' }),
    status: OneOf(['pending', 'running', 'held', 'done'], {
      description: 'Whether it has begun or is done; `held`: a legal hold stops it until it is lifted.',
    }),
    requested_at: Time('When it was requested.'),
    finished_at: Nullable(Time('When everything of the person was erased.')),
    progress: Type.Object(
      {
        stage: OneOf([...stages], { description: 'The current step.' }),
        things: Type.Integer({ description: 'Notes, recordings and action items that may name the person.' }),
        things_done: Type.Integer({ description: 'How many of them are done.' }),
      },
      { description: 'How far it is.' },
    ),
  },
  { $id: 'Erasure', description: 'The erasure of a person.' },
)

export const ErasuresQuery = Type.Object({
  ...pageQuery,
  finished: Type.Optional(
    Type.Boolean({ description: 'True: only finished ones; false: only unfinished ones; all if absent.' }),
  ),
})

export const erasureExample: Static<typeof Erasure> = {
  user_id: 'u_bo',
  status: 'running',
  requested_at: '2026-01-05T09:00:00.000Z',
  finished_at: null,
  progress: { stage: 'things', things: 120, things_done: 40 },
}

export const presentErasure = (erasure: ErasureView): Static<typeof Erasure> => ({
  user_id: erasure.user_id,
  status: statusOf(erasure),
  requested_at: utc(erasure.requested_at),
  finished_at: erasure.finished_at && utc(erasure.finished_at),
  progress: { stage: erasure.stage, things: erasure.things, things_done: erasure.things_done },
})

function statusOf({ stage, finished_at, held }: ErasureView) {
  if (finished_at) return 'done'
  if (held) return 'held'
  return stage === 'begin' ? 'pending' : 'running'
}
