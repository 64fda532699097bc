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

/** What somebody who looks at a trace sees of a step. Never a name, a text or an address of people. */
export type Step = { name: string; kind?: SpanKind; attributes?: Attributes }

// does nothing until a process registers the SDK
const tracer = trace.getTracer('plumbline')

/** Where the trace of what is being done stands (W3C); undefined when none is kept. */
export function traceparent(): string | undefined {
  if (!trace.getActiveSpan()?.isRecording()) return undefined
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/** Does `work` as a step of the trace it belongs to, if there is one: only a door begins a trace. */
export function traced<T>({ name, kind, attributes }: Step, work: () => Promise<T>): Promise<T> {
  const around = trace.getActiveSpan()
  if (!around || !trace.isSpanContextValid(around.spanContext())) return work()
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

/** Does `work` as a step of the trace that `parent` (W3C traceparent) comes from; without one it leaves no trace. */
export function continued<T>(
  parent: string | null | undefined,
  step: Step,
  work: () => Promise<T>,
): Promise<T> {
  if (!parent) return work()
  const there = propagation.extract(ROOT_CONTEXT, { traceparent: parent })
  return context.with(there, () => traced(step, work))
}

// the kind of error alone: its message may quote what people wrote. A refusal is an answer like others
const fail = (span: Span, error: unknown) => {
  const { name = 'unknown', code } = error as { name?: string; code?: unknown }
  span.setAttribute('error.type', typeof code === 'string' ? code : name)
  if (name !== 'Rejection') span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Begins a trace for each request. Nobody outside has a say in it: a `traceparent` they send is not looked at. */
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
