import { css } from '@emotion/react'
import { formatMoney } from '@plumbline/contract/money'
import { color, ErrorState, motion, phone, radius, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { countsQuery } from './queries.ts'
import { RemindOverdue } from './RemindOverdue.tsx'

const strip = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin: 0 0 ${space(4)};
  padding: 0;
  list-style: none;
  @media print { display: none; }
  button {
    display: inline-flex;
    align-items: center;
    gap: ${space(2)};
    flex: 1 0 auto;
    min-height: 40px;
    padding: ${space(1)} ${space(3)};
    border: 1px solid ${color.line};
    border-radius: ${radius.control};
    background: ${color.surface};
    color: ${color.muted};
    font-weight: 500;
    cursor: pointer;
    transition: border-color ${motion}, background ${motion};
  }
  button:hover { border-color: ${color.control}; }
  button[aria-pressed='true'] { position: relative; border-color: ${color.accent}; background: ${color.accentTint}; color: ${color.ink}; }
  b { color: ${color.ink}; font-weight: 650; font-variant-numeric: tabular-nums; }
  b[data-late] { color: ${color.red}; }
  > li { display: flex; }
  /* what is done with a figure is a part of it */
  button:not(:only-child) { border-radius: 0; }
  button:first-of-type { border-start-start-radius: ${radius.control}; border-end-start-radius: ${radius.control}; }
  button:last-of-type { border-start-end-radius: ${radius.control}; border-end-end-radius: ${radius.control}; }
  button + button { margin-left: -1px; color: ${color.accent}; }
  /* one row, which is moved sideways */
  ${phone} {
    flex-wrap: nowrap;
    margin: 0 -${space(4)} ${space(1)};
    padding: 0 ${space(4)};
    overflow-x: auto;
    scrollbar-width: none;
    > li { flex: none; }
    button { min-height: 44px; white-space: nowrap; }
  }
`

/** What needs attention now; each part is a filter of the page, and takes itself away when it is pressed again. */
export function CountsStrip() {
  const { data, isLoadingError, refetch } = useQuery(countsQuery())
  const [params, setParams] = useSearchParams()
  if (isLoadingError)
    return <ErrorState title="The counts could not be loaded" onRetry={() => void refetch()} />
  if (!data)
    return (
      <div css={{ marginBottom: space(4) }}>
        <Skeleton height={40} />
      </div>
    )
  const { outstanding, overdue, drafts, uninvoiced } = data
  const voidCount = data.void?.count ?? 0
  if (outstanding.count + drafts.count + uninvoiced.count + voidCount === 0) return null
  const part = (name: string, value: string, content: ReactNode, count: number, more?: ReactNode) => {
    const isPressed = params.get(name) === value
    return count === 0 && !isPressed ? null : (
      <li>
        <button
          type="button"
          aria-pressed={isPressed}
          onClick={() => setParams(isPressed ? {} : { [name]: value }, { preventScrollReset: true })}
        >
          {content}
        </button>
        {count > 0 && more}
      </li>
    )
  }
  return (
    <ul css={strip} aria-label="What needs attention">
      {part(
        'status',
        'overdue',
        <>
          Overdue <b data-late>{formatMoney(overdue.amount)}</b> ({overdue.count})
        </>,
        overdue.count,
        <RemindOverdue />,
      )}
      {part(
        'status',
        'outstanding',
        <>
          Outstanding <b>{formatMoney(outstanding.amount)}</b>
        </>,
        outstanding.count,
      )}
      {part(
        'status',
        'draft',
        <>
          Drafts <b>{drafts.count}</b>
        </>,
        drafts.count,
      )}
      {part(
        'view',
        'uninvoiced',
        <>
          To invoice <b>{uninvoiced.count}</b>
        </>,
        uninvoiced.count,
      )}
      {part(
        'status',
        'void',
        <>
          Void <b>{voidCount}</b>
        </>,
        voidCount,
      )}
    </ul>
  )
}
