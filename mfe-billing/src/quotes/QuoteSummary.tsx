import { css } from '@emotion/react'
import type { Price } from '@plumbline/billing/api'
import { formatMoney, moneyText } from '@plumbline/contract/money'
import { color, phone, space, text } from '@plumbline/ui'
import { totalText } from './quotePrice.ts'

const sums = css`
  display: grid;
  gap: ${space(1)};
  font-variant-numeric: tabular-nums;
  p { display: flex; justify-content: space-between; align-items: baseline; gap: ${space(4)}; color: ${color.muted}; }
  [data-total] { color: ${color.ink}; font-weight: 600; }
  output { font-size: ${text.xxl}; font-weight: 650; white-space: nowrap; }
  ${phone} {
    output { font-size: ${text.xl}; }
    /* the total alone stays in view */
    p:not([data-total]) { display: none; }
  }
`

const money = (cents: number) => formatMoney(moneyText(cents))

/** What a quote comes to while it is typed: of several options the lowest and the highest. */
export function QuoteSummary({ prices }: { prices: readonly Price[] | null }) {
  const [only, ...others] = prices ?? []
  const isOne = only !== undefined && others.length === 0
  return (
    <div css={sums}>
      {isOne && (only.discount > 0 || only.tax !== 0) && (
        <>
          <Sum name="Subtotal" value={money(only.subtotal)} />
          {only.discount > 0 && <Sum name="Discount" value={`−${money(only.discount)}`} />}
          {only.tax !== 0 && <Sum name="Tax" value={money(only.tax)} />}
        </>
      )}
      <p data-total>
        Total <output>{prices ? totalText(prices.map(({ total }) => total)) : '—'}</output>
      </p>
      {isOne && only.deposit > 0 && <Sum name="Deposit" value={money(only.deposit)} />}
    </div>
  )
}

const Sum = ({ name, value }: { name: string; value: string }) => (
  <p>
    {name} <span>{value}</span>
  </p>
)
