import { css } from '@emotion/react'
import { Button, color, Field, IconButton, Input, MoneyField, radius, space, text } from '@plumbline/ui'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { type BoundField, changedLine, type Line } from './line.ts'
import { TaxRateField } from './TaxRateField.tsx'

// by the width of the container, not of the screen: a drawer is narrow
const wide = '@container (min-width: 560px)'

const below = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  align-items: end;
  justify-content: space-between;
`

const list = css`
  container-type: inline-size;
  ol { display: grid; gap: ${space(3)}; margin: 0 0 ${space(3)}; padding: 0; list-style: none; }
  li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto; gap: ${space(2)}; align-items: start; padding: ${space(3)}; border: 1px solid ${color.line}; border-radius: ${radius.surface}; }
  li > :first-child { grid-column: 1 / -1; }
  li > :nth-child(3) { grid-column: 2 / -1; }
  li > :last-child > button { margin-top: 27px; }
  ${wide} {
    ol { gap: ${space(2)}; }
    li { grid-template-columns: minmax(0, 1fr) 76px 104px 112px 104px auto; padding: 0; border: 0; }
    li > :is(:first-child, :nth-child(3)) { grid-column: auto; }
    li:not(:first-of-type) > :last-child > button { margin-top: 2px; }
    li:not(:first-of-type) label { position: absolute; clip-path: inset(50%); }
  }
`

type LinesEditorProps = {
  lines: readonly Line[]
  /** Which line is which, while lines are added and removed. */
  ids: readonly string[]
  errorOf: (at: number, name: keyof Line) => { error?: string }
  onChange: (at: number, line: Line) => void
  taxRate: BoundField
  onAdd: () => void
  onRemove: (at: number) => void
}

/** The lines of a form. Enter goes to the next line, and adds one after the last. */
export function LinesEditor({ lines, ids, errorOf, onChange, taxRate, onAdd, onRemove }: LinesEditorProps) {
  const root = useRef<HTMLDivElement>(null)
  const count = useRef(lines.length)
  // the taxes that were there before a rate was typed
  const ownTaxes = useRef(new Map<string | undefined, string>())
  // the focus goes into an added line, and to the button after one was removed
  useEffect(() => {
    const added = lines.length > count.current
    if (added || lines.length < count.current) focusLine(root.current, added ? lines.length - 1 : undefined)
    count.current = lines.length
  }, [lines.length])
  const change = (at: number, line: Line, changes: Partial<Line>) =>
    onChange(at, changedLine(line, changes, taxRate.value))
  const changeRate = (rate: string) => {
    if (taxRate.value === '') ownTaxes.current = new Map(lines.map(({ tax }, at) => [ids[at], tax]))
    taxRate.onChange(rate)
    for (const [at, line] of lines.entries())
      onChange(at, changedLine(line, {}, rate, ownTaxes.current.get(ids[at]) ?? '0.00'))
  }
  const goToNextLine = (event: KeyboardEvent, at: number) => {
    // Enter also ends the composition of a letter
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (at === lines.length - 1) onAdd()
    else focusLine(root.current, at + 1)
  }
  return (
    <div ref={root} css={list}>
      {lines.length > 0 && (
        <ol aria-label="Items">
          {lines.map((line, at) => (
            <li key={ids[at]} onKeyDown={(event) => goToNextLine(event, at)}>
              <Field label="Item" {...errorOf(at, 'description')}>
                <Input
                  data-line={at}
                  aria-label={`Item ${at + 1}`}
                  value={line.description}
                  onChange={(event) => change(at, line, { description: event.target.value })}
                />
              </Field>
              <Field label="Quantity" {...errorOf(at, 'quantity')}>
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  aria-label={`Quantity of item ${at + 1}`}
                  value={line.quantity}
                  onChange={(event) => change(at, line, { quantity: event.target.value.trim() })}
                />
              </Field>
              <Field label="Unit price" {...errorOf(at, 'unitPrice')}>
                <MoneyField
                  aria-label={`Unit price of item ${at + 1}`}
                  value={line.unitPrice}
                  onChange={(unitPrice) => change(at, line, { unitPrice })}
                />
              </Field>
              <Field label="Amount" {...errorOf(at, 'amount')}>
                <MoneyField
                  aria-label={`Amount of item ${at + 1}`}
                  value={line.amount}
                  onChange={(amount) => change(at, line, { amount })}
                />
              </Field>
              <Field label="Tax" {...errorOf(at, 'tax')}>
                <MoneyField
                  aria-label={`Tax of item ${at + 1}`}
                  value={line.tax}
                  onChange={(tax) => {
                    change(at, line, { tax: tax || '0' })
                    taxRate.onChange('')
                  }}
                />
              </Field>
              <IconButton icon={X} label={`Remove item ${at + 1}`} onClick={() => onRemove(at)} />
            </li>
          ))}
        </ol>
      )}
      <div css={below}>
        <Button size="sm" data-add-line onClick={onAdd} css={{ fontSize: text.sm }}>
          <Plus size={15} aria-hidden />
          Add item
        </Button>
        {lines.length > 0 && (
          <div css={{ width: 112 }}>
            <TaxRateField {...taxRate} onChange={changeRate} />
          </div>
        )}
      </div>
    </div>
  )
}

function focusLine(root: HTMLElement | null, at?: number): void {
  const line = at === undefined ? '[data-add-line]' : `[data-line="${at}"]`
  root?.querySelector<HTMLElement>(line)?.focus()
}
