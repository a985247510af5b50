/** One delivery: every attempt with its response, and the payload. */
import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { deliveryQuery, useResend } from '../../api/deliveries.ts'
import type { Webhook } from '../../api/webhooks.ts'
import rows from '../../ui/entries.module.css'
import { exactHour, longDay } from '../../ui/format.ts'
import { Mark } from '../../ui/mark.tsx'
import { Copyable } from '../../ui/secret.tsx'
import { Loaded } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { ofService } from '../../words/of-service.ts'
import { words } from '../../words/words.ts'
import { DeliveryBadge } from './delivery-badge.tsx'

const { deliveries: said } = words

type Sender = Pick<Webhook, 'id' | 'status'>
type Whole = Awaited<ReturnType<NonNullable<ReturnType<typeof deliveryQuery>['queryFn']>>>
type Props = {
  webhook: Sender
  hookId: string | undefined
  /** For people who do not program: it is said instead of the event, and the rest is folded under `details`. */
  plain?: { titleOf: (delivery: Whole) => string; details: string }
  onClose: () => void
}

export function DeliveryDrawer({ webhook, hookId, plain, onClose }: Props) {
  return (
    <Drawer
      opened={hookId !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={said.one}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {hookId && <Open webhook={webhook} hookId={hookId} plain={plain} />}
    </Drawer>
  )
}

function Open({ webhook, hookId, plain }: Omit<Props, 'hookId' | 'onClose'> & { hookId: string }) {
  const delivery = useQuery(deliveryQuery(webhook.id, hookId))
  const resend = useResend(webhook.id)
  return (
    <Loaded of={delivery}>
      {(whole) => (
        <Stack gap="lg">
          <Group justify="space-between">
            <div>
              <Group gap="sm">
                <Text fw={600}>{plain?.titleOf(whole) ?? whole.event_type}</Text>
                {whole.test && !plain && <Mark tone="quiet">{said.test}</Mark>}
                <DeliveryBadge status={whole.status} />
              </Group>
              <Text size="sm" c="dimmed">
                <Time at={whole.created_at} as={longDay} /> · <Time at={whole.created_at} as={exactHour} />
              </Text>
            </div>
            {webhook.status === 'active' && whole.payload !== null && (
              <Button loading={resend.isPending} onClick={() => resend.mutate(hookId)}>
                {said.resend}
              </Button>
            )}
          </Group>
          {!plain && <Copyable label="hook-id" text={whole.id} />}
          <Attempts log={whole.attempt_log} />
          {plain ? (
            <details>
              <summary>{plain.details}</summary>
              <Payload payload={whole.payload} />
            </details>
          ) : (
            <Payload payload={whole.payload} />
          )}
        </Stack>
      )}
    </Loaded>
  )
}

function Attempts({ log }: { log: Whole['attempt_log'] }) {
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {said.attemptLog}
      </Title>
      {log.length === 0 && <Text c="dimmed">{said.noAttempt}</Text>}
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {log.toReversed().map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
      </Stack>
    </section>
  )
}

function Attempt({ attempt }: { attempt: Whole['attempt_log'][number] }) {
  const { number, sent_at, duration_ms, status_code, error, response_body, manual } = attempt
  const isGood = status_code !== null && status_code >= 200 && status_code < 300
  return (
    <li>
      <Group gap="sm" mb={6}>
        <Text size="sm" fw={600}>
          {said.attempt(number)}
        </Text>
        <Mark tone={isGood ? 'good' : 'bad'}>{status_code ?? said.noAnswer}</Mark>
        <Text size="sm" c="dimmed">
          <Time at={sent_at} as={exactHour} /> · {said.took(duration_ms)}
          {manual && ` · ${said.manual}`}
        </Text>
      </Group>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
          {ofService(error)}
        </Text>
      )}
      {response_body && <pre className={rows.block}>{response_body}</pre>}
      {response_body === '' && (
        <Text size="sm" c="dimmed">
          {said.emptyBody}
        </Text>
      )}
    </li>
  )
}

function Payload({ payload }: Pick<Whole, 'payload'>) {
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {said.payload}
      </Title>
      {payload === null ? (
        <Text c="dimmed">{said.payloadGone}</Text>
      ) : (
        <pre className={rows.block}>{JSON.stringify(payload, null, 2)}</pre>
      )}
    </section>
  )
}
