import { type Db, run } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type AppointmentRow, findAppointment } from '../appointments.ts'
import { customers, type InvoiceCustomer } from '../customers.ts'
import { draftNumberText, invoiceNumberText } from '../events.ts'
import { invoicesTable } from './projection.ts'

/** The customer of today that an id in a request body leads to. */
export async function requireExistingCustomer(db: Db, id: number): Promise<InvoiceCustomer> {
  const customer = await customers.find(db, id)
  if (!customer) throw rejection('invalid', 'Customer not found', { mayArriveLater: true })
  return customer
}

/** Throws for an id in a path that no appointment ever had. */
export async function requireExistingAppointment(db: Db, id: number): Promise<void> {
  if (!(await findAppointment(db, id)))
    throw rejection('not-found', 'Appointment not found', { mayArriveLater: true })
}

/** Refuses records of several customers; those of merged ones are of one. */
export async function requireSameCustomer(db: Db, customerIds: readonly number[]): Promise<void> {
  const current = await customers.findMany(db, customerIds)
  if (new Set(customerIds.map((id) => current.get(id)?.id ?? id)).size > 1)
    throw rejection('invalid', 'These invoices are of several customers.')
}

/** Refuses an appointment that does not exist or is of another customer. */
export async function requireAppointmentOfCustomer(
  db: Db,
  id: number | null | undefined,
  customerId: number,
): Promise<void> {
  if (!id) return
  const appointment = await findAppointment(db, id)
  if (!appointment || appointment.deleted)
    throw rejection('invalid', 'Appointment not found', { mayArriveLater: true })
  if (!(await isOfCustomer(db, appointment, customerId)))
    throw rejection('invalid', 'This appointment is of another customer')
}

/** The first of these appointments that is there and of the customer. */
export async function firstOfCustomer(
  db: Db,
  ids: readonly number[],
  customerId: number,
): Promise<number | null> {
  for (const id of ids) {
    const appointment = await findAppointment(db, id)
    if (appointment && !appointment.deleted && (await isOfCustomer(db, appointment, customerId))) return id
  }
  return null
}

type CustomerJobs = { customerId: number; jobIds: readonly number[] }

/** What was invoiced for jobs without their quote may be all of it. */
export async function requireNoInvoiceByHand(db: Db, jobs: CustomerJobs): Promise<void> {
  const [invoice] = await invoicesByHand(db, jobs)
  if (!invoice) return
  const { id, number } = invoice
  throw rejection(
    'conflict',
    `A job of this quote is invoiced already: ${number === null ? draftNumberText(id) : invoiceNumberText(number)}. What is left can be invoiced by hand.`,
  )
}

/** The invoices of these jobs that are of no quote, but void ones. */
export const invoicesByHand = (db: Db, { customerId, jobIds }: CustomerJobs) =>
  run<{ id: number; number: number | null }>(db, {
    name: 'invoices-by-hand',
    text: `SELECT id, number FROM ${invoicesTable.name}
      WHERE appointment_id = ANY($1::integer[]) AND customer_id = ANY(${customers.recordIds('$2::integer')})
        AND quote_id IS NULL AND status <> 'void' ORDER BY id`,
    values: [jobIds, customerId],
  })

const isOfCustomer = (db: Db, appointment: AppointmentRow, customerId: number): Promise<boolean> =>
  isOneCustomer(db, appointment.customerId, customerId)

/** Records of merged customers are of one. */
export async function isOneCustomer(db: Db, one: number, other: number): Promise<boolean> {
  const current = await customers.findMany(db, [one, other])
  const currentId = (id: number) => current.get(id)?.id ?? id
  return currentId(one) === currentId(other)
}
