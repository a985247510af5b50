/** What became of a delivery. */
import { Badge } from '@mantine/core'
import type { Delivery } from '../../api/deliveries.ts'
import { words } from '../../words/words.ts'

const colors = {
  ...{ pending: 'blue', delivered: 'pine', failed: 'red', held: 'yellow', skipped: 'gray', cancelled: 'gray' },
}

export const DeliveryBadge = ({ status }: Pick<Delivery, 'status'>) => (
  <Badge color={colors[status]}>{words.deliveries.statuses[status]}</Badge>
)
