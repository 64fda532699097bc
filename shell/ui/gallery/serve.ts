import { createReadStream, existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join, resolve } from 'node:path'
import { buildGallery } from '@plumbline/build'

const folder = resolve(import.meta.dirname, '../dist/gallery')
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** Builds the gallery and serves it; `port` 0 takes any that is free. */
export async function serveGallery(port: number, headers: Record<string, string> = {}): Promise<Server> {
  await buildGallery({ log: console.log })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = join(folder, pathname === '/' ? 'index.html' : pathname)
    if (!file.startsWith(folder) || !existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { ...headers, 'content-type': types[extname(file)] ?? 'text/plain' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  return server
}

if (import.meta.main) {
  const server = await serveGallery(Number(process.argv[2] ?? 4400))
  console.log('The gallery is at', server.address())
}
