/** Traces and metrics by OTLP: from a request over a job to a delivery, and nothing that people wrote. */
// In a third of the runs: it starts processes.
// In a process of its own: the tracer is the process's.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Registry } from 'prom-client'
import { openTelemetry, type Telemetry } from '../server/platform/telemetry/open-telemetry.ts'
import { traceWith } from '../server/platform/telemetry/trace.ts'
import { systemClock } from '../server/platform/time.ts'
import { keys } from './support/acme.ts'
import { attributeOf, openCollector } from './support/collector.ts'
import { dataFolder, migratedDatabase } from './support/program.ts'
import { openWebhookWorld, type WebhookWorld } from './support/webhook-world.ts'

type Collector = Awaited<ReturnType<typeof openCollector>>
const share = 1

let collector: Collector
let telemetry: Telemetry
let hooks: WebhookWorld
before(async () => {
  collector = await openCollector()
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
  process.env.OTEL_SERVICE_NAME = 'minutes-of-acme'
  const traces = { sendsTraces: true, sendsMetrics: false, share }
  telemetry = openTelemetry({ ...traces, registry: new Registry(), clock: systemClock })
  traceWith(telemetry.tracer)
  hooks = await openWebhookWorld()
  await hooks.reset()
})
after(async () => {
  traceWith(null)
  await telemetry.close()
  await hooks[Symbol.asyncDispose]()
  await collector.close()
})

test('one trace covers the request, the window of 30 s and the delivery', async () => {
  const { world } = hooks
  const { id } = (await hooks.create(keys.bo)).body.webhook
  const headers = { traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` }
  await world.post('/api/v1/action_item/ai_2/complete', keys.bo, { completed: true }, { headers })
  await world.patch('/api/v1/action_item/ai_1', keys.ada, { text: 'The words of people' })
  world.advance({ seconds: 31 })
  await world.settle()
  await telemetry.close()
  const spans = collector.spans()
  const request = spans.find(({ name }) => name === 'POST /api/v1/action_item/:item_id/complete')
  assert(request, spans.map(({ name }) => name).join())
  const delivery = spans.find(
    (span) => span.name === 'deliver action_item.completed' && attributeOf(span, 'webhook.id') === id,
  )!
  assert.equal(delivery.traceId, request.traceId)
  assert.equal(delivery.parentSpanId, request.spanId)
  assert.equal(attributeOf(delivery, 'http.response.status_code'), 200)
  assert.equal(attributeOf(request, 'http.response.status_code'), 200)
  assert.notEqual(request.traceId, '1'.repeat(32), 'a client does not choose the trace')
  assert(!request.parentSpanId)
  const { resource } = collector.received[0]!.body.resourceSpans![0]!
  assert.equal(attributeOf(resource, 'service.name'), 'minutes-of-acme')
  const sent = JSON.stringify(collector.received)
  for (const secret of ['The words of people', keys.bo, keys.ada, hooks.receiver.url('/hook'), 'ai_2']) {
    assert(!sent.includes(secret), secret)
  }
})

test('a service with a collector sends both traces and metrics, and the rest when it stops', async () => {
  await using database = await migratedDatabase()
  await using data = await dataFolder()
  const own = await openCollector()
  const settings = {
    ...database.settings,
    SHED_DELAY_MS: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: own.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=a',
  }
  const service = await data.start('serve', /ready at \S+/, settings)
  await fetch(`${/ready at (http:\/\/\S+)/.exec(service.output.text)![1]}/api/v1/me`)
  assert.equal(await service.stop(), 0)
  await own.close()
  const span = own.spans().find(({ name }) => name === 'GET /api/v1/me')!
  assert.equal(attributeOf(span, 'http.response.status_code'), 401)
  for (const name of ['http_request_duration_seconds', 'http_answers_cut_total', 'database_connection_wait_seconds'])
    assert(own.metricNames().includes(name), name)
  assert(own.metricNames().includes('nodejs_eventloop_lag_p99_seconds'))
  assert.deepEqual([...new Set(own.received.map(({ path }) => path))].sort(), ['/v1/metrics', '/v1/traces'])
  assert(own.received.every(({ headers }) => headers['x-team'] === 'a'))
})

test('an unreachable collector neither stops the service nor keeps it from stopping', async () => {
  await using database = await migratedDatabase()
  await using data = await dataFolder()
  const settings = { ...database.settings, SHED_DELAY_MS: '0', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
  const service = await data.start('serve', /ready at \S+/, settings)
  const url = /ready at (http:\/\/\S+)/.exec(service.output.text)![1]
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  assert.equal(await service.stop(), 0)
})
