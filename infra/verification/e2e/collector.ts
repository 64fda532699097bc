import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A span as it arrived, with the service that sent it. */
export type Span = {
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  status?: { code?: number }
  attributes: { key: string; value: unknown }[]
}

type Request = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] }
    scopeSpans: { spans: Omit<Span, 'service'>[] }[]
  }[]
}

/** Takes traces as a collector does (OTLP over HTTP), and keeps them. */
export async function startCollector() {
  const spans: Span[] = []
  const server = createServer(async (req, res) => {
    const { resourceSpans } = (await json(req)) as Request
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })))
    }
    res.writeHead(req.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** A step and what it came of, to the beginning. */
    wayTo: (name: string): Span[] => {
      const way: Span[] = []
      let at = spans.find((span) => span.name === name)
      while (at) {
        way.push(at)
        const { traceId, parentSpanId } = at
        at = spans.find((span) => span.traceId === traceId && span.spanId === parentSpanId)
      }
      return way.reverse()
    },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
export type Collector = Awaited<ReturnType<typeof startCollector>>
