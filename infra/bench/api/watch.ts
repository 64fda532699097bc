import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into a server before its own code (`--import`): answers, on a socket named like its script and what that was
 * given, how long its event loop has stood still since it was asked before, and what it has used of the processor.
 */
const folder = process.env.WATCH_FOLDER as string
const loop = monitorEventLoopDelay({ resolution: 1 })

const nanosecond = 1e-6
const server = createServer((req, res) => {
  const { user, system } = process.cpuUsage()
  const stall = { max: loop.max * nanosecond, p999: loop.percentile(99.9) * nanosecond }
  loop.reset()
  // a timer every millisecond costs something, so only when it is wanted
  if (req.url === '/watch') loop.enable()
  else loop.disable()
  res.end(JSON.stringify({ pid: process.pid, cpuMs: (user + system) / 1_000, stall }))
})
// services are one script under several names
const script = [basename(process.argv[1] ?? '', '.ts'), ...process.argv.slice(2)].join('-')
if (script) server.listen(join(folder, `${script}.sock`)).unref()
