import type { Business } from '@plumbline/business/api'
import { useEffect, useEffectEvent, useRef } from 'react'
import { startValues, titleOfLead } from './offer.ts'

type Values = { title: string; hours: string; rate: string }
type StartForm = {
  getValues: () => Values
  fill: (values: Partial<Values>) => void
  prefill: (values: Partial<Values>) => void
}

/**
 * What a new appointment begins with, as the business has set it: a service that is chosen fills in its hours and its rate, as
 * long as they are those that were filled in before.
 */
export function useStartValues(
  form: StartForm,
  business: Business | undefined,
  serviceNeeded: string | null,
) {
  const filled = useRef(startValues('', business))
  const begin = useEffectEvent(() => {
    const title = titleOfLead(serviceNeeded, business) ?? ''
    filled.current = startValues(form.getValues().title || title, business)
    form.prefill({ title, ...filled.current })
  })
  useEffect(() => {
    if (business) begin()
  }, [business])
  return (title: string) => {
    const before = filled.current
    const values = form.getValues()
    filled.current = startValues(title, business)
    for (const name of ['hours', 'rate'] as const)
      if (values[name] === before[name]) form.fill({ [name]: filled.current[name] })
  }
}
