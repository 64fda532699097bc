import * as api from '@plumbline/business/api'
import { call, callTagged } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'

/** The settings of the business with their version. */
export const businessQuery = () =>
  queryOptions({
    queryKey: ['business'],
    queryFn: ({ signal }) => callTagged(api.getBusiness, { signal }),
    meta: { changedBy: ['business'] },
  })

export const describeBusiness = (body: api.DescriptionChanges, ifMatch: string) =>
  call(api.describeBusiness, { body, ifMatch })
export const changeCalendar = (body: api.CalendarChanges, ifMatch: string) =>
  call(api.changeCalendar, { body, ifMatch })
// with the new version, for what takes it back
export const changeServices = (body: api.ServicesForm, ifMatch: string) =>
  callTagged(api.changeServices, { body, ifMatch })
export const changeEstimateOptions = (body: api.EstimateOptionsForm, ifMatch: string) =>
  callTagged(api.changeEstimateOptions, { body, ifMatch })
export const changeTax = (body: api.TaxForm, ifMatch: string) => callTagged(api.changeTax, { body, ifMatch })
export const changeHours = (body: api.HoursChanges, ifMatch: string) =>
  callTagged(api.changeHours, { body, ifMatch })
export const changeMessageHours = (body: api.MessageHoursChanges, ifMatch: string) =>
  call(api.changeMessageHours, { body, ifMatch })
export const changeRates = (body: api.RateChanges, ifMatch: string) =>
  call(api.changeRates, { body, ifMatch })
export const changePayment = (body: api.PaymentChanges, ifMatch: string) =>
  call(api.changePayment, { body, ifMatch })
export const changeLanding = (body: api.LandingForm, ifMatch: string) =>
  callTagged(api.changeLanding, { body, ifMatch })
