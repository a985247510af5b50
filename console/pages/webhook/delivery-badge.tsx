/** The status of a delivery. */
import type { Delivery } from '../../api/deliveries.ts'
import { Mark, type Tone } from '../../ui/mark.tsx'
import { words } from '../../words/words.ts'

const tones: Record<string, Tone> = {
  pending: 'plain',
  delivered: 'good',
  failed: 'bad',
  held: 'warn',
  skipped: 'quiet',
  cancelled: 'quiet',
}

export const DeliveryBadge = ({ status }: Pick<Delivery, 'status'>) => (
  <Mark tone={tones[status]}>{words.deliveries.statuses[status]}</Mark>
)
