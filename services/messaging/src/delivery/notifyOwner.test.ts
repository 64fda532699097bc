import type { LeadReceived } from '@plumbline/crm/events'
import type { Recorded } from '@plumbline/platform/event-store'
import { describe, expect, it } from 'vitest'
import { consoleChannel } from '../channel/console.ts'
import type { Delivery } from '../ledger/ledger.ts'
import { leadMail } from './notifyOwner.ts'

const received: Recorded<LeadReceived> = {
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
const settings = {
  ownerEmail: 'owner@example.test',
  leadsTo: 'owner@example.test',
  publicUrl: 'http://localhost:3000',
}

describe('the mail about a new lead', () => {
  const mail = leadMail(received, settings, [])

  it('goes to the owner, never to the address in the form', () => {
    expect(mail?.recipient).toBe('owner@example.test')
  })

  it('contains what the visitor wrote as text, never as markup', () => {
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; {{7*7}}')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.text).toContain('Service: Painting & Finishing')
    expect(mail?.text).toContain('http://localhost:3000/crm?tab=leads&lead=7')
  })

  it('has a subject of one line, without what the visitor added to it', () => {
    expect(mail?.subject).toBe('New estimate request from Ann Lee Bcc: evil@x.io')
  })

  it('calls the service as it is called in the dialog today', () => {
    const option = { value: 'painting', label: 'Paint', serviceId: null }
    expect(leadMail(received, settings, [option])?.text).toContain('Service: Paint\n')
  })

  it('is not written for demonstration data', () => {
    expect(leadMail({ ...received, metadata: { ...received.metadata, demo: true } }, settings, [])).toBeNull()
  })

  it('cannot control the terminal of an operator, and its lines cannot be forged', async () => {
    const data = {
      ...received.data,
      firstName: 'Ann\nPhone: 900 555 6666',
      projectDescription: '\u001b]0;owned\u0007\u001b[2Jone\ntwo',
    }
    const hostile = leadMail({ ...received, data }, settings, []) as Delivery
    expect(hostile.text).not.toMatch(/^Phone: 900/m)
    expect(hostile.text).toMatch(/one\ntwo/)
    let printed = ''
    await consoleChannel((text) => {
      printed += text
    }).send({ ...hostile, deadline: AbortSignal.timeout(1_000) })
    expect(printed).not.toContain('\u001b')
    expect(printed).not.toContain('\u0007')
  })
})
