import { rejection } from '@plumbline/platform/errors'
import { jsonBody, verifyIdentity } from '@plumbline/platform/http'
import { createLog } from '@plumbline/platform/log'
import { Router } from 'express'
import { expect, it } from 'vitest'
import { askInProcess } from './ask.ts'

const caller = { user: null, addressHash: 'a', requestId: 'request-1' }
const router = Router()
  .get(
    '/large',
    (_req, res) => void res.set('X-Name', 'é'.codePointAt(0)?.toString() ?? '').send('x'.repeat(300_000)),
  )
  .post('/notes/:id', ...jsonBody(), async (req, res) => {
    const { requestId } = await verifyIdentity('in-process', 'notes', req)
    res.json({ requestId, id: req.params.id, body: req.body })
  })
  .get('/refused', () => {
    throw rejection('not-found', 'Nothing here.')
  })
const ask = askInProcess('notes', router, createLog('test', { write: () => {} }))

it('a router in this process is asked with who calls and what was sent', async () => {
  const { status, body } = await ask(
    { method: 'POST', path: '/notes/7', caller, body: { words: 'Grüße' } },
    'in-process',
  )
  expect([status, JSON.parse(body.toString())]).toEqual([
    200,
    { requestId: 'request-1', id: '7', body: { words: 'Grüße' } },
  ])
})

it('a long answer arrives whole, and many at the same time do not mix', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => ask({ method: 'GET', path: '/large', caller }, 'in-process')),
  )
  expect(replies.map(({ status, body }) => [status, body.length])).toEqual(Array(20).fill([200, 300_000]))
})

it('a refusal is answered with its problem', async () => {
  const { status, body } = await ask({ method: 'GET', path: '/refused', caller }, 'in-process')
  expect([status, JSON.parse(body.toString()).detail]).toEqual([404, 'Nothing here.'])
})
