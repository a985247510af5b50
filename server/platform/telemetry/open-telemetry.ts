/**
 * Sends traces and metrics by OTLP, with OpenTelemetry's own SDK, which reads addresses, headers and the service's
 * attributes from its standard variables. Loaded only where one of these names a collector.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import type { Clock } from '../time.ts'
import { version } from '../version.ts'
import { type PrometheusMetric, toOtlp } from './otlp-metrics.ts'
import type { Span, Tracer } from './trace.ts'

export type TelemetryOptions = {
  sendsTraces: boolean
  sendsMetrics: boolean
  /** Share of the requests that are traced, 0 to 1. */
  share: number
  registry: Registry
  clock: Clock
}

export type Telemetry = {
  /** null if only metrics are sent. */
  tracer: Tracer | null
  /** Sends what is left, if the collector still accepts it. */
  close(): Promise<void>
}

export function openTelemetry({ sendsTraces, sendsMetrics, share, registry, clock }: TelemetryOptions): Telemetry {
  const named = resourceFromAttributes({ 'service.name': 'minutebook', 'service.version': version })
  // Attributes from the environment are merged last, because they override ours.
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }))
  const parts: { shutdown(): Promise<void> }[] = []
  let tracer: Tracer | null = null
  if (sendsTraces) {
    const provider = new TracerProvider({
      resource,
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    })
    parts.push(provider)
    tracer = tracerOf(provider)
  }
  if (sendsMetrics) {
    const producer = { collect: async () => ({ resourceMetrics: await collect(), errors: [] }) }
    const began = toHrTime(clock())
    const collect = async () => {
      const metrics = (await registry.getMetricsAsJSON()) as PrometheusMetric[]
      const data = toOtlp(metrics, { startTime: began, endTime: toHrTime(clock()) })
      return { resource, scopeMetrics: [{ scope: { name: 'minutebook', version }, metrics: data }] }
    }
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(),
      metricProducers: [producer],
    })
    parts.push(new MeterProvider({ resource, readers: [reader] }))
  }
  const close = async () => void (await Promise.allSettled(parts.map((part) => part.shutdown())))
  return { tracer, close }
}

const toHrTime = (time: Date): [number, number] => {
  const ms = time.getTime()
  return [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000]
}

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT }

function tracerOf(provider: TracerProvider): Tracer {
  const spans = provider.getTracer('minutebook', version)
  const active = new AsyncLocalStorage<Context>()
  return {
    current() {
      const context = active.getStore()
      const span = context && trace.getSpanContext(context)
      return span ? `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}` : null
    },
    begin(name, { kind, parent, attributes }): Span {
      const from = contextOf(parent)
      const span = spans.startSpan(name, { kind: kinds[kind], attributes }, from)
      return {
        set: (added) => void span.setAttributes(added),
        fail(error) {
          const type = error instanceof Error ? error.name : String(error)
          span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
        },
        end: () => span.end(),
        within: (work) => active.run(trace.setSpan(from, span), work),
      }
    },
  }
}

function contextOf(parent: string | null): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/.exec(parent ?? '') ?? []
  if (!traceId || !spanId) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number(flags), isRemote: true })
}
