import type { IncomingMessage, ServerResponse } from 'node:http'

const scripts = /<script type="application\/json" id="business">.*?<\/script>/s

/** The document that a remote runs in alone; the business is the one that the gateway knows. */
export const standalonePage =
  (shell: string) =>
  async (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): Promise<void> => {
    if (req.method !== 'GET' || !req.headers.accept?.includes('text/html')) return next()
    try {
      const [business] = scripts.exec(await (await fetch(`${shell}/login`)).text()) ?? []
      if (!business) throw new Error(`${shell} is no shell: its page does not say which business it is of`)
      res.setHeader('Content-Type', 'text/html; charset=utf-8')
      res.end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
${business}
<script defer src="/standalone/js/standalone.js"></script>
</head>
<body><div id="root"></div></body>
</html>
`)
    } catch (error) {
      next(error)
    }
  }
