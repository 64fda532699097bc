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
export const changeRates = (body: api.RateChanges, ifMatch: string) =>
  call(api.changeRates, { body, ifMatch })
export const changePayment = (body: api.PaymentChanges, ifMatch: string) =>
  call(api.changePayment, { body, ifMatch })
