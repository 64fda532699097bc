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
