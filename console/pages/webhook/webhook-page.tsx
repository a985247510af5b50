/** A webhook: deliveries, statistics and actions. */
import { Anchor, Group, Text, Title } from '@mantine/core'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { eventTypesQuery, type Webhook, webhookQuery } from '../../api/webhooks.ts'
import { Address } from '../../ui/address.tsx'
import { AsCurl } from '../../ui/as-curl.tsx'
import layout from '../../ui/layout.module.css'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { usePageTitle } from '../../ui/title.ts'
import { WebhookStatus } from '../../ui/webhook-status.tsx'
import { words } from '../../words/words.ts'
import { Actions } from './actions.tsx'
import { Deliveries, deliveriesOf } from './deliveries.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import type { ChangeSearch, WebhookSearch } from './search.ts'
import { statisticsFile } from './statistics-file.ts'

const { webhook: said } = words

export function prefetch(queries: QueryClient, webhookId: string, search: WebhookSearch) {
  void queries.prefetchQuery(webhookQuery(webhookId))
  if (search.tab === 'statistics') return
  void queries.prefetchInfiniteQuery(deliveriesOf(webhookId, search))
  void queries.prefetchQuery(eventTypesQuery)
}

export function Page({ webhookId, search }: { webhookId: string; search: WebhookSearch }) {
  const { data: webhook, error, refetch } = useQuery(usePrefetched(webhookQuery(webhookId)))
  const navigate = useNavigate()
  usePageTitle(webhook ? said.title(webhook.url) : undefined)
  if (error && !webhook) return <Failed error={error} onAgain={() => void refetch()} />
  if (!webhook) return <Loading />
  const change: ChangeSearch = (changes) =>
    void navigate({
      to: '/developer/webhook/$webhookId',
      params: { webhookId },
      search: { ...search, ...changes },
      resetScroll: false,
    })
  const tab = search.tab ?? 'deliveries'
  return (
    <div className={layout.content}>
      <Head webhook={webhook} />
      <PageTabs value={tab} tabs={said.tabs} label={said.parts} onChange={(next) => change({ tab: next })}>
        {tab === 'deliveries' ? (
          <Deliveries webhook={webhook} search={search} change={change} />
        ) : (
          <statisticsFile.Page webhookId={webhookId} hours={search.hours ?? '24'} change={change} />
        )}
      </PageTabs>
      <AsCurl path={`/api/v1/webhook/${webhookId}/${tab}`} />
      <DeliveryDrawer webhook={webhook} hookId={search.delivery} onClose={() => change({ delivery: undefined })} />
    </div>
  )
}

function Head({ webhook }: { webhook: Webhook }) {
  const { url, description, enabled_events, header_names: names, status, scope } = webhook
  return (
    <header>
      <Anchor size="sm" renderRoot={(props) => <Link to="/developer" search={{ tab: 'webhooks' }} {...props} />}>
        {said.back}
      </Anchor>
      <Group justify="space-between" align="flex-start" mt={6} mb="lg" gap="md">
        <div style={{ flex: '1 1 320px', minWidth: 0 }}>
          <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
            <Address url={url} />
          </Title>
          <Text c="dimmed" size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {description && `${description} · `}
            {enabled_events.length === 0 ? words.webhooks.everyEvent : enabled_events.join(', ')}
          </Text>
          {names && (
            <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {words.headers.sent} <span style={{ fontFamily: 'monospace' }}>{names.join(', ')}</span>
            </Text>
          )}
          <Group gap={6} mt="xs">
            <WebhookStatus status={status} scope={scope} />
          </Group>
        </div>
        {scope !== 'channel' && <Actions webhook={webhook} />}
      </Group>
      {status === 'failed' && (
        <Text size="sm" mb="lg" role="status">
          {said.failedWhy}
        </Text>
      )}
    </header>
  )
}
