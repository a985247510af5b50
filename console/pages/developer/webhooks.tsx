/** The list of webhooks. */
import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sessionQuery } from '../../api/queries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { type Webhook, webhooksQuery } from '../../api/webhooks.ts'
import { Address } from '../../ui/address.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Empty, Loaded } from '../../ui/section.tsx'
import { WebhookStatus } from '../../ui/webhook-status.tsx'
import { words } from '../../words/words.ts'
import { NewWebhook } from './new-webhook.tsx'

const { webhooks: said } = words

export function Webhooks() {
  const webhooks = useQuery(usePrefetched(webhooksQuery))
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [isMaking, making] = useDisclosure(false)
  return (
    <>
      <Group justify="space-between" mb="md" wrap="nowrap" align="flex-start">
        <Text c="dimmed" size="sm" maw={520}>
          {session.super_admin ? said.aboutAll : said.about}
        </Text>
        <Button onClick={making.open} style={{ flex: 'none' }}>
          {said.new}
        </Button>
      </Group>
      <Loaded of={webhooks}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={said.none}>{said.noneWhy}</Empty>
          ) : (
            <Rows label={said.title}>
              {all.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      <NewWebhook isOpen={isMaking} onClose={making.close} mayBeWorkspace={session.super_admin} />
    </>
  )
}

function WebhookRow({ webhook: { id, url, description, enabled_events, ...webhook } }: { webhook: Webhook }) {
  const events = enabled_events.length === 0 ? said.everyEvent : enabled_events.join(', ')
  const link = (
    <Link to="/developer/webhook/$webhookId" params={{ webhookId: id }} search={{}}>
      <Address url={url} />
    </Link>
  )
  return (
    <Row title={link} meta={description ? `${description} · ${events}` : events} isLink>
      <WebhookStatus status={webhook.status} scope={webhook.scope} />
    </Row>
  )
}
