import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api'
import { createLog } from '@plumbline/platform/log'
import { type Config, readConfig } from './config.ts'

// a collector that is away must not keep a process that has to stop
const patienceMs = 2_000

/** Tells a collector what this process does, when one is configured; answers how to send it the rest. */
export async function startTracing(role: string) {
  const { tracing } = readConfig()
  return tracing && tell(role, tracing)
}

// loaded here and not above: who wants no traces has nothing of it in memory
async function tell(role: string, { endpoint, name, ratio }: NonNullable<Config['tracing']>) {
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
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: patienceMs })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name ?? role, 'service.namespace': 'plumbline' }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: patienceMs })],
  })
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return () => {
    const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref())
    return Promise.race([provider.shutdown().catch(warn), late])
  }
}
