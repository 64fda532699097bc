import { givenEvents } from '@plumbline/platform/testing'
import { describe, it } from 'vitest'
import type { LeadEvent, LeadReceived } from '../events.ts'
import { type LeadCommand, lead } from './decider.ts'

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
    givenEvents(lead).when(command).thenEvents([received])
  })

  it('stores fields that were left out as null', () => {
    givenEvents(lead)
      .when({ ...command, serviceNeeded: '', projectDescription: undefined })
      .thenEvents([
        { ...received, data: { ...received.data, serviceNeeded: null, projectDescription: null } },
      ])
  })

  it('is received once', () => {
    givenEvents(lead, [received]).when(command).thenEvents([])
  })

  const now = '2026-11-22T15:00:00.000Z'
  const change = (changes: Omit<Extract<LeadCommand, { type: 'ChangeLead' }>, 'type' | 'leadId' | 'now'>) =>
    ({ type: 'ChangeLead', leadId: 7, now, ...changes }) as const
  const moved = (status: 'contacted' | 'quoted' | 'lost', lostReason?: string): LeadEvent => ({
    type: 'LeadStatusChanged',
    data: { leadId: 7, status, ...(lostReason && { lostReason }), changedAt: now },
  })
  const converted: LeadEvent = {
    type: 'LeadConverted',
    data: { leadId: 7, customerId: 3, convertedAt: now },
  }
  const convert = { type: 'ConvertLead', leadId: 7, customerId: 3, now } as const

  it('moves forward through its statuses and may skip one', () => {
    givenEvents(lead, [received])
      .when(change({ status: 'contacted' }))
      .thenEvents([moved('contacted')])
    givenEvents(lead, [received])
      .when(change({ status: 'quoted' }))
      .thenEvents([moved('quoted')])
    givenEvents(lead, [received, moved('quoted')])
      .when(change({ status: 'lost', lostReason: ' Too dear ' }))
      .thenEvents([moved('lost', 'Too dear')])
    givenEvents(lead, [received, moved('quoted')])
      .when(change({ status: 'quoted' }))
      .thenEvents([])
  })

  it('never moves back, and no change of status converts it', () => {
    givenEvents(lead, [received, moved('quoted')])
      .when(change({ status: 'contacted' }))
      .thenRefused("A lead can't change from quoted to contacted.")
    givenEvents(lead, [received, moved('lost')])
      .when(change({ status: 'new' }))
      .thenRefused('from lost to new')
    givenEvents(lead, [received])
      .when(change({ status: 'converted' }))
      .thenRefused('from new to converted')
    givenEvents(lead, [received, converted])
      .when(change({ status: 'lost' }))
      .thenRefused('from converted to lost')
  })

  it('has a reason only when it is lost', () => {
    givenEvents(lead, [received])
      .when(change({ status: 'quoted', lostReason: 'x' }))
      .thenRefused('Only a lost lead has a reason for it.')
  })

  it('is lost for another reason when the reason is changed or removed, and only then', () => {
    const lost = [received, moved('lost', 'Too dear')]
    const becauseOf = (lostReason: string | null) => change({ status: 'lost', lostReason })
    givenEvents(lead, lost)
      .when(becauseOf(' Chose another '))
      .thenEvents([moved('lost', 'Chose another')])
    givenEvents(lead, lost)
      .when(becauseOf(null))
      .thenEvents([moved('lost')])
    givenEvents(lead, [received, moved('lost')])
      .when(becauseOf('Too dear'))
      .thenEvents([moved('lost', 'Too dear')])
    givenEvents(lead, lost).when(becauseOf('Too dear ')).thenEvents([])
    givenEvents(lead, lost)
      .when(change({ status: 'lost' }))
      .thenEvents([])
    givenEvents(lead, [...lost, moved('lost')])
      .when(becauseOf(''))
      .thenEvents([])
  })

  it('records notes only when they differ, and that they were removed', () => {
    const noted = (notes: string | null): LeadEvent => ({
      type: 'LeadNoted',
      data: { leadId: 7, notes, notedAt: now },
    })
    givenEvents(lead, [received])
      .when(change({ notes: ' Gate on the left ' }))
      .thenEvents([noted('Gate on the left')])
    givenEvents(lead, [received, noted('Gate on the left')])
      .when(change({ notes: 'Gate on the left' }))
      .thenEvents([])
    givenEvents(lead, [received, noted('Gate on the left')])
      .when(change({ notes: '' }))
      .thenEvents([noted(null)])
    givenEvents(lead, [received])
      .when(change({ notes: '' }))
      .thenEvents([])
  })

  it('records a value and a follow-up day only when they differ', () => {
    const valued: LeadEvent = {
      type: 'LeadValued',
      data: { leadId: 7, estimatedCents: 11_250, valuedAt: now },
    }
    const planned: LeadEvent = {
      type: 'LeadFollowUpPlanned',
      data: { leadId: 7, followUpOn: '2026-12-01', plannedAt: now },
    }
    const both = change({ estimatedCents: 11_250, followUpOn: '2026-12-01' })
    givenEvents(lead, [received]).when(both).thenEvents([planned, valued])
    givenEvents(lead, [received, planned, valued]).when(both).thenEvents([])
    givenEvents(lead, [received, planned])
      .when(change({ followUpOn: null }))
      .thenEvents([{ ...planned, data: { leadId: 7, followUpOn: null, plannedAt: now } }])
  })

  it('is converted once, from every status except lost', () => {
    givenEvents(lead, [received]).when(convert).thenEvents([converted])
    givenEvents(lead, [received, moved('contacted')])
      .when(convert)
      .thenEvents([converted])
    givenEvents(lead, [received, converted]).when(convert).thenEvents([])
    givenEvents(lead, [received, converted])
      .when({ ...convert, customerId: 4 })
      .thenRefused('This lead has become another customer already.')
    givenEvents(lead, [received, moved('lost')])
      .when(convert)
      .thenRefused('A lost lead cannot be converted.')
    givenEvents(lead).when(convert).thenRefused('Lead not found')
  })
})
