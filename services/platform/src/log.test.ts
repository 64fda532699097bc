import { expect, it } from 'vitest'
import { createLog, readableLine } from './log.ts'

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

it('an error that is handed over as a copy is described, not called an object', () => {
  const lines: string[] = []
  const log = createLog('worker', { write: (line) => void lines.push(line) })
  log.warn(
    { err: { ...coded('connect ECONNREFUSED'), message: 'connect ECONNREFUSED' } },
    'timers: store away',
  )
  expect(lines.join()).not.toContain('[object Object]')
  expect(JSON.parse(lines[0] as string).err).toMatchObject({ message: 'connect ECONNREFUSED', code: 'X' })
})

it('in a terminal a line is one sentence without a stack', () => {
  const lines: string[] = []
  const log = createLog('worker', { write: (line) => void lines.push(readableLine(line)) })
  log.warn({ err: new Error('connect ECONNREFUSED') }, 'timers: store away')
  log.error({ err: new Error('no'), subscription: 'crm.leads' }, 'subscription failed; it will retry')
  log.info({ role: 'leading' }, 'another release runs too')
  expect(lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
    'worker warn: timers: store away (connect ECONNREFUSED)\n',
    'worker error: subscription failed; it will retry (crm.leads: no)\n',
    'worker info: another release runs too\n',
  ])
})

const coded = (message: string) => Object.assign(new Error(message), { code: 'X' })
