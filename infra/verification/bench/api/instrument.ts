import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into a process before its own code (`--import`). It answers on a socket that is named like its script and the
 * arguments: the longest event loop delay since the request before.
 */
const folder = process.env.INSTRUMENT_FOLDER as string
const loop = monitorEventLoopDelay({ resolution: 1 })

const nanosecond = 1e-6
const server = createServer((req, res) => {
  const delay = { max: loop.max * nanosecond, p999: loop.percentile(99.9) * nanosecond }
  loop.reset()
  // a timer every millisecond costs something, so only when it is wanted
  if (req.url === '/time-event-loop') loop.enable()
  else loop.disable()
  res.end(JSON.stringify(delay))
})
// services are one script under several names
const script = [basename(process.argv[1] ?? '', '.ts'), ...process.argv.slice(2)].join('-')
if (script) server.listen(join(folder, `${script}.sock`)).unref()
