import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultServices } from '../api.ts'
import type { BusinessEvent } from '../events.ts'
import { descriptionOf, percentText, settingsOn, thousandthsOf } from './record.ts'

const changedAt = '2026-11-27T15:00:00.000Z'
const configured = { business: { name: 'Plumbline Home Services', phone: '1', tagline: 'Square work' } }
const named = (from: string, fields: object): BusinessEvent => ({
  type: 'BusinessDescribed',
  data: { from, ...fields, changedAt },
})
const on = (day: string, ...events: BusinessEvent[]) => settingsOn(events, day, configured)

describe('the settings of a day', () => {
  it('are the documented ones while nothing is set', () => {
    expect(on('2026-11-27')).toMatchObject({
      description: { ...configured.business, address: '', website: '' },
      calendar: { timeZone: 'America/New_York', weekStartsOn: 'sunday' },
      services: defaultServices,
      rates: { hourlyRate: '75.00', minimumMinutes: 60, stepMinutes: 30, stepPrice: '37.50' },
      tax: { rates: [] },
      payment: { daysUntilDue: 0 },
    })
  })

  it('follow the first days, not the order in which they were set', () => {
    const events = [named('2027-03-01', { name: 'March' }), named('2027-02-01', { name: 'February' })]
    const names = ['2027-01-31', '2027-02-01', '2027-02-28', '2027-03-01'].map(
      (day) => on(day, ...events).description.name,
    )
    expect(names).toEqual(['Plumbline Home Services', 'February', 'February', 'March'])
  })

  it('of a field stay when another field was planned before', () => {
    const events = [named('2027-03-01', { name: 'March' }), named('2027-02-01', { phone: '2' })]
    expect(on('2027-03-01', ...events).description).toMatchObject({ name: 'March', phone: '2' })
  })

  it('set twice for the same day are those set last', () => {
    const events = [named('2027-03-01', { name: 'March' }), named('2027-03-01', { name: null })]
    expect(on('2027-03-01', ...events).description.name).toBe('Plumbline Home Services')
  })

  it('lead an option of a service that is retired to none', () => {
    const retired: BusinessEvent = { type: 'ServiceRetired', data: { serviceId: 2, changedAt } }
    const { estimateOptions } = on('2026-11-27', retired)
    expect(estimateOptions.find(({ value }) => value === 'painting')?.serviceId).toBeNull()
    expect(estimateOptions.find(({ value }) => value === 'other')?.serviceId).toBe(1)
  })
})

describe('a description', () => {
  const business = { ...configured.business, area: 'Raleigh', rating: '4.9/5', product: 'Plumbline' }
  it('of a business with a name of its own claims only what is set for it', () => {
    expect(descriptionOf({ business }, { name: 'Ann & Sons', area: 'Cary' })).toEqual({
      ...business,
      name: 'Ann & Sons',
      tagline: '',
      area: 'Cary',
      rating: '',
    })
    expect(descriptionOf({ business }, { phone: '2' })).toEqual({ ...business, phone: '2' })
  })
  it('has what a variable sets before what is set here', () => {
    const locked = { business, lockedBy: { name: 'BUSINESS_NAME' } }
    expect(descriptionOf(locked, { name: 'Ann & Sons', phone: '2' })).toEqual({ ...business, phone: '2' })
  })
})

it('every tax rate with three decimals is stored exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), (thousandths) => {
      expect(thousandthsOf(percentText(thousandths))).toBe(thousandths)
    }),
  )
  expect(percentText(7375)).toBe('7.375')
})
