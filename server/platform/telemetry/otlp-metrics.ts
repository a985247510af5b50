/** *Pure.* The metrics of prom-client in the form of OpenTelemetry's SDK, so that both exports report the same. */
import type { HrTime } from '@opentelemetry/api'
import type {
  AggregationTemporality,
  DataPoint,
  DataPointType,
  Histogram,
  MetricData,
} from '@opentelemetry/sdk-metrics'

/** As `registry.getMetricsAsJSON()` gives them. */
export type PrometheusMetric = {
  name: string
  help: string
  /** prom-client's own word, or the number that it stands for. */
  type: unknown
  values: { value: number; labels: Record<string, string | number>; metricName?: string }[]
}

type Interval = { startTime: HrTime; endTime: HrTime }

// Numbers of the SDK's own enumerations: importing them would load it where it is switched off.
const cumulative = 1 as AggregationTemporality.CUMULATIVE
const [histogram, gauge, sum] = [0 as DataPointType.HISTOGRAM, 2 as DataPointType.GAUGE, 3 as DataPointType.SUM]
const asDouble = 1

/** @param span  from when the counters began to now. Metrics of other kinds are left out */
export function toOtlp(metrics: PrometheusMetric[], span: Interval): MetricData[] {
  return metrics.flatMap((metric): MetricData[] => {
    const descriptor = { name: metric.name, description: metric.help, unit: unitOf(metric.name), valueType: asDouble }
    const base = { descriptor, aggregationTemporality: cumulative }
    if (metric.type === 'counter')
      return [{ ...base, dataPointType: sum, isMonotonic: true, dataPoints: pointsOf(metric, span) }]
    if (metric.type === 'gauge') return [{ ...base, dataPointType: gauge, dataPoints: pointsOf(metric, span) }]
    if (metric.type === 'histogram') return [{ ...base, dataPointType: histogram, dataPoints: bucketsOf(metric, span) }]
    return []
  })
}

/** Leaves out unknown numbers (NaN). */
function pointsOf({ values }: PrometheusMetric, span: Interval): DataPoint<number>[] {
  return values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, labels }) => ({ ...span, attributes: labels, value }))
}

/** Prometheus counts what is at or below a bound, OpenTelemetry what lies between two. */
function bucketsOf({ name, values }: PrometheusMetric, span: Interval): DataPoint<Histogram>[] {
  const series = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...series].map(([key, own]) => {
    const numberOf = (end: string) => own.find(({ metricName }) => metricName === `${name}_${end}`)?.value ?? 0
    const bounds = own.filter(({ labels }) => labels.le !== undefined)
    const counts = bounds.map(({ value }, index) => value - (bounds[index - 1]?.value ?? 0))
    const boundaries = bounds.map(({ labels }) => Number(labels.le)).filter(Number.isFinite)
    const value = { buckets: { boundaries, counts }, count: numberOf('count'), sum: numberOf('sum') }
    return { ...span, attributes: JSON.parse(key), value }
  })
}

const unitOf = (name: string) => (/_seconds(_|$)/.test(name) ? 's' : /_bytes(_|$)/.test(name) ? 'By' : '')
