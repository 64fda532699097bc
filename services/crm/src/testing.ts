import { startServiceForTest } from '@plumbline/platform/testing'
import { crm } from './service.ts'

export const startCrm = () => startServiceForTest(crm, { settings: undefined })
export type CrmUnderTest = Awaited<ReturnType<typeof startCrm>>

/** Names and contacts, as leads and customers have them. */
export const ann = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.test',
  phone: '(919) 555-0118',
}
