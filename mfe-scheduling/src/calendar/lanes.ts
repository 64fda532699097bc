import { formatSlot, type Slot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import type { Team } from '../team/team.ts'

/** Whose jobs a column shows: a member's, or the unassigned ones. */
export type Lane = number | 'none'

/** When an appointment is, as the customer knows it, and who does it. */
export type Placement = Slot & Pick<Appointment, 'assigneeIds'>

export const placementOf = ({
  scheduledDate,
  duration,
  arrivalWindow = 0,
  anytime = false,
  assigneeIds,
}: Placement): Placement => ({ scheduledDate, duration, arrivalWindow, anytime, assigneeIds })

/** At any time of the day on which it begins. */
export const toAnytime = (placement: Placement): Placement => ({
  ...placement,
  arrivalWindow: 0,
  anytime: true,
})

/** A column of the grid: a day, or what one member does on it. */
export type GridColumn = { day: string; lane: Lane | undefined }

/** The lane that a URL or an element names; undefined for everybody. */
export const readLane = (text: string | null | undefined): Lane | undefined =>
  text === 'none' ? 'none' : text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

export const isInLane = (
  { assigneeIds }: Pick<Appointment, 'assigneeIds'>,
  lane: Lane | undefined,
): boolean => lane === undefined || (lane === 'none' ? assigneeIds.length === 0 : assigneeIds.includes(lane))

/** Unassigned jobs, the members, and who has left but still has a job. */
export function lanesOf(team: Team, appointments: readonly Appointment[]): Lane[] {
  const members = team.members.map(({ id }) => id)
  const others = appointments.flatMap((it) => it.assigneeIds).filter((id) => !members.includes(id))
  return ['none', ...members, ...new Set(others)]
}

export const laneName = (lane: Lane, team: Team): string => team.crewText(lane === 'none' ? [] : [lane])

/** The crew of a job that is moved from one lane to another: the one takes the place of the other. */
export function reassign(crew: readonly number[], from: Lane | undefined, to: Lane | undefined): number[] {
  if (from === to || to === undefined) return [...crew]
  const rest = crew.filter((id) => id !== from && id !== to)
  return to === 'none' ? rest : [...rest, to].sort((a, b) => a - b)
}

export const isSameCrew = (a: Placement, b: Placement): boolean =>
  a.assigneeIds.join() === b.assigneeIds.join()

/** @example givenText([7], team) // 'Given to maria' */
export const givenText = (crew: readonly number[], team: Team): string =>
  crew.length === 0 ? team.crewText(crew) : `Given to ${team.crewText(crew)}`

/** When something is; where the crew is another, also who does it. @example 'maria, Today, 9:00 – 10:00 AM' */
export const placementText = (to: Placement, from: Placement, team: Team | undefined): string =>
  team && !isSameCrew(from, to) ? `${team.crewText(to.assigneeIds)}, ${formatSlot(to)}` : formatSlot(to)
