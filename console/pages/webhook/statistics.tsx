/** Statistics of deliveries by hour or day: as charts, and as a table for screen readers. */
import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import { Button, Collapse, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type Bucket, statisticsQuery } from '../../api/deliveries.ts'
import { usePrefetched } from '../../api/use-prefetched.ts'
import { dayAndHour, hour, shortDay, utcDay } from '../../ui/format.ts'
import { Empty, Loaded } from '../../ui/section.tsx'
import { words } from '../../words/words.ts'
import { type ChangeSearch, type Span, spans } from './search.ts'
import { StatisticsTable } from './statistics-table.tsx'

const { statistics: said } = words

const outcomes = ['delivered', 'failed', 'skipped', 'pending'] as const

type Props = { webhookId: string; hours: Span; change: ChangeSearch }

export function prefetch(queries: QueryClient, webhookId: string, hours: Span) {
  void queries.prefetchQuery(statisticsQuery(webhookId, Number(hours)))
}

export function Page({ webhookId, hours, change }: Props) {
  const statistics = useQuery(usePrefetched(statisticsQuery(webhookId, Number(hours))))
  const isByHour = Number(hours) <= 72
  return (
    <Stack gap="xl">
      <SegmentedControl
        aria-label={said.span}
        data={spans.map((value) => ({ value, label: said.spans[value] }))}
        value={hours}
        onChange={(next) => change({ hours: next as Span })}
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
      />
      <Loaded of={statistics}>{(buckets) => <Charts buckets={buckets} isByHour={isByHour} />}</Loaded>
    </Stack>
  )
}

function Charts({ buckets, isByHour }: { buckets: Bucket[]; isByHour: boolean }) {
  const [showsTable, { toggle }] = useDisclosure(false)
  const total = (of: (typeof outcomes)[number]) => buckets.reduce((sum, bucket) => sum + bucket[of], 0)
  if (outcomes.every((of) => total(of) === 0)) return <Empty title={said.none}>{said.noneWhy}</Empty>
  const label = isByHour && buckets.length <= 24 ? hour : isByHour ? dayAndHourShort : utcDay
  const data = buckets.map((bucket) => ({ ...bucket, time: label(bucket.start) }))
  return (
    <Stack gap="xl">
      <section>
        <Title order={2} size="h4">
          {said.outcomes}
        </Title>
        <Text c="dimmed" size="sm" mb="md">
          {said.totals(total('delivered'), total('failed'), total('skipped'), total('pending'))}
          <br />
          {isByHour ? said.byHour : said.byDay}
        </Text>
        <BarChart
          h={220}
          data={data}
          dataKey="time"
          type="stacked"
          aria-hidden
          tickLine="none"
          valueFormatter={String}
          yAxisProps={{ allowDecimals: false, width: 36 }}
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false, maxBarSize: 28 }}
          series={[
            { name: 'delivered', label: said.delivered, color: 'pine.6' },
            { name: 'failed', label: said.failed, color: 'red.6' },
            { name: 'skipped', label: said.skipped, color: 'gray.5' },
            { name: 'pending', label: said.pending, color: 'yellow.5' },
          ]}
        />
      </section>
      <section>
        <Title order={2} size="h4">
          {said.times}
        </Title>
        <Text c="dimmed" size="sm" mb="md">
          {said.timesWhat}
        </Text>
        <LineChart
          h={200}
          data={data}
          dataKey="time"
          aria-hidden
          tickLine="none"
          unit=" ms"
          yAxisProps={{ width: 64 }}
          connectNulls={false}
          lineChartProps={{ accessibilityLayer: false }}
          lineProps={{ isAnimationActive: false }}
          series={[
            { name: 'p50_ms', label: said.p50, color: 'pine.6' },
            { name: 'p99_ms', label: said.p99, color: 'orange.6' },
          ]}
        />
      </section>
      <div>
        <Group>
          <Button variant="default" size="sm" onClick={toggle} aria-expanded={showsTable}>
            {said.asTable}
          </Button>
        </Group>
        <Collapse expanded={showsTable}>
          {showsTable && <StatisticsTable buckets={buckets} as={isByHour ? dayAndHour : utcDay} />}
        </Collapse>
      </div>
    </Stack>
  )
}

const dayAndHourShort = (iso: string) => `${shortDay(iso)} ${hour(iso)}`
