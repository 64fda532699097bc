import { css } from '@emotion/react'
import type { Price } from '@plumbline/billing/api'
import { CustomerField } from '@plumbline/contract/form'
import { Checkbox, DateField, Disclosure, Field, FieldRow, space, Textarea } from '@plumbline/ui'
import { useState } from 'react'
import { TaxRateField } from '../lines/TaxRateField.tsx'
import { QuoteAddOns, type QuoteFormHandle, QuoteOptions } from './QuoteOptions.tsx'
import { ShareFieldInput } from './ShareFieldInput.tsx'

const words = css`
  display: grid;
  gap: ${space(4)};
`

const checks = css`
  display: grid;
  margin: 0;
  padding: 0;
  border: 0;
  legend { padding: 0; margin-bottom: ${space(1)}; }
`

type QuoteFormFieldsProps = {
  form: QuoteFormHandle
  prices: readonly Price[] | null
  isChangeOrder: boolean
  /** Where the customer cannot be changed. */
  customerName?: string
}

/** The fields of a quote, of a new one and of one that is revised. */
export function QuoteFormFields({ form, prices, isChangeOrder, customerName }: QuoteFormFieldsProps) {
  // as the form opens: another element around a field would take the focus from who types
  const [hasTexts] = useState(() => form.getValues(['message', 'terms']).some(Boolean))
  const [hidesSome] = useState(() => Object.values(form.getValues('show')).includes(false))
  const isWrong = Boolean(form.error('message').error ?? form.error('terms').error)
  const texts = (
    <div css={words}>
      <Field label="Message" hint="The customer reads this first." {...form.error('message')}>
        <Textarea limit={2_000} {...form.register('message')} />
      </Field>
      <Field label="Terms" hint="What the customer agrees to with the quote." {...form.error('terms')}>
        <Textarea limit={5_000} {...form.register('terms')} />
      </Field>
    </div>
  )
  const shown = (
    <fieldset css={checks}>
      <legend>The customer sees, beside what is offered and its totals:</legend>
      <Checkbox label="Quantities" {...form.register('show.quantities')} />
      <Checkbox label="Unit prices" {...form.register('show.unitPrices')} />
      <Checkbox label="Amounts of items" {...form.register('show.lineTotals')} />
    </fieldset>
  )
  return (
    <>
      <FieldRow>
        {customerName !== undefined ? (
          <Field label="Customer" value={customerName} readOnly />
        ) : (
          <CustomerField
            value={form.watch('customerId')}
            {...form.error('customerId')}
            onChange={(id) => form.set('customerId', id)}
          />
        )}
        <Field label="Work" required placeholder="Replace the water heater" {...form.field('title')} />
      </FieldRow>
      <QuoteOptions form={form} prices={prices} isChangeOrder={isChangeOrder} />
      <QuoteAddOns form={form} isChangeOrder={isChangeOrder} />
      <FieldRow>
        <ShareFieldInput
          label="Discount"
          {...form.bind('discount')}
          error={form.error('discount.value').error}
        />
        <TaxRateField {...form.bind('taxRate')} {...form.error('taxRate')} />
      </FieldRow>
      <FieldRow>
        <ShareFieldInput
          label="Deposit"
          hint="Asked for once the customer has approved."
          {...form.bind('deposit')}
          // the server knows how much the business asks for at most
          error={form.error('deposit.value').error ?? form.error('deposit').error}
        />
        <Field label="Valid until" hint="The last day to approve it." {...form.error('validUntil')}>
          <DateField {...form.bind('validUntil')} />
        </Field>
      </FieldRow>
      {hasTexts ? (
        texts
      ) : (
        <Disclosure label="Message and terms" open={isWrong}>
          {texts}
        </Disclosure>
      )}
      {hidesSome ? shown : <Disclosure label="What the customer sees">{shown}</Disclosure>}
    </>
  )
}
