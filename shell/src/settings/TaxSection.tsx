import { type Settings, type TaxRate, taxRateForm, taxRateLabels } from '@plumbline/business/api'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { Checkbox, confirm, Field, FieldRow, space } from '@plumbline/ui'
import { useState } from 'react'
import { changeTax, useSaved } from './businessCalls.ts'
import { EditableList } from './EditableList.tsx'
import { FirstDayField } from './FirstDayField.tsx'
import { Planned } from './Planned.tsx'
import { describeTax, settingsFrom, withTaxRate } from './planned.ts'
import type { SectionProps } from './SectionForm.tsx'
import { useListChange } from './useListChange.ts'

const highPercent = 30

const textOf = ({ percent, isDefault }: TaxRate) => `${percent} %${isDefault ? ' · usual rate' : ''}`

/** What invoices are taxed at. */
export function TaxSection({ business, record }: SectionProps) {
  const [edited, setEdited] = useState<TaxRate | 'new'>()
  const { items, pending, change } = useListChange(business.tax.rates, record.etag, (rates, ifMatch) =>
    changeTax({ rates: [...rates], confirmed: true }, ifMatch),
  )
  return (
    <>
      <EditableList
        title="Tax"
        text="Rates that invoices can have. Without one nothing is taxed."
        items={items}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        detailOf={textOf}
        addLabel="Add tax rate"
        removeLabel="End"
        busy={pending}
        empty="No tax"
        changed={business.changed.tax}
        before={
          <div css={{ '&:has(li)': { padding: space(4) } }}>
            <Planned
              business={business}
              describe={describeTax}
              withdraw={({ from, before }) =>
                changeTax({ rates: before.tax.rates, from, confirmed: true }, record.etag)
              }
            />
          </div>
        }
        onAdd={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={(rate) =>
          change(
            items.filter(({ id }) => id !== rate.id),
            `${rate.name} ends today. Invoices keep it.`,
          )
        }
      />
      {edited && (
        <TaxRateDialog
          rate={edited === 'new' ? undefined : edited}
          business={business}
          record={record}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

type TaxRateDialogProps = SectionProps & {
  /** As it was when the dialog was opened; a new one without it. */
  rate: TaxRate | undefined
  onClose: () => void
}

const confirmPercent = (percent: string) =>
  confirm({
    title: `Is ${percent} % meant?`,
    text: 'That is a high tax rate. Invoices have it from then on.',
    action: `Set ${percent} %`,
    keep: 'Keep editing',
  })

function TaxRateDialog({ rate, business, record, onClose }: TaxRateDialogProps) {
  const current = business.tax.rates.find(({ id }) => id === rate?.id) ?? rate
  const others = business.tax.rates.filter(({ id }) => id !== rate?.id)
  const form = useForm(taxRateForm(others.map(({ name }) => name)), {
    defaults: {
      name: current?.name ?? '',
      percent: current?.percent ?? '',
      isDefault: current?.isDefault ?? others.length === 0,
      from: '',
    },
    record,
    confirmSend: async ({ percent }) =>
      Number(percent) <= highPercent || percent === current?.percent || confirmPercent(percent),
    send: ({ from, ...values }, { ifMatch }) => {
      const { tax }: Settings = settingsFrom(business, from)
      const rates = withTaxRate(tax.rates, { ...values, ...(rate && { id: rate.id }) })
      return changeTax({ rates, ...(from && { from }), confirmed: true }, ifMatch)
    },
    ...useSaved(onClose),
    success: (_, { name }) => `${name} is set.`,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={rate ? 'Edit tax rate' : 'Add tax rate'}
      submitLabel="Save"
      labels={taxRateLabels}
    >
      <FieldRow>
        <Field
          label={taxRateLabels.name}
          placeholder="Sales tax"
          autoComplete="off"
          required
          {...form.field('name')}
        />
        <Field
          label={taxRateLabels.percent}
          placeholder="7.375"
          inputMode="decimal"
          autoComplete="off"
          required
          {...form.field('percent')}
        />
      </FieldRow>
      <FirstDayField form={form} />
      <Checkbox
        label={taxRateLabels.isDefault}
        hint="What an invoice has, unless another is chosen."
        {...form.register('isDefault')}
      />
    </FormDialog>
  )
}
