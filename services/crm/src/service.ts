import type { Personal } from '@plumbline/platform/encryption'
import { trigramsMigration } from '@plumbline/platform/search'
import { defineService } from '@plumbline/platform/service'
import { appointments } from './appointments.ts'
import { changeCustomer, registerCustomer } from './customer/commands.ts'
import { customers } from './customer/projection.ts'
import { customerRoutes } from './customer/routes.ts'
import { type CustomerEvent, type CustomerImportEvent, type LeadEvent, personal } from './events.ts'
import { importRoutes } from './import/routes.ts'
import { invoices } from './invoices.ts'
import { changeLead, convertLead, linkLead, receiveLead } from './lead/commands.ts'
import { followQuotes } from './lead/followQuotes.ts'
import { leads } from './lead/projection.ts'
import { leadRoutes } from './lead/routes.ts'
import { enterCode, sendCode } from './link/codes.ts'
import { issueLink, recordOpening } from './link/commands.ts'
import { linkQuotes } from './link/linkQuotes.ts'
import { findLinkedCustomer, resolveLink } from './link/open.ts'
import { customerLinks } from './link/projection.ts'
import { linkRoutes } from './link/routes.ts'

export { personRecords } from './customer/queries.ts'

/** Customers and leads. */
export const crm = defineService({
  name: 'crm',
  personal: personal satisfies Personal<LeadEvent | CustomerEvent | CustomerImportEvent>,
  projections: [leads, customers, customerLinks],
  asyncProjections: [appointments, invoices],
  migrations: [
    { id: 'lead-ids-v1', sql: 'CREATE SEQUENCE lead_id AS integer' },
    { id: 'customer-ids-v1', sql: 'CREATE SEQUENCE customer_id AS integer' },
    { id: 'customer-import-ids-v1', sql: 'CREATE SEQUENCE customer_import_id AS integer' },
    { id: 'customer-link-ids-v1', sql: 'CREATE SEQUENCE customer_link_id AS integer' },
    trigramsMigration,
  ],
  routes: [...leadRoutes, ...customerRoutes, ...importRoutes, ...linkRoutes],
  reactors: [followQuotes, linkQuotes],
  commands: {
    receiveLead,
    changeLead,
    linkLead,
    convertLead,
    registerCustomer,
    changeCustomer,
    issueLink,
    resolveLink,
    findLinkedCustomer,
    recordOpening,
    sendCode,
    enterCode,
  },
})
