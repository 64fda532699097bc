import { toCsv } from '@plumbline/contract/csv'
import type { Lead } from '@plumbline/crm/api'
import { sourceLabel } from '../customers/customer.ts'
import { serviceLabel } from './lead.ts'

const columns: Record<string, (lead: Lead) => string | null> = {
  'First name': (it) => it.firstName,
  'Last name': (it) => it.lastName,
  Email: (it) => it.email,
  Phone: (it) => it.phone,
  Service: serviceLabel,
  Description: (it) => it.projectDescription,
  Status: (it) => it.status,
  Source: sourceLabel,
  'Estimated value': (it) => it.estimatedValue,
  'Call again': (it) => it.followUpOn,
  'Lost because': (it) => it.lostReason,
  Received: (it) => it.createdAt,
}

/** Leads as a table. */
export const leadsToCsv = (leads: readonly Lead[]): string =>
  toCsv(
    Object.keys(columns),
    leads.map((lead) => Object.values(columns).map((cell) => cell(lead))),
  )
