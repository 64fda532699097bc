import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { Router } from 'express'
import { constantFile } from '../pages/constantFile.ts'
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

const initScript = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#calls', deepLinking: true, docExpansion: 'none', filter: true })`

/** The OpenAPI document, and a page to read and try the calls. Both are public, so each is made and compressed once. */
export function docsRoutes(document: () => ReturnType<typeof openApi>): Router {
  const router = Router()
  router.get(
    '/api/openapi.json',
    constantFile('json', async () => Buffer.from(JSON.stringify(document()))),
  )
  router.get('/api/docs', (_req, res) => void res.type('html').send(page))
  router.get('/api/docs/begin.js', (_req, res) => void res.type('js').send(initScript))
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    router.get(
      `/api/docs/${file}`,
      constantFile(extname(file), () => readFile(join(library, file))),
    )
  return router
}
