import { PriceItemForm } from '@plumbline/billing/api'
import { FormDialog, RecordDialog, type StoredRecord, useForm } from '@plumbline/contract/form'
import { formatTyped } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import { Checkbox, Field, FieldRow, MoneyField, Select, Textarea } from '@plumbline/ui'
import * as z from 'zod/mini'
import { contentOfCost, text, UnitCost } from '../lines/line.ts'
import { type PriceItem, unitChoices } from './priceItem.ts'
import { changePriceItem, definePriceItem, priceItemRecordQuery, priceItemsKey } from './queries.ts'

// the same rules, with every field there
const Fields = z.object({
  ...PriceItemForm.shape,
  name: text(500, 'Please name the item'),
  details: z.string().check(z.trim(), z.maxLength(2_000, 'At most 2000 characters')),
  unit: z.enum(unitChoices.map(({ value }) => value)),
  taxable: z.boolean(),
  unitCost: UnitCost,
})

type Props = { onClose: () => void }

/** Adds an item, or changes one. */
export const PriceItemDialog = ({ item, onClose }: Props & { item: PriceItem | null }) =>
  item === null ? (
    <ItemForm onClose={onClose} />
  ) : (
    <RecordDialog
      query={priceItemRecordQuery(item.id)}
      title="Change Item"
      failure="The item could not be loaded"
      onClose={onClose}
    >
      {(stored, record) => <ItemForm item={stored} record={record} onClose={onClose} />}
    </RecordDialog>
  )

const labels = {
  ...{ name: 'Name', details: 'Details', unit: 'Unit', unitPrice: 'Unit price', taxable: 'Taxable' },
  unitCost: 'Unit cost',
}

function formatField(name: string, value: unknown): string {
  if (name === 'unitPrice' || name === 'unitCost') return formatTyped(String(value ?? ''))
  if (name === 'taxable') return value ? 'yes' : 'no'
  return name === 'unit' ? (unitChoices.find((it) => it.value === value)?.label ?? '') : String(value)
}

function ItemForm({ item, record, onClose }: Props & { item?: PriceItem; record?: StoredRecord }) {
  const { may } = useRights()
  const form = useForm(Fields, {
    defaults: {
      name: item?.name ?? '',
      details: item?.details ?? '',
      unit: item?.unit ?? 'each',
      unitPrice: item?.unitPrice ?? '',
      taxable: item?.taxable ?? true,
      unitCost: item?.unitCost ?? null,
    },
    record,
    send: ({ unitCost, ...values }, { key, ifMatch }) => {
      const content = { ...values, ...contentOfCost(unitCost) }
      return item ? changePriceItem(item.id, content, ifMatch) : definePriceItem(content, key)
    },
    refetch: [priceItemsKey],
    success: ({ name }) => `${name} saved.`,
    failure: 'Failed to save item. Please try again.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={item ? 'Change Item' : 'Add Item'}
      description={item && 'Quotes and invoices that it was copied into stay as they are.'}
      submitLabel="Save"
      labels={item && labels}
      format={formatField}
    >
      <Field label="Name" required data-autofocus {...form.field('name')} />
      <FieldRow>
        <Field label="Unit price" required {...form.error('unitPrice')}>
          <MoneyField {...form.bind('unitPrice')} />
        </Field>
        <Field label="Unit" {...form.error('unit')}>
          <Select {...form.register('unit')} options={unitChoices} />
        </Field>
      </FieldRow>
      {may('costs.view') && (
        <Field
          label="Unit cost"
          hint="What a unit costs you. Customers never see it."
          {...form.error('unitCost')}
        >
          <MoneyField {...form.bind('unitCost')} value={form.watch('unitCost') ?? ''} />
        </Field>
      )}
      <Field label="Details" hint="The customer reads this below the item." {...form.error('details')}>
        <Textarea rows={2} limit={2_000} {...form.register('details')} />
      </Field>
      <Checkbox label="Taxable" {...form.register('taxable')} />
    </FormDialog>
  )
}
