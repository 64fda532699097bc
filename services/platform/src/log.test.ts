import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it('never writes secrets and personal fields', () => {
  const lines: string[] = []
  const log = createLog('test', { write: (line) => lines.push(line) })
  log.info({
    password: 'ZZ1',
    user: { email: 'ZZ2', phone: 'ZZ3' },
    req: { headers: { cookie: 'ZZ4', authorization: 'ZZ5' } },
    message: { content: 'ZZ6', recipient: 'ZZ7' },
    token: 'ZZ8',
    kept: 'visible',
  })
  expect(lines.join('')).toContain('visible')
  expect(lines.join('')).not.toMatch(/ZZ\d/)
  expect(JSON.parse(lines[0] as string).time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
})

it('never logs rows that a database error quotes', () => {
  const lines: string[] = []
  const log = createLog('test', { write: (line) => lines.push(line) })
  const cause = Object.assign(new Error('violates check'), {
    code: '23514',
    detail: 'Failing row contains (1, ZZ9)',
    where: 'ZZ10',
    table: 'leads',
  })
  log.error({ err: new Error('not stored', { cause }) }, 'failed')
  expect(lines.join('')).toMatch(/23514.*leads/)
  expect(lines.join('')).not.toMatch(/ZZ/)
})
