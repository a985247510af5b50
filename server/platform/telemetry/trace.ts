/**
 * Traces work from a request to everything that it causes, in any process. A piece of work is a span. Work that
 * continues in another process carries the id of its span (`traceparent` of W3C Trace Context) through the database.
 * Nothing is traced, and nothing costs time, until a process sets a tracer at its start (`open-telemetry.ts`).
 */
import type { Api } from '../http/api.ts'

export type Attributes = Record<string, string | number>

export type Span = {
  set(attributes: Attributes): void
  /** Marks it as failed. Only the kind of error is sent, because its message may quote what people wrote. */
  fail(error: unknown): void
  end(): void
  /** Runs work with this span as the current one. */
  within<Result>(work: () => Result): Result
}

export type SpanStart = {
  kind: 'server' | 'consumer' | 'client'
  /** `traceparent` of what caused it; null begins a trace. */
  parent: string | null
  attributes: Attributes
}

export type Tracer = {
  begin(name: string, start: SpanStart): Span
  /** The `traceparent` of the span under way, or null. */
  current(): string | null
}

/** One for the process: code deep inside the rooms reads it, and none of that code is handed a tracer. */
let tracer: Tracer | null = null

/** Called before the routes are registered. */
export function traceWith(given: Tracer | null): void {
  tracer = given
}

export const currentTrace = (): string | null => tracer?.current() ?? null

/** Does the work within a span. @param attributesOf  the attributes that the result adds to the span */
export async function traced<Result>(
  name: string,
  start: SpanStart,
  work: () => Promise<Result>,
  attributesOf: (result: Result) => Attributes = () => ({}),
): Promise<Result> {
  if (!tracer) return work()
  const span = tracer.begin(name, start)
  try {
    const result = await span.within(work)
    span.set(attributesOf(result))
    return result
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/**
 * A span for each request, named by its route: paths hold ids. It begins a trace, whatever `traceparent` a client sends:
 * otherwise a stranger would decide what is recorded, and join traces that are not theirs.
 */
export function traceRequests(api: Api): void {
  const tracing = tracer
  if (!tracing) return
  const spans = new WeakMap<object, Span>()
  const end = (request: object, { statusCode }: { statusCode: number }) => {
    const span = spans.get(request)
    if (!span) return
    spans.delete(request)
    span.set({ 'http.response.status_code': statusCode })
    if (statusCode >= 500) span.fail(String(statusCode))
    span.end()
  }
  api.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'http.request.id': request.id }
    const span = tracing.begin(`${request.method} ${route}`, { kind: 'server', parent: null, attributes })
    spans.set(request, span)
    // A stream whose client leaves has no response hook.
    reply.raw.once('close', () => end(request, reply))
    span.within(done)
  })
  api.addHook('onResponse', async (request, reply) => end(request, reply))
  // The body arrives in events of the connection, which belong to no span.
  api.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    return span ? span.within(done) : done()
  })
}
