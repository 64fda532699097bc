import type { Db } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { appointmentsBy } from '../appointments.ts'
import { type CustomerRow, customerBy, customersBy } from '../customers.ts'

/** The customer that a number in a body leads to. */
export async function billedCustomer(db: Db, id: number): Promise<CustomerRow> {
  const customer = await customerBy(db, id)
  if (!customer) throw rejection('invalid', 'Customer not found', { mayArriveLater: true })
  return customer
}

/** Refuses an appointment that is not there, or is somebody else's. */
export async function checkAppointment(
  db: Db,
  id: number | null | undefined,
  customerId: number,
): Promise<void> {
  if (!id) return
  const appointment = (await appointmentsBy(db, [id])).get(id)
  if (!appointment || appointment.deleted)
    throw rejection('invalid', 'Appointment not found', { mayArriveLater: true })
  const known = await customersBy(db, [appointment.customerId, customerId])
  const leadsTo = (one: number) => known.get(one)?.id ?? one
  if (leadsTo(appointment.customerId) !== leadsTo(customerId))
    throw rejection('invalid', 'This appointment is of another customer')
}
