import { css } from '@emotion/react'
import { formatMoney, formatTyped } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import {
  Checkbox,
  color,
  Field,
  IconButton,
  MoneyField,
  motion,
  radius,
  space,
  Textarea,
  text,
} from '@plumbline/ui'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { LinesEditor } from '../lines/LinesEditor.tsx'
import { copyItem, isCredit, type QuoteLine } from './quoteForm.ts'
import { lineAmount } from './quotePrice.ts'
import { SaveToPriceBook } from './SaveToPriceBook.tsx'

const columns = 'minmax(0, 1fr) 76px 116px 100px auto'

const amount = css`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  grid-column: 1 / 3;
  min-height: 44px;
  font-variant-numeric: tabular-nums;
  > [data-label] { font-weight: 600; font-size: ${text.sm}; }
  > output { font-weight: 600; }
  @container (min-width: 560px) {
    display: grid;
    gap: ${space(1.5)};
    grid-column: auto;
    text-align: right;
    > output { display: flex; align-items: center; justify-content: flex-end; min-height: 40px; }
  }
`

const toggle = css`
  svg { transition: transform ${motion}; }
  &[aria-expanded='true'] svg { transform: rotate(180deg); }
`

const more = css`
  display: grid;
  gap: ${space(3)};
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  footer { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 ${space(4)}; }
`

const folded = css`
  color: ${color.muted};
  font-size: ${text.sm};
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`

type QuoteLinesProps<Line extends QuoteLine> = {
  noun?: string
  lines: readonly Line[]
  /** Prices below zero are meant. */
  hasCredits: boolean
  errorOf: (at: number, name: keyof QuoteLine) => { error?: string }
  /** Changes the lines as they are then: the answer that saves one to the price book comes late. */
  onChange: (change: (lines: readonly Line[]) => Line[]) => void
  /** What is added after the last. */
  added: () => Line
  /** Below the lines. */
  children?: ReactNode
}

/** The lines of a quote: a quantity times a unit price; what few lines need is folded away. */
export function QuoteLines<Line extends QuoteLine>({
  noun = 'Item',
  lines,
  hasCredits,
  errorOf,
  onChange,
  added,
  children,
}: QuoteLinesProps<Line>) {
  const { may } = useRights()
  const { ids, forget } = useIds(lines.length)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isOpen = (at: number) => opened.has(ids[at] as string)
  // for good: the error goes with the first key that corrects it
  const wrong = ids.filter(
    (_, at) => !isOpen(at) && (['details', 'unitCost'] as const).some((it) => errorOf(at, it).error),
  )
  if (wrong.length > 0) setOpened(new Set([...opened, ...wrong]))
  const changeOf = (id: string | undefined) => (changes: Partial<QuoteLine>) =>
    onChange((now) => now.map((line, at) => (ids[at] === id ? { ...line, ...changes } : line)))
  const change = (at: number, changes: Partial<QuoteLine>) => changeOf(ids[at])(changes)
  const fold = (at: number) =>
    setOpened((old) => {
      const id = ids[at] as string
      return new Set(isOpen(at) ? [...old].filter((it) => it !== id) : [...old, id])
    })
  const name = noun.toLowerCase()
  return (
    <LinesEditor
      noun={noun}
      lines={lines}
      ids={ids}
      errorOf={errorOf}
      priceHintOf={hasCredits ? priceHintOf : undefined}
      onChange={change}
      onPick={(at, item) => change(at, copyItem(lines[at] as Line, item))}
      onAdd={() => onChange((now) => [...now, added()])}
      onRemove={(at) => {
        forget(at)
        onChange((now) => now.toSpliced(at, 1))
      }}
      columns={columns}
      cells={(line, at) => <Amount line={line} name={`${name} ${at + 1}`} />}
      buttons={(_, at) => (
        <IconButton
          css={toggle}
          icon={ChevronDown}
          label={`Details of ${name} ${at + 1}`}
          aria-expanded={isOpen(at)}
          onClick={() => fold(at)}
        />
      )}
      more={(line, at) =>
        isOpen(at) ? (
          <div css={more} data-more>
            <Field label="Details" hint="The customer reads this below the item." {...errorOf(at, 'details')}>
              <Textarea
                aria-label={`Details of ${name} ${at + 1}`}
                rows={2}
                limit={2_000}
                value={line.details}
                onChange={(event) => change(at, { details: event.target.value })}
              />
            </Field>
            {may('costs.view') && (
              <Field label="Unit cost" hint="Customers never see it." {...errorOf(at, 'unitCost')}>
                <MoneyField
                  aria-label={`Unit cost of ${name} ${at + 1}`}
                  value={line.unitCost ?? ''}
                  onChange={(unitCost) => change(at, { unitCost })}
                />
              </Field>
            )}
            <footer>
              <Checkbox
                label="Taxable"
                checked={line.taxable}
                onChange={(event) => change(at, { taxable: event.target.checked })}
              />
              {hasCredits && (
                <Checkbox
                  label="Credit"
                  checked={isCredit(line)}
                  onChange={() => change(at, { unitPrice: otherSign(line.unitPrice) })}
                />
              )}
              <SaveToPriceBook line={line} name={`${name} ${at + 1}`} onChange={changeOf(ids[at])} />
            </footer>
          </div>
        ) : (
          foldedText(line) !== '' && (
            <p css={folded} data-more>
              {foldedText(line)}
            </p>
          )
        )
      }
    >
      {children}
    </LinesEditor>
  )
}

/** Said once, and at each credit. */
const priceHintOf = (line: QuoteLine, at: number) =>
  isCredit(line) ? 'A credit' : at === 0 && 'Below zero for a credit'

// the keys for amounts of some telephones have no minus
const otherSign = (price: string) => (isCredit({ unitPrice: price }) ? price.slice(1) : `-${price}`)

const foldedText = ({ taxable, unitCost, details }: QuoteLine) =>
  [!taxable && 'Not taxed', unitCost && `Cost ${formatTyped(unitCost)}`, details].filter(Boolean).join(' · ')

function Amount({ line, name }: { line: QuoteLine; name: string }) {
  const total = lineAmount(line)
  return (
    <div css={amount} data-amount>
      <span data-label>Amount</span>
      <output aria-label={`Amount of ${name}`}>{total === null ? '—' : formatMoney(total)}</output>
    </div>
  )
}

/** Names for lines that stay while others are added and removed. */
function useIds(count: number) {
  const ids = useRef<string[]>([])
  const next = useRef(0)
  while (ids.current.length < count) ids.current.push(`line-${next.current++}`)
  ids.current.length = count
  return { ids: ids.current, forget: (at: number) => void ids.current.splice(at, 1) }
}
