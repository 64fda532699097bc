import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api'
import { createLog } from '@plumbline/platform/log'
import { type Config, readConfig } from '../config.ts'

// a collector that does not answer must not delay the shutdown of a process
const exportTimeoutMs = 2_000

/** Exports this process's traces to the collector, when one is configured; returns the function that flushes them. */
export async function startTracing(role: string) {
  const { tracing } = readConfig()
  return tracing && startExporter(role, tracing)
}

// imported here and not above: without tracing none of these modules is loaded
async function startExporter(role: string, { endpoint, name, ratio }: NonNullable<Config['tracing']>) {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, hooks, core] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
  ])
  const log = createLog('tracing')
  const warn = () => log.warn('the collector does not take the traces')
  const quiet = () => {}
  diag.setLogger(
    { error: warn, warn: quiet, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.ERROR },
  )
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportTimeoutMs })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name ?? role, 'service.namespace': 'plumbline' }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  })
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return () => {
    const late = new Promise<void>((resolve) => setTimeout(resolve, exportTimeoutMs).unref())
    return Promise.race([provider.shutdown().catch(warn), late])
  }
}
