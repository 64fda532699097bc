import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { RequestHandler } from 'express'

export { SpanKind }

/** What a trace shows of a step. Never names, texts or addresses of people. */
export type SpanOptions = { name: string; kind?: SpanKind; attributes?: Attributes }

// does nothing until a process registers the SDK
const tracer = trace.getTracer('plumbline')

/** The active trace context (W3C); undefined when none is recorded. */
export function traceparent(): string | undefined {
  if (!trace.getActiveSpan()?.isRecording()) return undefined
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/** Runs `work` as a span of the active trace, if there is one; only `beginTrace` starts a trace. */
export function withSpan<T>({ name, kind, attributes }: SpanOptions, work: () => Promise<T>): Promise<T> {
  const active = trace.getActiveSpan()
  if (!active || !trace.isSpanContextValid(active.spanContext())) return work()
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Runs `work` as a span of the trace of `parent` (W3C traceparent); without one it is not traced. */
export function withRemoteSpan<T>(
  parent: string | null | undefined,
  span: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (!parent) return work()
  const remote = propagation.extract(ROOT_CONTEXT, { traceparent: parent })
  return context.with(remote, () => withSpan(span, work))
}

// only the kind of error: its message may quote what people wrote. A rejection is a normal outcome
const fail = (span: Span, error: unknown) => {
  const { name = 'unknown', code } = error as { name?: string; code?: unknown }
  span.setAttribute('error.type', typeof code === 'string' ? code : name)
  if (name !== 'Rejection') span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Starts a trace for each request. A `traceparent` that comes from outside is ignored. */
export const beginTrace: RequestHandler = (req, res, next) => {
  const { method } = req
  const span = tracer.startSpan(method, { root: true, kind: SpanKind.SERVER })
  if (!span.isRecording()) return next()
  res.on('close', () => {
    const route: string = req.route?.path ?? 'none'
    span.updateName(`${method} ${route}`)
    span.setAttributes({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': res.statusCode,
    })
    if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
  context.with(trace.setSpan(context.active(), span), next)
}
