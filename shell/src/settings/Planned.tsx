import type { Business } from '@plumbline/business/api'
import { formatLongDay } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { Button, Callout, space } from '@plumbline/ui'
import { CalendarClock } from 'lucide-react'
import { useSaved } from './businessCalls.ts'
import { type Describe, type PlannedChange, plannedChanges } from './planned.ts'

type PlannedProps = {
  business: Business
  describe: Describe
  /** Sets, from its day on, what was true before it. */
  withdraw: (change: PlannedChange) => Promise<{ value: Business; etag: string }>
}

/** What of a section is different from a later day on; each can be withdrawn. */
export function Planned({ business, describe, withdraw }: PlannedProps) {
  const changes = plannedChanges(business, describe)
  const withdrawing = useAction(withdraw, {
    ...useSaved(),
    success: 'The plan is withdrawn.',
  })
  return (
    <Callout icon={<CalendarClock size={16} aria-hidden />} title="Planned">
      {changes.length > 0 && (
        <ul css={{ display: 'grid', gap: space(2) }}>
          {changes.map((change) => {
            const day = formatLongDay(change.from)
            return (
              <li key={change.from} css={{ display: 'flex', flexWrap: 'wrap', gap: space(2) }}>
                <span css={{ flex: '1 1 200px' }}>
                  From {day}: {change.texts.join('; ')}
                </span>
                <Button
                  size="sm"
                  aria-label={`Withdraw what is planned from ${day}`}
                  busy={withdrawing.pending}
                  onClick={() => withdrawing.run(change)}
                >
                  Withdraw
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </Callout>
  )
}
