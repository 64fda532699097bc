import { css } from '@emotion/react'
import { dayAt, formatDay, readTime } from '@plumbline/contract'
import { EmptyState, phone, Select, space } from '@plumbline/ui'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DayField } from '../invoices/DayField.tsx'
import { type Preset, presetsOn } from './period.ts'

type Period = { from: string; to: string }

/** The period in the URL, which holds only what is not as in the preset of this name, and what the server is asked for it. */
export function usePeriod(preset: string, today = dayAt(new Date())) {
  const [params, setParams] = useSearchParams()
  const presets = presetsOn(today)
  const first = presets.find(({ value }) => value === preset) as Preset
  const dayOf = (name: string) => {
    const day = params.get(name)
    return day !== null && readTime(day) !== null ? day : undefined
  }
  const asked = { from: dayOf('from'), to: dayOf('to') }
  const period: Period = { from: asked.from ?? first.from, to: asked.to ?? first.to }
  const change = (next: Period) =>
    setParams(
      (old) => {
        for (const name of ['from', 'to'] as const)
          if (next[name] === first[name]) old.delete(name)
          else old.set(name, next[name])
        return old
      },
      { replace: true, preventScrollReset: true },
    )
  const query = {
    ...(asked.from !== undefined && { from: asked.from }),
    ...(asked.to !== undefined && { to: asked.to }),
  }
  return { period, query, presets, first, today, change, isReversed: period.from > period.to }
}

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  gap: ${space(3)} ${space(5)};
  margin-bottom: ${space(5)};
  select { min-width: 176px; }
  > p { display: none; }
  ${phone} { flex-direction: column; align-items: stretch; gap: ${space(2)}; }
  @media print { && > * { display: none; } && > p { display: block; } }
`

/** Chooses a period by its name or by its days. */
export function PeriodFields({
  period,
  presets,
  first,
  today,
  change,
  children,
}: ReturnType<typeof usePeriod> & { children?: ReactNode }) {
  const { from, to } = period
  const chosen = presets.find((it) => it.from === from && it.to === to)
  return (
    <div css={bar}>
      <Select
        aria-label="Period"
        value={chosen?.value ?? ''}
        options={[...(chosen ? [] : [{ value: '', label: 'Other days' }]), ...presets]}
        onChange={({ target }) => {
          const preset = presets.find(({ value }) => value === target.value)
          if (preset) change(preset)
        }}
      />
      <DayField
        label="From"
        day={from}
        today={today}
        onChange={(day) => change({ from: day ?? first.from, to })}
      />
      <DayField label="To" day={to} today={today} onChange={(day) => change({ from, to: day ?? first.to })} />
      {children}
      <p>
        {formatDay(from)} to {formatDay(to)}
      </p>
    </div>
  )
}

/** In place of what is shown of a period. */
export const NoSuchPeriod = () => (
  <EmptyState title="No such period">
    The first day comes after the last. Choose an earlier day in From.
  </EmptyState>
)
