import { call } from '@plumbline/contract'
import { type Availability, listAvailability } from '@plumbline/identity/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Worker } from '../appointments/workingHours.ts'
import { useTeam } from './team.ts'

/** The settings of the team use the same key. */
const availabilityQuery = () =>
  queryOptions({
    queryKey: ['availability'],
    queryFn: ({ signal }) => call(listAvailability, { signal }),
    meta: { changedBy: ['member'] },
  })

/** When members work, where there is a team; undefined for members whose hours are unknown. */
export function useAvailability(): (memberId: number) => Availability | undefined {
  const team = useTeam()
  const { data } = useQuery({ ...availabilityQuery(), enabled: team !== undefined })
  return (id) => (team ? data?.find(({ memberId }) => memberId === id) : undefined)
}

/** The members of a crew whose hours are known. */
export function useWorkers(): (crew: readonly number[]) => Worker[] {
  const team = useTeam()
  const availabilityOf = useAvailability()
  return (crew) =>
    crew.flatMap((id) => {
      const availability = availabilityOf(id)
      return team && availability ? { ...availability, name: team.nameOf(id) } : []
    })
}
