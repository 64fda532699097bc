import * as api from '@plumbline/business/api'
import { call, callTagged } from '@plumbline/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'

/** The settings of the business with their version. */
export const businessQuery = () =>
  queryOptions({
    queryKey: ['business'],
    queryFn: ({ signal }) => callTagged(api.getBusiness, { signal }),
    meta: { changedBy: ['business'] },
  })

type Answer = { value: api.Business; etag: string }

/**
 * What follows a change of the settings. The answer is shown at once, and its version is that of the next change: who goes on
 * before the settings are read again has not been overtaken by anybody.
 */
export function useSaved(onDone?: () => void) {
  const queryClient = useQueryClient()
  const { queryKey } = businessQuery()
  return {
    refetch: [queryKey],
    failure: 'Failed to save the settings. Please try again.',
    onDone: (answer: Answer) => {
      queryClient.setQueryData(queryKey, answer)
      onDone?.()
    },
  }
}

export const describeBusiness = (body: api.DescriptionChanges, ifMatch: string) =>
  callTagged(api.describeBusiness, { body, ifMatch })
export const addPicture = (use: api.PictureUse, data: string) => call(api.addPicture, { body: { use, data } })
export const changeBrand = (body: api.BrandChanges, ifMatch: string) =>
  callTagged(api.changeBrand, { body, ifMatch })
export const changeCalendar = (body: api.CalendarChanges, ifMatch: string) =>
  callTagged(api.changeCalendar, { body, ifMatch })
export const changeServices = (body: api.ServicesForm, ifMatch: string) =>
  callTagged(api.changeServices, { body, ifMatch })
export const changeEstimateOptions = (body: api.EstimateOptionsForm, ifMatch: string) =>
  callTagged(api.changeEstimateOptions, { body, ifMatch })
export const changeTax = (body: api.TaxForm, ifMatch: string) => callTagged(api.changeTax, { body, ifMatch })
export const changeHours = (body: api.HoursChanges, ifMatch: string) =>
  callTagged(api.changeHours, { body, ifMatch })
export const changeMessageHours = (body: api.MessageHoursChanges, ifMatch: string) =>
  callTagged(api.changeMessageHours, { body, ifMatch })
export const changeMessageTexts = (body: api.MessageTextsChanges, ifMatch: string) =>
  callTagged(api.changeMessageTexts, { body, ifMatch })
export const changeRates = (body: api.RateChanges, ifMatch: string) =>
  callTagged(api.changeRates, { body, ifMatch })
export const changePayment = (body: api.PaymentChanges, ifMatch: string) =>
  callTagged(api.changePayment, { body, ifMatch })
export const changeQuoteRules = (body: api.QuoteRuleChanges, ifMatch: string) =>
  callTagged(api.changeQuoteRules, { body, ifMatch })
export const changeLanding = (body: api.LandingForm, ifMatch: string) =>
  callTagged(api.changeLanding, { body, ifMatch })
