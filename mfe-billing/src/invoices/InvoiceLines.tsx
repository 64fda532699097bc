import { Field, MoneyField } from '@plumbline/ui'
import { useRef } from 'react'
import { LinesEditor } from '../lines/LinesEditor.tsx'
import { type BoundField, changedLine, type Line, lineOfItem } from '../lines/line.ts'
import { TaxRateField } from '../lines/TaxRateField.tsx'

const columns = 'minmax(0, 1fr) 76px 104px 112px 104px auto'

/** Below zero for a credit: the number keypad of an iPhone has no minus. */
const signed = { inputMode: 'text' } as const

type InvoiceLinesProps = {
  lines: readonly Line[]
  ids: readonly string[]
  errorOf: (at: number, name: keyof Line) => { error?: string }
  onChange: (at: number, line: Line) => void
  taxRate: BoundField
  onAdd: () => void
  onRemove: (at: number) => void
}

/** The lines of an invoice: an amount that is a product or typed itself, and a tax that follows a rate or is typed itself. */
export function InvoiceLines({ lines, ids, errorOf, onChange, taxRate, onAdd, onRemove }: InvoiceLinesProps) {
  // the taxes that were there before a rate was typed
  const ownTaxes = useRef(new Map<string | undefined, string>())
  const change = (at: number, line: Line, changes: Partial<Line>) =>
    onChange(at, changedLine(line, changes, taxRate.value))
  const changeRate = (rate: string) => {
    if (taxRate.value === '') ownTaxes.current = new Map(lines.map(({ tax }, at) => [ids[at], tax]))
    taxRate.onChange(rate)
    for (const [at, line] of lines.entries())
      onChange(at, changedLine(line, {}, rate, ownTaxes.current.get(ids[at]) ?? '0.00'))
  }
  return (
    <LinesEditor
      lines={lines}
      ids={ids}
      errorOf={errorOf}
      onChange={(at, changes) => change(at, lines[at] as Line, changes)}
      onPick={(at, item) => onChange(at, lineOfItem(lines[at] as Line, item, taxRate.value))}
      onAdd={onAdd}
      onRemove={onRemove}
      columns={columns}
      cells={(line, at) => (
        <>
          <Field label="Amount" {...errorOf(at, 'amount')}>
            <MoneyField
              {...signed}
              aria-label={`Amount of item ${at + 1}`}
              value={line.amount}
              onChange={(amount) => change(at, line, { amount })}
            />
          </Field>
          <Field label="Tax" {...errorOf(at, 'tax')}>
            <MoneyField
              {...signed}
              aria-label={`Tax of item ${at + 1}`}
              value={line.tax}
              onChange={(tax) => {
                change(at, line, { tax: tax || '0' })
                taxRate.onChange('')
              }}
            />
          </Field>
        </>
      )}
    >
      {lines.length > 0 && (
        <div css={{ width: 112 }}>
          <TaxRateField {...taxRate} onChange={changeRate} />
        </div>
      )}
    </LinesEditor>
  )
}
