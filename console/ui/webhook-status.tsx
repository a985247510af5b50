/** How a webhook is, and whether it hears of the whole workspace. */
import { Badge } from '@mantine/core'
import type { Webhook } from '../api/webhooks.ts'
import { words } from '../words/words.ts'

const colors = { active: 'pine', inactive: 'gray', failed: 'red' }

export function WebhookStatus({ status, scope }: Pick<Webhook, 'status' | 'scope'>) {
  return (
    <>
      {scope === 'workspace' && (
        <Badge variant="default" tt="none" fw={500}>
          {words.webhooks.ofWorkspace}
        </Badge>
      )}
      <Badge color={colors[status]}>{words.webhooks.status[status]}</Badge>
    </>
  )
}
