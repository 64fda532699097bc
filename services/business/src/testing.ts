import type { Service } from '@plumbline/platform/service'
import type { ServiceUnderTest } from '@plumbline/platform/testing'
import type { BusinessSettings, business } from './service.ts'

/** What operators configure in tests. */
export const configured = {
  business: {
    name: 'Plumbline Home Services',
    tagline: 'Straight answers, square work.',
    phone: '(555) 555-0142',
    email: 'hello@plumbline.example',
    area: 'Greater Raleigh, North Carolina',
    founded: '2011',
  },
}

type Commands = typeof business extends Service<BusinessSettings, infer C> ? C : never
export type BusinessTest = ServiceUnderTest<BusinessSettings, Commands>
