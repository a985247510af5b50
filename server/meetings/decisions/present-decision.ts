/** A decision as the API prints it (decision 63). *Pure.* */
import type { Static } from 'typebox'
import { utc } from '../../platform/time.ts'
import type { DecisionView } from './read-decisions.ts'
import type { Decision } from './schemas.ts'

export function presentDecision({ made_by, ...decision }: DecisionView): Static<typeof Decision> {
  return {
    ...decision,
    by: made_by,
    made_at: utc(decision.made_at),
    created_at: utc(decision.created_at),
    updated_at: utc(decision.updated_at),
  }
}
