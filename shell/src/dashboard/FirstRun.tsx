import { css } from '@emotion/react'
import { changeSetup, getSetup, type SetupChange, type SetupStep } from '@plumbline/business/api'
import { call } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { listCustomers } from '@plumbline/crm/api'
import { Button, Card, color, phone, space, text, VisuallyHidden } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { startWithEmptyBook, useDemonstration } from '../demonstration/demonstration.ts'
import { readDemonstration } from '../demonstration/readDemonstration.ts'
import { forgetSetup } from '../site.ts'
import { FirstRunPlace, firstRunPlace, oneBelowTheOther } from './FirstRunPlace.tsx'

type Step = { title: string; links: readonly { label: string; to: string }[] }

const steps: Record<SetupStep, Step> = {
  business: { title: 'Your business', links: [{ label: 'Name and contact', to: '/settings/business' }] },
  hours: { title: 'When you work', links: [{ label: 'Time zone and hours', to: '/settings/hours' }] },
  services: {
    title: 'What you offer',
    links: [
      { label: 'Services', to: '/settings/services' },
      { label: 'Rates', to: '/settings/rates' },
    ],
  },
  payment: {
    title: 'How you are paid',
    links: [
      { label: 'Tax', to: '/settings/tax' },
      { label: 'Payment', to: '/settings/payment' },
    ],
  },
  customers: {
    title: 'Your first customers',
    links: [
      { label: 'By hand', to: '/customers/new' },
      { label: 'Import a file', to: '/customers?panel=import' },
    ],
  },
}

/** Whether there is a customer who is no part of the demonstration; undefined while that is not known. */
function useHasOwnCustomers(isDemonstration: boolean): boolean | undefined {
  const { data, isLoadingError } = useQuery({
    queryKey: ['setup', 'customers', isDemonstration],
    queryFn: async ({ signal }) =>
      isDemonstration
        ? (await readDemonstration(signal)).own.some(({ kind }) => kind === 'customer')
        : (await call(listCustomers, { query: { limit: '1' }, signal })).length > 0,
    meta: { changedBy: ['customer'] },
  })
  // then the step is offered
  return isLoadingError ? false : data
}

const list = css`
  display: grid;
  grid-template-columns: repeat(5, minmax(0, 1fr));
  gap: ${space(4)};
  margin: 0;
  padding: 0;
  list-style: none;
  > li { display: flex; flex-direction: column; align-items: flex-start; gap: ${space(1)}; }
  ${oneBelowTheOther} {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    > li { flex-flow: row wrap; align-items: center; column-gap: ${space(3)}; min-height: 44px; }
  }
`

const name = css`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  font-weight: 600;
  ${oneBelowTheOther} { flex: 1 0 auto; }
  ${phone} { flex: 1 0 100%; }
`

const mark = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 20px;
  height: 20px;
  border: 1px solid ${color.control};
  border-radius: 50%;
  color: ${color.muted};
  font-size: ${text.xs};
  font-weight: 600;
  &[data-done] { border-color: ${color.green}; background: ${color.green}; color: ${color.surface}; }
`

const actions = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  column-gap: ${space(3)};
  font-size: ${text.sm};
  > * { display: inline-flex; align-items: center; min-height: 24px; }
  a { font-weight: 600; }
  ${phone} {
    padding-left: ${space(7)};
    > * { min-height: 44px; }
  }
`

const press = css`
  padding: 0;
  border: 0;
  background: none;
  color: ${color.muted};
  font: inherit;
  cursor: pointer;
  &:hover { color: ${color.ink}; text-decoration: underline; }
`

/** The card 'Make it yours': what a business sets first. No member sees it once all is done or it is dismissed. */
export function FirstRun() {
  const { data: setup, isLoadingError } = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => call(getSetup, { signal }),
    meta: { changedBy: ['setup', 'business'] },
  })
  const { isPresent, isRemovable } = useDemonstration()
  const hasOwnCustomers = useHasOwnCustomers(isPresent)
  const changing = useAction((body: SetupChange) => call(changeSetup, { body }), { refetch: [['setup']] })
  const states = setup?.steps.map((step) =>
    step.name === 'customers' && hasOwnCustomers ? { ...step, state: 'done' as const } : step,
  )
  const isDone = states?.every(({ state }) => state !== 'open') ?? false
  const isEnded = setup?.ended ?? false
  const { run } = changing
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it becomes true
  useEffect(() => {
    if (isDone && !isEnded) run({ end: 'done' })
    if (isEnded) forgetSetup()
  }, [isDone, isEnded])
  if (isLoadingError || isEnded || isDone) return null
  if (!states || hasOwnCustomers === undefined) return <FirstRunPlace />
  return (
    <div css={firstRunPlace} data-demonstration={isPresent || undefined}>
      <Card
        title="Make it yours"
        action={
          <Button tone="quiet" size="sm" onClick={() => run({ end: 'dismissed' })}>
            Dismiss
          </Button>
        }
      >
        <ol css={list}>
          {states.map(({ name: step, state }, i) => (
            <li key={step}>
              <span css={name}>
                <span css={mark} data-done={state === 'done' || undefined} aria-hidden>
                  {state === 'done' ? <Check size={14} /> : i + 1}
                </span>
                {steps[step].title}
                {state !== 'open' && <VisuallyHidden>, {state}</VisuallyHidden>}
              </span>
              <span css={actions}>
                {steps[step].links.map(({ label, to }) => (
                  <Link key={to} to={to}>
                    {label}
                  </Link>
                ))}
                {state === 'open' && (
                  <button
                    type="button"
                    css={press}
                    aria-label={`Skip: ${steps[step].title}`}
                    onClick={() => run({ skip: step })}
                  >
                    Skip
                  </button>
                )}
                {step === 'customers' && isRemovable && (
                  <button type="button" css={press} onClick={startWithEmptyBook}>
                    Start with an empty book
                  </button>
                )}
                {state === 'skipped' && <span css={{ color: color.muted }}>Skipped</span>}
              </span>
            </li>
          ))}
        </ol>
      </Card>
    </div>
  )
}
