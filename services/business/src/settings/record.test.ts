import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultServices } from '../api.ts'
import type { BusinessEvent } from '../events.ts'
import { clockOf, descriptionOf, percentText, settingsOn, thousandthsOf, timeZoneOn } from './record.ts'

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

describe('the usual tax rate', () => {
  const rateSet = (taxRateId: number, from: string, isDefault = true): BusinessEvent => ({
    type: 'TaxRateSet',
    data: { from, taxRateId, name: `Rate ${taxRateId}`, thousandths: 7375, isDefault, changedAt },
  })
  const usualOn = (day: string, ...events: BusinessEvent[]) =>
    on(day, ...events).tax.rates.flatMap(({ id, isDefault }) => (isDefault ? [id] : []))

  it('is one on each day: the one that became it last by then, also where it was planned before', () => {
    const events = [
      rateSet(1, '2026-11-27'),
      rateSet(1, '2027-01-01', false),
      rateSet(2, '2027-01-01'),
      rateSet(1, '2026-12-02', false),
      rateSet(3, '2026-12-02'),
    ]
    const days = ['2026-11-27', '2026-12-02', '2026-12-31', '2027-01-01']
    expect(days.map((day) => usualOn(day, ...events))).toEqual([[1], [3], [3], [2]])
  })

  it('stays when another one is set that is not usual', () =>
    expect(usualOn('2026-11-28', rateSet(1, '2026-11-27'), rateSet(2, '2026-11-28', false))).toEqual([1]))
})

it('every tax rate with three decimals is stored exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), (thousandths) => {
      expect(thousandthsOf(percentText(thousandths))).toBe(thousandths)
    }),
  )
  expect(percentText(7375)).toBe('7.375')
})

describe('the clock of the business', () => {
  const zoneSet = (timeZone: string, from: string, changedAt: string): BusinessEvent => ({
    type: 'TimeZoneSet',
    data: { from, timeZone, changedAt },
  })
  const clockAt = (instant: string, ...events: BusinessEvent[]) => clockOf(events, new Date(instant))
  // the evening of the 27th in New York is the afternoon of the 28th in Auckland
  const evening = '2026-11-28T01:00:00.000Z'
  const laterThatEvening = '2026-11-28T01:05:00.000Z'
  const toAuckland = zoneSet('Pacific/Auckland', '2026-11-27', evening)

  it('is the documented one while nothing is set', () => {
    expect(clockAt(evening)).toEqual({
      timeZone: 'America/New_York',
      today: '2026-11-27',
      settingsDay: '2026-11-27',
    })
  })

  it('is another as soon as another zone is set, and was not before', () => {
    expect(clockAt(evening, toAuckland)).toMatchObject({ timeZone: 'Pacific/Auckland', today: '2026-11-28' })
    expect(clockAt('2026-11-28T00:59:59.999Z', toAuckland).timeZone).toBe('America/New_York')
  })

  it('changes at midnight of the zone before when it was planned', () => {
    const planned = zoneSet('America/Denver', '2026-12-01', evening)
    expect(clockAt('2026-12-01T04:59:59.999Z', planned).timeZone).toBe('America/New_York')
    expect(clockAt('2026-12-01T05:00:00.000Z', planned)).toEqual({
      timeZone: 'America/Denver',
      today: '2026-11-30',
      settingsDay: '2026-12-01',
    })
  })

  it('can be put right at once, though it is an earlier day there', () => {
    const toDenver = zoneSet('America/Denver', '2026-11-28', laterThatEvening)
    expect(clockAt(laterThatEvening, toAuckland, toDenver)).toEqual({
      timeZone: 'America/Denver',
      today: '2026-11-27',
      settingsDay: '2026-11-28',
    })
  })

  it('keeps in force what was set as of a day that has not come yet in the new zone', () => {
    const renamed = named('2026-11-28', { name: 'Kauri Plumbing' })
    const toDenver = zoneSet('America/Denver', '2026-11-28', laterThatEvening)
    const { settingsDay } = clockAt(laterThatEvening, toAuckland, renamed, toDenver)
    expect(on(settingsDay, toAuckland, renamed, toDenver).description.name).toBe('Kauri Plumbing')
  })

  it('leaves days that have passed in the zone that they had', () => {
    expect(timeZoneOn([toAuckland], '2026-11-26')).toBe('America/New_York')
    expect(timeZoneOn([toAuckland], '2026-11-28')).toBe('Pacific/Auckland')
  })

  it('answers the zone that was set last from today on, whatever was set before, and no settings become undone', () => {
    const zones = [
      'America/New_York',
      'Pacific/Auckland',
      'America/Denver',
      'Asia/Tokyo',
      'Pacific/Pago_Pago',
    ]
    const steps = fc.array(
      fc.record({ zone: fc.constantFrom(...zones), hours: fc.integer({ min: 0, max: 40 }) }),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(steps, (all) => {
        const events: BusinessEvent[] = []
        let at = Date.parse(evening)
        let day = ''
        for (const { zone, hours } of all) {
          at += hours * 3_600_000
          const before = clockOf(events, new Date(at))
          events.push(zoneSet(zone, before.settingsDay, new Date(at).toISOString()))
          const after = clockOf(events, new Date(at))
          expect(after.timeZone).toBe(zone)
          expect(after.settingsDay >= before.settingsDay && before.settingsDay >= day).toBe(true)
          expect(on(after.settingsDay, ...events).calendar.timeZone).toBe(zone)
          day = after.settingsDay
        }
      }),
    )
  })
})
