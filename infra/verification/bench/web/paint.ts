import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { median } from '../measure.ts'

// the phone and line of Lighthouse's mobile runs
const line = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }
const slowdown = 4

/** Largest contentful paint of a first visit, in ms after the navigation began. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', line)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(url, { waitUntil: 'load' })
  const ms = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1)
          // nothing larger comes later on a page that has loaded
          if (last) setTimeout(() => done(last.startTime), 200)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  await context.close()
  return ms
}

/** The page as served, and the same words and styles as one file without any script, in turn. */
export async function comparePaint(browser: Browser, url: string, rounds: number) {
  const html = (await (await fetch(url)).text()).replace(/<script[^>]*>.*?<\/script>/gs, '')
  const body = gzipSync(html)
  const server = createServer((_req, res) =>
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }).end(body),
  ).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const plainUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const served: number[] = []
  const plain: number[] = []
  for (let round = 0; round < rounds; round++) {
    served.push(await largestPaint(browser, url))
    plain.push(await largestPaint(browser, plainUrl))
  }
  server.close()
  return { served: median(served), plain: median(plain) }
}
