/** An action item as the API prints it (decision 24 on item sight). *Pure.* */
import type { Static } from 'typebox'
import { utcOffset } from '../../platform/time.ts'
import type { ItemView } from './list-items.ts'
import type { ActionItem } from './schemas.ts'

export function presentItem({ ai_generated, ...item }: ItemView): Static<typeof ActionItem> {
  return {
    ...item,
    ai_detected: ai_generated,
    ai_suggestion_accepted_by_user: ai_generated || null,
    created_at: utcOffset(item.created_at),
    updated_at: utcOffset(item.updated_at),
  }
}
