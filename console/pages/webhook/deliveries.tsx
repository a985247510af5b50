/** The webhook's deliveries, newest first. */
import { Button, Group, Select, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Delivery, deliveriesQuery } from '../../api/deliveries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { eventTypesQuery, type Webhook } from '../../api/webhooks.ts'
import { dayAndHour, exactHour } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Empty, Loaded, More } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words/words.ts'
import { DeliveryBadge } from './delivery-badge.tsx'
import { Recover } from './recover.tsx'
import { type ChangeSearch, type DeliveryStatus, deliveryStatuses, type WebhookSearch } from './search.ts'

const { deliveries: said } = words

type Props = { webhook: Webhook; search: WebhookSearch; change: ChangeSearch }

export const deliveriesOf = (webhookId: string, { status, event }: WebhookSearch) =>
  deliveriesQuery(webhookId, { ...(status && { status }), ...(event && { event_type: event }) })

export function Deliveries({ webhook, search, change }: Props) {
  const { status, event } = search
  const deliveries = useInfiniteQuery(usePrefetched(deliveriesOf(webhook.id, search)))
  return (
    <>
      <Filters webhook={webhook} search={search} change={change} />
      <Loaded of={deliveries}>
        {({ pages }) => {
          const all = pages.flatMap(({ data }) => data)
          if (all.length === 0)
            return <Nothing isFiltered={Boolean(status || event)} isActive={webhook.status === 'active'} />
          return (
            <Rows label={said.title}>
              {all.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => change({ delivery: delivery.id })} />
              ))}
            </Rows>
          )
        }}
      </Loaded>
      <More of={deliveries} />
    </>
  )
}

function Filters({ webhook, search: { status, event }, change }: Props) {
  const [recovers, recovery] = useDisclosure(false)
  const { data: known = [] } = useQuery(usePrefetched(eventTypesQuery))
  const types = known.filter(({ user }) => webhook.scope === 'workspace' || user)
  return (
    <Group mb="md" align="flex-end">
      <Select
        label={said.status}
        placeholder={said.any}
        clearable
        style={{ flex: '1 1 130px', maxWidth: 200 }}
        data={deliveryStatuses.map((value) => ({ value, label: said.statuses[value] }))}
        value={status ?? null}
        onChange={(next) => change({ status: (next ?? undefined) as DeliveryStatus | undefined })}
      />
      <Select
        label={said.event}
        placeholder={said.any}
        clearable
        style={{ flex: '1 1 180px', maxWidth: 260 }}
        data={types.map(({ event_type }) => event_type)}
        value={event ?? null}
        onChange={(next) => change({ event: next ?? undefined })}
      />
      {webhook.status === 'active' && (
        <Button variant="default" ml="auto" onClick={recovery.open}>
          {said.recover}
        </Button>
      )}
      <Recover webhookId={webhook.id} isOpen={recovers} onClose={recovery.close} />
    </Group>
  )
}

type RowProps = { delivery: Delivery; title?: string; onOpen: () => void }

export function DeliveryRow({ delivery, title: named, onOpen }: RowProps) {
  const { created_at, attempts, last_status_code, next_attempt_at, status, test } = delivery
  // All attempts of a pending delivery have failed; for other states the last one may have succeeded.
  const hasFailed = status === 'pending' && attempts > 0
  const title = (
    <UnstyledButton onClick={onOpen} fw={550} aria-haspopup="dialog">
      {named ?? delivery.event_type}
    </UnstyledButton>
  )
  const meta = (
    <>
      <Time at={created_at} as={dayAndHour} /> · {hasFailed ? said.failedTimes(attempts) : said.attempts(attempts)}
      {next_attempt_at && status !== 'held' && (
        <>
          {' '}
          · {hasFailed ? said.again : said.next} <Time at={next_attempt_at} as={nextTime(next_attempt_at)} />
        </>
      )}
    </>
  )
  return (
    <Row title={title} meta={meta} isLink>
      {named === undefined && last_status_code !== null && (
        <Text size="sm" c="dimmed" ff="monospace">
          {last_status_code}
        </Text>
      )}
      {test && named === undefined && <Mark tone="quiet">{said.test}</Mark>}
      <DeliveryBadge status={status} />
    </Row>
  )
}

const dayMs = 86_400_000

/** The first attempts are seconds apart; one on another day is shown with its date. */
const nextTime = (at: string) => (Date.parse(at) - Date.now() < dayMs / 2 ? exactHour : dayAndHour)

function Nothing({ isFiltered, isActive }: { isFiltered: boolean; isActive: boolean }) {
  if (isFiltered) return <Empty title={said.noMatch} />
  return <Empty title={said.none}>{isActive ? said.noneWhy : said.noneWhilePaused}</Empty>
}
