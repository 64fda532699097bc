import { createServer } from 'node:http'

const sentence = 'Plumbline is being updated and will be back in a moment.'
const retrySeconds = 3

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>One moment</title>
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 18px/1.5 system-ui, sans-serif }
  p { margin: 24px; text-align: center }
</style>
<p>${sentence}</p>
`

const headers = {
  'retry-after': String(retrySeconds),
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

/**
 * Answers 503 with a sentence in place of the product while an upgrade fills read models; pages look again by themselves.
 * Answers how to stop.
 */
export function serveUpgradePage(port: number, host: string): Promise<() => Promise<void>> {
  const server = createServer((req, res) => {
    const isPage = req.headers.accept?.includes('text/html')
    res.writeHead(503, { ...headers, 'content-type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8` })
    res.end(isPage ? page : sentence)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () =>
      resolve(
        () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      ),
    )
  })
}
