import { givenEvents } from '@plumbline/platform/testing'
import { describe, it } from 'vitest'
import type { LeadEvent, LeadReceived } from '../events.ts'
import { type LeadCommand, leadDecider } from './decider.ts'

const now = '2026-11-22T15:00:00.000Z'
const given = (history: LeadEvent[] = []) => givenEvents(leadDecider, history, { id: 7, now })

const command: LeadCommand = {
  type: 'ReceiveLead',
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.test',
  phone: '555 555 0101',
  serviceNeeded: 'painting',
  projectDescription: '  The porch  ',
  source: 'website',
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
    receivedAt: now,
  },
}

describe('a lead', () => {
  it('is received with what the visitor wrote', () => {
    given().when(command).thenEvents([received])
  })

  it('stores fields that were left out as null', () => {
    given()
      .when({ ...command, serviceNeeded: '', projectDescription: undefined })
      .thenEvents([
        { ...received, data: { ...received.data, serviceNeeded: null, projectDescription: null } },
      ])
  })

  it('is received once', () => {
    given([received]).when(command).thenEvents([])
  })

  const change = (changes: Omit<Extract<LeadCommand, { type: 'ChangeLead' }>, 'type'>) =>
    ({ type: 'ChangeLead', ...changes }) as const
  const moved = (status: 'contacted' | 'quoted' | 'lost', lostReason?: string): LeadEvent => ({
    type: 'LeadStatusChanged',
    data: { leadId: 7, status, ...(lostReason && { lostReason }), changedAt: now },
  })
  const converted: LeadEvent = {
    type: 'LeadConverted',
    data: { leadId: 7, customerId: 3, convertedAt: now },
  }
  const convert = { type: 'ConvertLead', customerId: 3 } as const

  it('moves forward through its statuses and may skip one', () => {
    given([received])
      .when(change({ status: 'contacted' }))
      .thenEvents([moved('contacted')])
    given([received])
      .when(change({ status: 'quoted' }))
      .thenEvents([moved('quoted')])
    given([received, moved('quoted')])
      .when(change({ status: 'lost', lostReason: ' Too dear ' }))
      .thenEvents([moved('lost', 'Too dear')])
    given([received, moved('quoted')])
      .when(change({ status: 'quoted' }))
      .thenEvents([])
  })

  it('never moves back, and no change of status converts it', () => {
    given([received, moved('quoted')])
      .when(change({ status: 'contacted' }))
      .thenRefused("A lead can't change from quoted to contacted.")
    given([received, moved('lost')])
      .when(change({ status: 'new' }))
      .thenRefused('from lost to new')
    given([received])
      .when(change({ status: 'converted' }))
      .thenRefused('from new to converted')
    given([received, converted])
      .when(change({ status: 'lost' }))
      .thenRefused('from converted to lost')
  })

  it('has a reason only when it is lost', () => {
    given([received])
      .when(change({ status: 'quoted', lostReason: 'x' }))
      .thenRefused('Only a lost lead has a reason for it.')
  })

  it('is lost for another reason when the reason is changed or removed, and only then', () => {
    const lost = [received, moved('lost', 'Too dear')]
    const becauseOf = (lostReason: string | null) => change({ status: 'lost', lostReason })
    given(lost)
      .when(becauseOf(' Chose another '))
      .thenEvents([moved('lost', 'Chose another')])
    given(lost)
      .when(becauseOf(null))
      .thenEvents([moved('lost')])
    given([received, moved('lost')])
      .when(becauseOf('Too dear'))
      .thenEvents([moved('lost', 'Too dear')])
    given(lost).when(becauseOf('Too dear ')).thenEvents([])
    given(lost)
      .when(change({ status: 'lost' }))
      .thenEvents([])
    given([...lost, moved('lost')])
      .when(becauseOf(''))
      .thenEvents([])
  })

  it('records notes only when they differ, and that they were removed', () => {
    const noted = (notes: string | null): LeadEvent => ({
      type: 'LeadNoted',
      data: { leadId: 7, notes, notedAt: now },
    })
    given([received])
      .when(change({ notes: ' Gate on the left ' }))
      .thenEvents([noted('Gate on the left')])
    given([received, noted('Gate on the left')])
      .when(change({ notes: 'Gate on the left' }))
      .thenEvents([])
    given([received, noted('Gate on the left')])
      .when(change({ notes: '' }))
      .thenEvents([noted(null)])
    given([received])
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
    given([received]).when(both).thenEvents([planned, valued])
    given([received, planned, valued]).when(both).thenEvents([])
    given([received, planned])
      .when(change({ followUpOn: null }))
      .thenEvents([{ ...planned, data: { leadId: 7, followUpOn: null, plannedAt: now } }])
  })

  it('records of its contact and request what is different', () => {
    given([received])
      .when(change({ details: { firstName: 'Anne', lastName: 'Lee', phone: '919 555 0102' } }))
      .thenEvents([
        {
          type: 'LeadDetailsChanged',
          data: { leadId: 7, firstName: 'Anne', phone: '919 555 0102', changedAt: now },
        },
      ])
    given([
      received,
      { type: 'LeadDetailsChanged', data: { leadId: 7, projectDescription: null, changedAt: now } },
    ])
      .when(change({ details: { projectDescription: null, serviceNeeded: 'painting' } }))
      .thenEvents([])
  })

  const removed: LeadEvent = { type: 'LeadRemoved', data: { leadId: 7, removedAt: now } }

  it('is removed once, unless it has become a customer, and changes no more', () => {
    given([received]).when({ type: 'RemoveLead' }).thenEvents([removed])
    given([received, removed]).when({ type: 'RemoveLead' }).thenEvents([])
    given([received, converted])
      .when({ type: 'RemoveLead' })
      .thenRefused('This lead is a customer, and cannot be removed.')
    given([received, removed])
      .when(change({ status: 'quoted' }))
      .thenRefused('Lead not found')
    given([received, removed]).when(convert).thenRefused('Lead not found')
    given().when({ type: 'RemoveLead' }).thenRefused('Lead not found')
  })

  it('is restored with all that it was', () => {
    const valued: LeadEvent = {
      type: 'LeadValued',
      data: { leadId: 7, estimatedCents: 5_000, valuedAt: now },
    }
    const restored: LeadEvent = {
      type: 'LeadRestored',
      data: {
        ...received.data,
        ...{ status: 'quoted', lostReason: null, followUpOn: null, notes: null, estimatedCents: 5_000 },
        restoredAt: now,
      },
    }
    given([received, moved('quoted'), valued, removed])
      .when({ type: 'RestoreLead' })
      .thenEvents([restored])
    given([received]).when({ type: 'RestoreLead' }).thenEvents([])
    given([received, moved('quoted'), removed, restored])
      .when(change({ status: 'lost' }))
      .thenEvents([moved('lost')])
  })

  it('has a customer while it is open, and is converted into them or another', () => {
    const linked: LeadEvent = { type: 'LeadLinked', data: { leadId: 7, customerId: 3, linkedAt: now } }
    const link = { type: 'LinkLead', customerId: 3 } as const
    given([received]).when(link).thenEvents([linked])
    given([received, linked]).when(link).thenEvents([])
    given([received, linked])
      .when({ ...link, customerId: 4 })
      .thenEvents([{ type: 'LeadLinked', data: { leadId: 7, customerId: 4, linkedAt: now } }])
    given([received, linked]).when(convert).thenEvents([converted])
    given([received, converted]).when(link).thenEvents([])
    given([received, converted])
      .when({ ...link, customerId: 4 })
      .thenRefused('This lead has become another customer already.')
    given([received, removed]).when(link).thenRefused('Lead not found')
  })

  it('is converted once, from every status except lost', () => {
    given([received]).when(convert).thenEvents([converted])
    given([received, moved('contacted')])
      .when(convert)
      .thenEvents([converted])
    given([received, converted]).when(convert).thenEvents([])
    given([received, converted])
      .when({ ...convert, customerId: 4 })
      .thenRefused('This lead has become another customer already.')
    given([received, moved('lost')])
      .when(convert)
      .thenRefused('A lost lead cannot be converted.')
    given().when(convert).thenRefused('Lead not found')
  })
})
