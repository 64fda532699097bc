import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Exchange } from '../../../../services/messaging/src/testing/fakeTwilio.ts'
import { freePort } from '../../../tooling/embedded/port.ts'

// the newest that runs on the Node of this project; the document comes with the second
const packages = ['@stoplight/prism-cli@5.14.2', '@twilio/cli-core@9.0.0']
const document = 'node_modules/@twilio/cli-core/src/services/twilio-api/twilio_api_v2010.json'
const concurrency = 8

export type Verdict = { judged: number; violations: string[] }

/**
 * What Twilio's published OpenAPI document says of requests that were made and of what our peer answered: each goes once
 * more through `prism proxy`, to an echo server that gives the same answers. Both are installed on demand into a throwaway
 * folder and are no dependencies; null where they cannot be had.
 */
export async function judge(exchanges: readonly Exchange[]): Promise<Verdict | null> {
  const folder = await mkdtemp(join(tmpdir(), 'prism-'))
  // behind them one that must be found out
  const said = [...exchanges, ...exchanges.filter(isPost).slice(0, 1).map(toNobody)]
  const echo = await startEcho(said)
  try {
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages]
    await promisify(execFile)('npm', install, { cwd: folder })
    const port = await freePort()
    const prism = spawn(
      process.execPath,
      ['node_modules/@stoplight/prism-cli/dist/index.js', 'proxy', document, echo.url, '-p', String(port)],
      { cwd: folder, stdio: 'ignore' },
    )
    try {
      await untilListening(port, prism)
      const all = [...said.entries()]
      const through = `http://127.0.0.1:${port}`
      const control = await violationsOf(all.slice(exchanges.length), through)
      if (control.length === 0) throw new Error('prism finds nothing wrong with a message to nobody')
      const violations = await violationsOf(all.slice(0, exchanges.length), through)
      return { judged: exchanges.length, violations }
    } finally {
      const gone = once(prism, 'exit')
      if (prism.exitCode === null && prism.kill()) await gone
    }
  } catch (error) {
    console.error(`Nobody could judge what was sent: ${(error as Error).message.slice(0, 400)}`)
    return null
  } finally {
    echo.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const isPost = ({ method }: Exchange) => method === 'POST'
const toNobody = (exchange: Exchange): Exchange => ({ ...exchange, body: 'From=%2B19195550000&Body=x' })

/** Answers what was answered before; the number of the exchange comes with the request. */
async function startEcho(exchanges: readonly Exchange[]) {
  const server = createServer((req, res) => {
    const said = exchanges[Number(req.headers['x-exchange'])]
    req.resume()
    if (said)
      res.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.answer))
    else res.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function untilListening(port: number, prism: { exitCode: number | null }): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && prism.exitCode === null; ) {
    const isListening = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (isListening) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('prism did not start')
}

async function violationsOf(said: [number, Exchange][], prism: string): Promise<string[]> {
  const violations: string[] = []
  const next = async (): Promise<void> => {
    for (let it = said.pop(); it; it = said.pop()) {
      const [n, { method, path, headers, body }] = it
      const answer = await fetch(prism + path, {
        method,
        headers: { ...headers, 'x-exchange': String(n) },
        ...(method === 'POST' && { body }),
      })
      await answer.arrayBuffer()
      const violation = answer.headers.get('sl-violations')
      if (violation) violations.push(violation)
      else if (!answer.ok) violations.push(`${method} ${path.split('?')[0]}: ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, next))
  return violations
}
