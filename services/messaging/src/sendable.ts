import type { Db } from '@plumbline/platform/db'
import type { Claimed } from './delivery.ts'
import { optedOut, outdated } from './notices.ts'
import { refusalsOf } from './projections/consents.ts'
import { visitNow } from './projections/visits.ts'
import { isUrgent } from './quietHours.ts'
import { owedSince } from './reactors/owedNow.ts'

/** Why something must not go out any more that was right when it was written; null when it still is. */
export async function whyNot(db: Db, delivery: Claimed, now: Date): Promise<string | null> {
  const { attempt, cause, boundTo, expiresAt, channel, about } = delivery
  if (expiresAt && now >= new Date(expiresAt)) return outdated.late
  if (boundTo && cause === 'appointment' && !(await isStillOn(db, boundTo))) return outdated.appointment
  if (boundTo && cause === 'reminder' && !(await isStillOwed(db, boundTo))) return outdated.paid
  // somebody may have said no while it waited
  const waited = attempt > 1 || !isUrgent(cause ?? null)
  const customer = /^customer-(\d+)$/.exec(about)?.[1]
  if (!waited || !customer) return null
  return (await refusalsOf(db, Number(customer)))[channel] ? optedOut[channel] : null
}

const parts = (boundTo: string) => /^[a-z]+-(\d+)@(\d+)$/.exec(boundTo)?.slice(1).map(Number) ?? []

async function isStillOn(db: Db, boundTo: string): Promise<boolean> {
  const [id = 0, since] = parts(boundTo)
  const visit = await visitNow(db, id)
  return visit?.isOn === true && visit.since === since
}

async function isStillOwed(db: Db, boundTo: string): Promise<boolean> {
  const [id = 0, version = 0] = parts(boundTo)
  return (await owedSince(db, id, version)) > 0
}
