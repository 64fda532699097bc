import { css } from '@emotion/react'
import { dayAt, formatLongDay } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { Button, Card, color, DateField, Field, IconButton, space } from '@plumbline/ui'
import { X } from 'lucide-react'
import { useState } from 'react'
import { changeHours, useSaved } from './businessCalls.ts'
import type { SectionProps } from './SectionForm.tsx'

const list = css`
  margin: 0 0 ${space(4)};
  padding: 0;
  list-style: none;
  li { display: flex; align-items: center; justify-content: space-between; min-height: 44px; }
  li + li { border-top: 1px solid ${color.line}; }
`

const adding = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  align-items: flex-start;
  > div { flex: 1 1 180px; }
  > button { margin-top: 27px; min-height: 40px; }
`

type Change = { days: string[]; before: string[]; added?: string }

/** Single days off, added and removed at once. */
export function ClosedDays({ business: { hours }, record }: SectionProps) {
  const today = dayAt(new Date())
  const [day, setDay] = useState('')
  const [error, setError] = useState<string>()
  const { closedDays } = hours
  const saved = useSaved()
  const changing = useAction(({ days }: Change) => changeHours({ closedDays: days }, record.etag), {
    undo: async ({ etag }, { before }) => saved.onDone(await changeHours({ closedDays: before }, etag)),
    ...saved,
    success: 'The closed days are set.',
    onDone: (answer, { added }) => {
      saved.onDone(answer)
      setDay((typed) => (typed === added ? '' : typed))
    },
  })
  const change = (days: string[], added?: string) =>
    !changing.pending && changing.run({ days, before: closedDays, added })
  const add = () => {
    if (!day) return setError('Please enter a date')
    if (day < today) return setError('This day is over')
    if (closedDays.includes(day)) return setError('This day is closed already')
    change([...closedDays, day], day)
  }
  const upcoming = closedDays.filter((it) => it >= today)
  return (
    <Card title="Closed days">
      {upcoming.length === 0 ? (
        <p css={{ marginBottom: space(4), color: color.muted }}>
          Holidays and other days off. Jobs that are on one stay there.
        </p>
      ) : (
        <ul css={list} aria-label="Closed days">
          {upcoming.map((it) => (
            <li key={it}>
              {formatLongDay(it)}
              <IconButton
                label={`Remove ${formatLongDay(it)}`}
                icon={X}
                aria-disabled={changing.pending || undefined}
                onClick={() => change(closedDays.filter((other) => other !== it))}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        css={adding}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <Field label="Day off" error={error}>
          <DateField
            min={today}
            value={day}
            onChange={(next) => {
              setDay(next)
              setError(undefined)
            }}
          />
        </Field>
        <Button type="submit" busy={changing.pending}>
          Add day
        </Button>
      </form>
    </Card>
  )
}
