/** `minutebook start`, `serve`, `api` and `worker`: until the first SIGTERM or SIGINT. */
import { once } from 'node:events'
import { noteHourly } from '../../making/engines/local/models/installations.ts'
import { modelsFolderOf } from '../../platform/context/config.ts'
import { requireFolder } from '../../platform/folder.ts'
import { growSlowly } from '../../platform/grow-slowly.ts'
import { measureTables } from '../../platform/postgres/measure-tables.ts'
import type { Telemetry } from '../../platform/telemetry/open-telemetry.ts'
import { traceWith } from '../../platform/telemetry/trace.ts'
import { buildApi, buildHealth } from '../api.ts'
import { type Base, prepareBase, requireInbox, requireMediaFolder } from '../base.ts'
import { startWorker } from '../worker.ts'
import type { Command } from './command.ts'
import { greet, loadDemo } from './demo.ts'
import { languageModelHint } from './language-model-hint.ts'
import { speechHint } from './speech-hint.ts'

type Roles = { api?: boolean; worker?: boolean; demo?: boolean }

export const start: Command = () => (base, stopping) =>
  serve(base, stopping, { api: true, worker: true, demo: base.config.demo === 'auto' })
export const serveBoth: Command = () => (base, stopping) => serve(base, stopping, { api: true, worker: true })
export const serveApi: Command = () => (base, stopping) => serve(base, stopping, { api: true })
export const serveWorker: Command = () => (base, stopping) => serve(base, stopping, { worker: true })

async function serve(base: Base, stopping: AbortSignal, roles: Roles): Promise<void> {
  growSlowly()
  const { config, log } = base
  if (config.webhookAllowedNetworks.length > 0) {
    const networks = config.webhookAllowedNetworks
    log.warn({ networks }, 'WEBHOOK_ALLOWED_NETWORKS lets users of the API send requests into these networks')
  }
  await requireMediaFolder(base)
  if (roles.worker) await requireInbox(base)
  if (roles.demo) await requireFolder(config.dataDir, 'DATA_DIR')
  // A first start takes seconds until here, so it may have been stopped.
  if (!stopping.aborted) await prepareBase(base)
  if (!stopping.aborted) await measure(base)
  if (stopping.aborted) return
  const telemetry = await startTelemetry(base)
  // Opens the connection that is reserved for readiness while connections are available.
  await base.readiness.firstReason().catch(() => null)
  const server = await (roles.api ? buildApi(base) : buildHealth(base))
  // Listens before the demo and the jobs start: a service that cannot listen starts neither.
  const address = await server.api.listen({ port: config.port, host: config.host }).catch((error) => {
    if (roles.api || error.code !== 'EADDRINUSE') throw error
    // A worker beside an API on one machine can work without the port.
    log.warn({ port: config.port }, 'The port is taken: this worker has no /healthz, /readyz and /metrics; see PORT')
    return null
  })
  // Also the folder in DATA_DIR: it may be the MODELS_DIR of another installation.
  using _ = await noteHourly(modelsFolderOf(config), base.secretKey, config.publicUrl ?? address ?? '', log)
  if (roles.api && config.modelsFromConsole) base.models.work()
  const demo = roles.demo ? await loadDemo(base) : null
  const worker = roles.worker ? await startWorker(base) : null
  if (worker) log.info({ address }, 'The worker is ready')
  const hint = [...(await speechHint(base)), ...(await languageModelHint(base))]
  if (roles.api && !stopping.aborted) greet(server.api.listeningOrigin, config.publicUrl, demo, hint)
  if (!stopping.aborted) await once(stopping, 'abort')
  await Promise.all([server.close(), worker?.close()])
  await telemetry?.close()
}

/** Without statistics the service is slow, and works. */
async function measure({ db, log }: Base): Promise<void> {
  try {
    const tables = await measureTables(db)
    if (tables.length > 0) log.info({ tables }, 'PostgreSQL has measured tables that it did not know')
  } catch (err) {
    log.warn({ err }, 'PostgreSQL could not measure its tables')
  }
}

/** Loaded on demand: the SDK takes a tenth of a second, which few need. @returns null if no collector is set */
async function startTelemetry({ config, metrics, clock }: Base): Promise<Telemetry | null> {
  const { otlpEndpoint, otlpTracesEndpoint, otlpMetricsEndpoint, traceShare: share } = config
  const sendsTraces = Boolean(otlpTracesEndpoint ?? otlpEndpoint)
  const sendsMetrics = Boolean(otlpMetricsEndpoint ?? otlpEndpoint)
  if (config.telemetryDisabled || !(sendsTraces || sendsMetrics)) return null
  const { openTelemetry } = await import('../../platform/telemetry/open-telemetry.ts')
  const { registry } = metrics
  const telemetry = openTelemetry({ sendsTraces, sendsMetrics, share, registry, clock })
  traceWith(telemetry.tracer)
  return telemetry
}
