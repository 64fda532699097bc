import { call, dayAt } from '@plumbline/contract'
import { readPage } from '@plumbline/contract/list'
import * as api from '@plumbline/identity/api'
import { type Appointment, listAppointments } from '@plumbline/scheduling/api'
import { queryOptions } from '@tanstack/react-query'

export type { Availability, Member, TimeOff } from '@plumbline/identity/api'

/** All members; pages of scheduling and CRM use the same key. */
export const membersQuery = () =>
  queryOptions({
    queryKey: ['members'],
    queryFn: ({ signal }) => call(api.listMembers, { signal }),
    meta: { changedBy: ['member'] },
  })

/** When the members work; scheduling's pages use the same key. */
export const availabilityQuery = () =>
  queryOptions({
    queryKey: ['availability'],
    queryFn: ({ signal }) => call(api.listAvailability, { signal }),
    meta: { changedBy: ['member'] },
  })

const maxJobs = '100'

/** What is still to be done by a member on these days. */
export const openJobsQuery = (memberId: number, { from, to }: api.TimeOffForm) =>
  queryOptions({
    queryKey: ['appointments', 'of member', memberId, from, to],
    queryFn: async ({ signal }) => {
      const query = { assignee: String(memberId), from, to, includeRunning: 'true', limit: maxJobs } as const
      return (await call(listAppointments, { query, signal })).filter(isOpen)
    },
    meta: { changedBy: ['appointment', 'customer'] },
  })

const isOpen = ({ status }: Appointment) => status === 'scheduled' || status === 'in_progress'

/** How many jobs a member is planned for from now on, with those for any time of today. */
export async function countPlannedJobs(memberId: number): Promise<number> {
  const now = new Date()
  const today = dayAt(now)
  const query = { assignee: String(memberId), status: 'scheduled' } as const
  const later = { ...query, from: now.toISOString(), limit: '1', count: 'true' }
  const [page, ofToday] = await Promise.all([
    readPage({ endpoint: listAppointments }, later, new AbortController().signal),
    call(listAppointments, { query: { ...query, from: today, to: today } }),
  ])
  const hasBegun = ({ scheduledDate }: Appointment) => Date.parse(scheduledDate) < now.getTime()
  return (page.total ?? 0) + ofToday.filter((job) => job.anytime && hasBegun(job)).length
}

const pollMs = 300
const maxWaitMs = 10_000

/**
 * The jobs of a member who was deactivated change after the answer; who goes on to the schedule finds them changed. A failed
 * look ends the wait: the member is deactivated all the same.
 */
export async function waitUntilPassedOn(memberId: number): Promise<void> {
  const end = Date.now() + maxWaitMs
  while (Date.now() < end && (await countPlannedJobs(memberId).catch(() => 0)) > 0)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
}

/** What follows a change of the team. */
export const afterChange = {
  refetch: [membersQuery().queryKey, availabilityQuery().queryKey],
  failure: 'Failed to change the team. Please try again.',
}

const params = (id: number) => ({ params: { id } })

export const invite = (body: api.Invitation, key: string) =>
  call(api.inviteMember, { body, idempotencyKey: key })
export const revokeInvitation = (id: number) => call(api.revokeInvitation, params(id))
export const changeDetails = (id: number, body: api.MemberDetails, ifMatch: string) =>
  call(api.changeMember, { ...params(id), body, ifMatch })
export const changeRole = (id: number, body: api.MemberRole, ifMatch: string) =>
  call(api.changeMemberRole, { ...params(id), body, ifMatch })
export const setActive = (id: number, body: api.MemberActive) =>
  call(api.setMemberActive, { ...params(id), body })
export const issueLink = (id: number) => call(api.issueMemberLink, params(id))
export const setHours = (id: number, body: api.MemberHours, ifMatch: string) =>
  call(api.setMemberHours, { ...params(id), body, ifMatch })
export const planTimeOff = (id: number, body: api.TimeOffForm, key: string) =>
  call(api.planTimeOff, { ...params(id), body, idempotencyKey: key })
export const dropTimeOff = (id: number, timeOffId: string) =>
  call(api.dropTimeOff, { params: { id, timeOffId } })
