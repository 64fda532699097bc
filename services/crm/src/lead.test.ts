import { given } from '@plumbline/platform/testing'
import { describe, it } from 'vitest'
import type { LeadReceived } from './events.ts'
import { type LeadCommand, lead } from './lead.ts'

const command: LeadCommand = {
  type: 'ReceiveLead',
  leadId: 7,
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.test',
  phone: '555 555 0101',
  serviceNeeded: 'painting',
  projectDescription: '  The porch  ',
  source: 'website',
  now: '2026-11-21T15:00:00.000Z',
}
const received: LeadReceived = {
  type: 'LeadReceived',
  data: {
    leadId: 7,
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.test',
    phone: '555 555 0101',
    serviceNeeded: 'painting',
    projectDescription: 'The porch',
    source: 'website',
    receivedAt: '2026-11-21T15:00:00.000Z',
  },
}

describe('a lead', () => {
  it('is received with what the visitor wrote', () => {
    given(lead).when(command).thenEvents([received])
  })

  it('keeps what was left out as null', () => {
    given(lead)
      .when({ ...command, serviceNeeded: '', projectDescription: undefined })
      .thenEvents([
        { ...received, data: { ...received.data, serviceNeeded: null, projectDescription: null } },
      ])
  })

  it('is received once', () => {
    given(lead, [received]).when(command).thenEvents([])
  })
})
