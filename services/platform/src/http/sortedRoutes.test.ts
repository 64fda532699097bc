import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, it } from 'vitest'
import { sortedRoutes } from './sortedRoutes.ts'

async function ask(routes: ReturnType<typeof sortedRoutes>, method: string, path: string) {
  const app = express().set('case sensitive routing', true).use(routes.handler)
  app.use((_req, res) => void res.status(404).send('nobody'))
  const server = app.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method })
  const text = await answer.text()
  server.close()
  return text
}

const routes = sortedRoutes()
const paths = [
  ['GET', '/api/notes'],
  ['GET', '/api/notes/mine'],
  ['GET', '/api/notes/:id'],
  ['PATCH', '/api/notes/:id'],
  ['GET', '/api/notes/:id/owners/:owner'],
] as const
for (const [method, path] of paths)
  routes.add({ method, path }, (req, res) => void res.send(`${path} ${JSON.stringify(req.params)}`))
routes.add({ method: 'GET', path: '/api/passed' }, (_req, _res, next) => next())

it.each([
  ['GET', '/api/notes', '/api/notes {}'],
  ['GET', '/api/notes/?q=1', '/api/notes {}'],
  ['GET', '/api/notes/mine', '/api/notes/mine {}'],
  ['GET', '/api/notes/7', '/api/notes/:id {"id":"7"}'],
  ['PATCH', '/api/notes/mine', '/api/notes/:id {"id":"mine"}'],
  ['GET', '/api/notes/7/owners/a%20b', '/api/notes/:id/owners/:owner {"id":"7","owner":"a b"}'],
  ['HEAD', '/api/notes', ''],
  ['POST', '/api/notes', 'nobody'],
  ['OPTIONS', '/api/notes', 'nobody'],
  ['GET', '/api/Notes', 'nobody'],
  ['GET', '/api/notesandmore', 'nobody'],
  ['GET', '/api//notes', 'nobody'],
  ['GET', '/api/notes/7/8', 'nobody'],
  ['GET', '/api/passed', 'nobody'],
])('%s %s is answered by %s', async (method, path, expected) => {
  expect(await ask(routes, method, path)).toBe(expected)
})

it('a path that cannot be sorted is refused at the start', () => {
  expect(() => sortedRoutes().add({ method: 'GET', path: '/api/:any' })).toThrow('two plain words')
})
