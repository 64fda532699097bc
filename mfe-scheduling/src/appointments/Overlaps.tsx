import { css } from '@emotion/react'
import { formatTime } from '@plumbline/contract'
import { color, radius, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { customerName, endOf, momentOf } from './appointment.ts'
import { overlapsQuery } from './queries.ts'

const warning = css`
  display: flex;
  gap: ${space(3)};
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.amberTint};
  color: ${color.amber};
  svg { flex: none; margin-top: 2px; }
  ul { margin: 0; padding: 0; list-style: none; }
`

type OverlapsProps = { date: string; time: string; hours: number; exceptId?: string }

/** Warns of what is planned at the same time; it is never refused. */
export function Overlaps({ date, time, hours, exceptId }: OverlapsProps) {
  const from = momentOf(date, time)
  const known = from !== undefined && hours > 0 && hours < 1_000
  const to = known ? new Date(Date.parse(from) + hours * 3_600_000).toISOString() : ''
  const { data } = useQuery({ ...overlapsQuery(from ?? '', to, exceptId), enabled: known })
  return (
    <div role="status" css={{ '&:empty': { position: 'absolute' } }}>
      {known && data && data.length > 0 && (
        <div css={warning}>
          <TriangleAlert size={16} aria-hidden />
          <div>
            <p css={{ fontWeight: 600 }}>You are already planned at this time</p>
            <ul>
              {data.map((it) => (
                <li key={it.id}>
                  {formatTime(it.scheduledDate)} to {formatTime(endOf(it).toISOString())}: {it.serviceType},{' '}
                  {customerName(it)}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}
