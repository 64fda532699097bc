import { type Settings, type TaxRate, taxRateForm, taxRateLabels } from '@plumbline/business/api'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { Checkbox, confirm, Field, FieldRow, space } from '@plumbline/ui'
import { changeTax, useSaved } from './businessCalls.ts'
import { EditableList, type OpenedItem } from './EditableList.tsx'
import { FirstDayField } from './FirstDayField.tsx'
import { Planned } from './Planned.tsx'
import { describeTax, settingsFrom, withTaxRate } from './planned.ts'
import type { SectionProps } from './SectionForm.tsx'

const highPercent = 30

const textOf = ({ percent, isDefault }: TaxRate) => `${percent} %${isDefault ? ' · usual rate' : ''}`

/** What invoices are taxed at. */
export const TaxSection = ({ business, record }: SectionProps) => (
  <EditableList
    record={record}
    title="Tax"
    text="Rates that invoices can have. Without one nothing is taxed."
    stored={business.tax.rates}
    send={(rates, ifMatch) => changeTax({ rates, confirmed: true }, ifMatch)}
    keyOf={({ id }) => id}
    nameOf={({ name }) => name}
    detailOf={textOf}
    addLabel="Add tax rate"
    removeLabel="End"
    removed={({ name }) => `${name} ends today. Invoices keep it.`}
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
    dialog={(opened, onClose) => <TaxRateDialog {...{ ...opened, business, record, onClose }} />}
  />
)

type TaxRateDialogProps = OpenedItem<TaxRate> & SectionProps & { onClose: () => void }

const confirmPercent = (percent: string) =>
  confirm({
    title: `Is ${percent} % meant?`,
    text: 'That is a high tax rate. Invoices have it from then on.',
    action: `Set ${percent} %`,
    keep: 'Keep editing',
  })

function TaxRateDialog({ item, others, put, business, record, onClose }: TaxRateDialogProps) {
  const form = useForm(taxRateForm(others.map(({ name }) => name)), {
    defaults: {
      name: item?.name ?? '',
      percent: item?.percent ?? '',
      isDefault: item?.isDefault ?? others.length === 0,
      from: '',
    },
    record,
    confirmSend: async ({ percent }) =>
      Number(percent) <= highPercent || percent === item?.percent || confirmPercent(percent),
    send: async ({ from, ...values }, { ifMatch }) => {
      // a rate that was removed meanwhile does not come back
      put(values)
      const { tax }: Settings = settingsFrom(business, from)
      const rates = withTaxRate(tax.rates, { ...values, id: item?.id })
      return changeTax({ rates, from: from || undefined, confirmed: true }, ifMatch)
    },
    ...useSaved(onClose),
    success: (_, { name }) => `${name} is set.`,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={item ? 'Edit tax rate' : 'Add tax rate'}
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
