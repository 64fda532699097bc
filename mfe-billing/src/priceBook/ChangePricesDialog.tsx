import { css } from '@emotion/react'
import { useAction } from '@plumbline/contract/action'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { formatMoney } from '@plumbline/contract/money'
import { Checkbox, color, ErrorState, Field, Input, SegmentedControl, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { quotesKey } from '../quotes/queries.ts'
import { changedPrice, directions, newPricesOf, PriceChange, reversed } from './priceChange.ts'
import type { PriceItem } from './priceItem.ts'
import { changePrices, draftsWithItemsQuery, priceItemsKey } from './queries.ts'

const by = css`
  display: grid;
  grid-template-columns: 160px minmax(0, 120px) auto;
  gap: ${space(2)};
  align-items: center;
`

const group = css`
  margin: 0;
  padding: 0;
  border: 0;
  legend { padding: 0; font-weight: 600; }
  p { color: ${color.muted}; font-size: ${text.sm}; }
  ul { margin: 0; padding: 0; list-style: none; font-variant-numeric: tabular-nums; }
  li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 ${space(4)}; }
  li + li { border-top: 1px solid ${color.line}; }
  li > span { margin-left: auto; padding: ${space(1)} 0; white-space: nowrap; }
  [role='alert'] { color: ${color.red}; }
`

type ChangePricesDialogProps = {
  /** Those that are listed. */
  items: readonly PriceItem[]
  onClose: () => void
}

/** Raises or lowers many prices by a percentage: each is shown before, and drafts follow where they are ticked. */
export function ChangePricesDialog({ items, onClose }: ChangePricesDialogProps) {
  const undoing = useAction(changePrices, {
    refetch: [priceItemsKey, quotesKey],
    success: () => ({ title: 'Undone', description: 'The prices are what they were.' }),
    failure: 'Failed to undo. Please change the prices back.',
  })
  const form = useForm(PriceChange, {
    defaults: { direction: 'raise', percent: '', itemIds: items.map(({ id }) => id), quoteIds: [] },
    send: async (change, { key }) => {
      const prices = newPricesOf(items, change)
      return { prices, changed: await changePrices(prices, key) }
    },
    refetch: [priceItemsKey, quotesKey],
    success: ({ prices, changed }) => ({
      description: `${countText(prices.items.length)} changed.`,
      action: { label: 'Undo', onSelect: () => undoing.run(reversed(prices, changed)) },
    }),
    failure: 'Failed to change prices. Please try again.',
    onDone: onClose,
  })
  const [direction, percent, itemIds, quoteIds] = form.watch(['direction', 'percent', 'itemIds', 'quoteIds'])
  const { data: drafts = [], isLoadingError, refetch } = useQuery(draftsWithItemsQuery())
  const errorId = useId()
  const { error: itemsError } = form.error('itemIds')
  const affected = drafts.filter((draft) => draft.itemIds.some((id) => itemIds.includes(id)))
  const toggle = (name: 'itemIds' | 'quoteIds', id: number) => {
    const old = form.getValues(name)
    form.set(name, old.includes(id) ? old.filter((it) => it !== id) : [...old, id])
  }
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Change Prices"
      description="Quotes and invoices that are written stay as they are, but for the drafts that you tick."
      submitLabel={`Change ${countText(itemIds.length)}`}
    >
      <Field label="By how much" required {...form.error('percent')}>
        <div css={by}>
          <SegmentedControl
            label="Direction"
            segments={directions}
            value={direction}
            onChange={(chosen) => form.set('direction', chosen)}
          />
          <Input
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            aria-label="Percentage"
            placeholder="4"
            {...form.register('percent', { setValueAs: (typed: string) => typed.trim() })}
          />
          %
        </div>
      </Field>
      <fieldset css={group}>
        <legend>Items</legend>
        {itemsError && (
          <p role="alert" id={errorId}>
            {itemsError}
          </p>
        )}
        <ul>
          {items.map(({ id, name, unitPrice }) => {
            const changed = changedPrice(unitPrice, { direction, percent })
            return (
              <li key={id}>
                <Checkbox
                  label={name}
                  checked={itemIds.includes(id)}
                  {...(itemsError && { 'aria-invalid': true, 'aria-describedby': errorId })}
                  onChange={() => toggle('itemIds', id)}
                />
                <span>
                  {formatMoney(unitPrice)}
                  {changed !== null && itemIds.includes(id) && <b> → {formatMoney(changed)}</b>}
                </span>
              </li>
            )
          })}
        </ul>
      </fieldset>
      {isLoadingError && (
        <ErrorState title="The drafts with these items could not be loaded" onRetry={() => void refetch()} />
      )}
      {affected.length > 0 && (
        <fieldset css={group}>
          <legend>Drafts with these items</legend>
          <p>Ticked ones get the new prices, where nobody gave an item another price.</p>
          <ul>
            {affected.map(({ id, quoteNumber, customerName, title }) => (
              <li key={id}>
                <Checkbox
                  label={`${quoteNumber}, ${customerName ?? 'Unknown customer'}`}
                  hint={title}
                  checked={quoteIds.includes(id)}
                  onChange={() => toggle('quoteIds', id)}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </FormDialog>
  )
}

const countText = (count: number) => `${count} ${count === 1 ? 'price' : 'prices'}`
