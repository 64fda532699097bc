import { css } from '@emotion/react'
import { maxQuoteOptions, type Price } from '@plumbline/billing/api'
import type { useForm } from '@plumbline/contract/form'
import { formatMoney, moneyText } from '@plumbline/contract/money'
import { Button, color, Field, IconButton, Input, space, text } from '@plumbline/ui'
import { Copy, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { focusable } from '../lines/focusable.ts'
import { QuoteLines } from './QuoteLines.tsx'
import {
  type AddOnValues,
  emptyLine,
  type OptionValues,
  type QuoteFields,
  type QuoteLine,
  withAddOn,
  withOption,
} from './quoteForm.ts'
import { marginOfLines, marginText } from './quotePrice.ts'

const section = css`
  display: grid;
  gap: ${space(3)};
  padding-top: ${space(4)};
  border-top: 1px solid ${color.line};
  header { display: flex; align-items: end; justify-content: space-between; gap: ${space(3)}; }
  header > :first-child { flex: 1 1 0; min-width: 0; max-width: 320px; }
  header > b { flex: none; margin-left: auto; white-space: nowrap; padding-bottom: ${space(2)}; font-variant-numeric: tabular-nums; }
  h2 { font-size: ${text.lg}; }
  > p { color: ${color.muted}; }
  > [role='alert'] { color: ${color.red}; font-size: ${text.sm}; }
`

export type QuoteFormHandle = ReturnType<typeof useForm<typeof QuoteFields, unknown>>

type PartProps = { form: QuoteFormHandle; isChangeOrder: boolean }
type QuoteOptionsProps = PartProps & { prices: readonly Price[] | null }

const LinesError = ({ error }: { error?: string }) => error && <p role="alert">{error}</p>

/** What is offered: the items, of several options where there is a choice. */
export function QuoteOptions({ form, prices, isChangeOrder }: QuoteOptionsProps) {
  const options = form.watch('options')
  const hasChoice = options.length > 1
  const addButton = useRef<HTMLButtonElement>(null)
  const count = useRef(options.length)
  // the button that removed an option had the focus, and went with it
  useEffect(() => {
    const isRemoved = options.length < count.current
    count.current = options.length
    if (isRemoved && document.activeElement === document.body) addButton.current?.focus()
  }, [options.length])
  const set = (next: OptionValues[]) => form.set('options', next)
  const change = (id: number, changesOf: (option: OptionValues) => Partial<OptionValues>) =>
    set(form.getValues('options').map((it) => (it.id === id ? { ...it, ...changesOf(it) } : it)))
  return (
    <>
      {options.map((option, at) => (
        <section
          key={option.id}
          css={section}
          aria-label={hasChoice ? `Option ${at + 1}` : 'Items'}
          {...focusable(form.error(`options.${at}.lines`))}
        >
          {hasChoice && (
            <header>
              <Field label={`Name of option ${at + 1}`} required {...form.error(`options.${at}.name`)}>
                <Input
                  value={option.name}
                  onChange={({ target }) => change(option.id, () => ({ name: target.value }))}
                />
              </Field>
              {prices?.[at] && <b>{formatMoney(moneyText(prices[at].total))}</b>}
              <IconButton
                icon={Trash2}
                label={`Remove option ${at + 1}`}
                onClick={() => set(options.toSpliced(at, 1))}
              />
            </header>
          )}
          <QuoteLines
            lines={option.lines}
            hasCredits={isChangeOrder}
            errorOf={(line, name) => form.error(`options.${at}.lines.${line}.${name}`)}
            onChange={(changed) => change(option.id, ({ lines }) => ({ lines: changed(lines) }))}
            added={() => emptyLine}
          >
            <OptionMargin lines={option.lines} price={prices?.[at]} />
          </QuoteLines>
          <LinesError {...form.error(`options.${at}.lines`)} />
        </section>
      ))}
      {options.length < maxQuoteOptions && (
        <div>
          <Button ref={addButton} size="sm" onClick={() => set(withOption(options))}>
            <Copy size={15} aria-hidden />
            {hasChoice ? 'Add option' : 'Offer options'}
          </Button>
        </div>
      )}
    </>
  )
}

/** What an option leaves the business, where a cost of it is known. */
function OptionMargin({ lines, price }: { lines: readonly QuoteLine[]; price: Price | undefined }) {
  const margin = price && marginOfLines(lines, price)
  if (!margin) return null
  return (
    <span css={{ color: color.muted, fontVariantNumeric: 'tabular-nums' }}>Margin {marginText(margin)}</span>
  )
}

/** What a customer may add to any option. */
export function QuoteAddOns({ form, isChangeOrder }: PartProps) {
  const addOns = form.watch('addOns')
  return (
    <section css={section} aria-label="Add-ons" {...focusable(form.error('addOns'))}>
      <h2>Add-ons</h2>
      <p>What the customer may add to the quote. It is in no total until it is chosen.</p>
      <QuoteLines
        noun="Add-on"
        lines={addOns}
        hasCredits={isChangeOrder}
        errorOf={(line, name) => form.error(`addOns.${line}.${name}`)}
        onChange={(changed) => form.set('addOns', changed(form.getValues('addOns')))}
        added={() => withAddOn(addOns).at(-1) as AddOnValues}
      />
      <LinesError {...form.error('addOns')} />
    </section>
  )
}
