import { describe, expect, it } from 'vitest'
import { consoleChannel } from '../channel/console.ts'
import { faultOf } from '../channel/smtp.ts'
import { deliveryId } from './ledger.ts'
import { factSheet, subjectLine } from './mail.ts'
import { tellOwner } from './notifyOwner.ts'

const received = {
  id: '6d0b2f4e-2f0f-4f2e-9d65-0d8f0f2f5a11',
  type: 'LeadReceived',
  stream: 'lead-7',
  version: 1,
  position: 1n,
  recordedAt: '2026-11-21T15:00:00.000Z',
  metadata: { actor: 'visitor', requestId: 'r' },
  data: {
    leadId: 7,
    firstName: 'Ann\u202E',
    lastName: 'Lee\r\nBcc: evil@x.io',
    email: 'ann@example.test',
    phone: '555 555 0101',
    serviceNeeded: 'painting',
    projectDescription: '<img src=x onerror=alert(1)> & {{7*7}}',
    source: 'website',
    receivedAt: '2026-11-21T15:00:00.000Z',
  },
}
const options = { ownerEmail: 'owner@example.test', publicUrl: 'http://localhost:3000' }

describe('the mail about a new lead', () => {
  const [mail] = tellOwner(received, options)

  it('goes to the owner, never to the address in the form', () => {
    expect(tellOwner(received, options).map((it) => it.recipient)).toEqual(['owner@example.test'])
  })

  it('carries what the visitor wrote as text, never as markup', () => {
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; {{7*7}}')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.text).toContain('Service: Painting & Finishing')
    expect(mail?.text).toContain('http://localhost:3000/crm?tab=leads')
  })

  it('has a subject of one honest line', () => {
    expect(mail?.subject).toBe('New estimate request from Ann Lee Bcc: evil@x.io')
  })

  it('is not written for demonstration data', () => {
    expect(tellOwner({ ...received, metadata: { ...received.metadata, demo: true } }, options)).toEqual([])
  })
})

it('a delivery has one id per event, purpose and recipient', () => {
  const id = deliveryId('e1', 'notifyOwner', 'a@x.io')
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(deliveryId('e1', 'notifyOwner', 'a@x.io')).toBe(id)
  expect(deliveryId('e2', 'notifyOwner', 'a@x.io')).not.toBe(id)
  expect(deliveryId('e1', 'notifyOwner', 'b@x.io')).not.toBe(id)
})

it('a subject is cut, cleaned and trimmed', () => {
  expect(subjectLine(` a\u0000b\n${'x'.repeat(300)}`)).toHaveLength(200)
})

it('a fact sheet escapes its link as well', () => {
  expect(factSheet('Hi', [], { label: '"', value: 'http://x/"><script>' }).html).not.toContain('<script>')
})

describe('what an SMTP error means', () => {
  it.each([
    [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'permanent'],
    [{ code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM' }, 'configuration'],
    [{ code: 'ECONNECTION', responseCode: 554, command: 'CONN' }, 'configuration'],
    [{ code: 'EENVELOPE', responseCode: 530, command: 'MAIL FROM' }, 'configuration'],
    [{ code: 'EMESSAGE', responseCode: 554 }, 'permanent'],
    [{ code: 'EENVELOPE', responseCode: 451 }, 'transient'],
    [{ code: 'EAUTH', responseCode: 535 }, 'configuration'],
    [{ code: 'ESOCKET', command: 'CONN' }, 'transient'],
    [{ code: 'EDNS', command: 'CONN' }, 'transient'],
    [{ code: 'ECONNECTION', command: 'CONN' }, 'ambiguous'],
    [{ code: 'EENVELOPE', command: 'API' }, 'permanent'],
  ] as const)('%j is %s', (error, fault) => {
    expect(faultOf(Object.assign(new Error('x'), error))).toBe(fault)
  })
})

it('a visitor cannot steer the terminal of the operator, nor forge a line of the mail', async () => {
  const data = {
    ...received.data,
    firstName: 'Ann\nPhone: 900 555 6666',
    projectDescription: '\u001b]0;owned\u0007\u001b[2Jone\ntwo',
  }
  const [mail] = tellOwner({ ...received, data }, options)
  expect(mail?.text).not.toMatch(/^Phone: 900/m)
  expect(mail?.text).toMatch(/one\ntwo/)
  let printed = ''
  await consoleChannel((text) => {
    printed += text
  }).send(mail as NonNullable<typeof mail>)
  expect(printed).not.toContain('\u001b')
  expect(printed).not.toContain('\u0007')
})
