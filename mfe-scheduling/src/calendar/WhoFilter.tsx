import { css } from '@emotion/react'
import { readPage } from '@plumbline/contract/list'
import { Button, color, Select, space } from '@plumbline/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import { appointmentList } from '../appointments/appointmentList.ts'
import { appointmentsKey, changedBy } from '../appointments/queries.ts'
import type { Team } from '../team/team.ts'
import { type Lane, readLane } from './lanes.ts'

/** The first unassigned job to come, and how many there are. */
const unassignedQuery = () =>
  queryOptions({
    queryKey: [...appointmentsKey, 'unassigned'],
    queryFn: ({ signal }) =>
      readPage(
        appointmentList,
        { assignee: 'none', period: 'upcoming', status: 'scheduled', limit: '1', count: 'true' },
        signal,
      ),
    meta: { changedBy },
  })

const row = css`
  display: flex;
  gap: ${space(2)};
  align-items: center;
  min-width: 0;
  @media print { display: none; }
  button { flex: none; padding-inline: ${space(3)}; white-space: nowrap; font-variant-numeric: tabular-nums; }
  button svg { color: ${color.amber}; }
`

type WhoFilterProps = {
  team: Team
  who: Lane | undefined
  onWho: (who: Lane | undefined) => void
  /** Shows the unassigned jobs, from the first one on. */
  onUnassigned: (scheduledDate: string) => void
}

/** Chooses whose jobs are shown, and counts the unassigned ones. */
export function WhoFilter({ team, who, onWho, onUnassigned }: WhoFilterProps) {
  const { data } = useQuery(unassignedQuery())
  const first = data?.items[0]
  return (
    <div css={row}>
      <Select
        aria-label="Who"
        value={String(who ?? '')}
        onChange={({ target }) => onWho(readLane(target.value))}
        options={[
          { value: '', label: 'Everybody' },
          { value: 'none', label: 'Unassigned' },
          ...team.members.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {first && who !== 'none' && (
        <Button onClick={() => onUnassigned(first.scheduledDate)}>
          <UserRoundX size={16} aria-hidden />
          {data.total} unassigned
        </Button>
      )}
    </div>
  )
}
