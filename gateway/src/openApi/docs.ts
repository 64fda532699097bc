import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Router } from 'express'
import type { openApi } from './openApi.ts'

const library = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<script defer src="/api/docs/swagger-ui-bundle.js"></script>
<script defer src="/api/docs/begin.js"></script>
</head>
<body><div id="calls"></div></body>
</html>
`

const initScript = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#calls', deepLinking: true, docExpansion: 'list' })`

/** The OpenAPI document, and a page to read and try the calls. Both are public. */
export function docsRoutes(
  document: (url: string) => ReturnType<typeof openApi>,
  publicUrl?: string,
): Router {
  const router = Router()
  router.get('/api/openapi.json', (req, res) => {
    res.json(document(publicUrl ?? `${req.protocol}://${req.get('host')}`))
  })
  router.get('/api/docs', (_req, res) => void res.type('html').send(page))
  router.get('/api/docs/begin.js', (_req, res) => void res.type('js').send(initScript))
  router.get(
    ['/api/docs/swagger-ui.css', '/api/docs/swagger-ui-bundle.js'],
    (req, res) => void res.sendFile(req.path.replace('/api/docs/', ''), { root: library }),
  )
  return router
}
