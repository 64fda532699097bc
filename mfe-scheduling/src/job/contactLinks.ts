import { directionsLink, telephoneLink } from '@plumbline/contract/contact'
import type { Appointment } from '@plumbline/scheduling/api'

/** How to reach the customer from a phone, as far as it is known. */
export const contactLinks = ({
  customerPhone,
  address,
}: Pick<Appointment, 'customerPhone' | 'address'>): { call: string | null; navigate: string | null } => ({
  call: customerPhone && telephoneLink(customerPhone),
  navigate: address && directionsLink(address),
})
