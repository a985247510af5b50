import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DataPointType } from '@opentelemetry/sdk-metrics'
import { Counter, Gauge, Histogram, Registry, Summary } from 'prom-client'
import { type PrometheusMetric, toOtlp } from './otlp-metrics.ts'

const span = { startTime: [1, 0] as [number, number], endTime: [2, 0] as [number, number] }

async function converted(registry: Registry) {
  return toOtlp((await registry.getMetricsAsJSON()) as PrometheusMetric[], span)
}

test('counters, gauges and histograms are the same in both formats', async () => {
  const registry = new Registry()
  const registers = [registry]
  const labelNames = ['kind']
  new Counter({ name: 'done_total', help: 'Done.', registers, labelNames }).inc({ kind: 'a' }, 3)
  new Gauge({ name: 'free_bytes', help: 'Free.', registers }).set(7)
  const waits = new Histogram({ name: 'wait_seconds', help: 'Waits.', registers, labelNames, buckets: [1, 5] })
  for (const seconds of [0.5, 1, 3, 9, 9]) waits.observe({ kind: 'a' }, seconds)
  waits.observe({ kind: 'b' }, 2)
  const [counter, gauge, histogram] = await converted(registry)
  assert.deepEqual(
    [counter!.descriptor.name, counter!.dataPointType, counter!.dataPoints],
    ['done_total', DataPointType.SUM, [{ ...span, attributes: { kind: 'a' }, value: 3 }]],
  )
  assert.deepEqual([gauge!.dataPointType, gauge!.descriptor.unit], [DataPointType.GAUGE, 'By'])
  assert.deepEqual([histogram!.dataPointType, histogram!.descriptor.unit], [DataPointType.HISTOGRAM, 's'])
  assert.deepEqual(
    histogram!.dataPoints.map(({ attributes, value }) => [attributes, value]),
    [
      [{ kind: 'a' }, { buckets: { boundaries: [1, 5], counts: [2, 1, 2] }, count: 5, sum: 22.5 }],
      [{ kind: 'b' }, { buckets: { boundaries: [1, 5], counts: [0, 1, 0] }, count: 1, sum: 2 }],
    ],
  )
})

test('numbers that could not be read and summaries are left out', async () => {
  const registry = new Registry()
  new Gauge({ name: 'unknown', help: '-', registers: [registry] }).set(Number.NaN)
  new Summary({ name: 'summary', help: '-', registers: [registry] }).observe(1)
  const [unknown, ...others] = await converted(registry)
  assert.deepEqual([unknown!.dataPoints, others], [[], []])
})
