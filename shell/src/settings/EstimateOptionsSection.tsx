import { type EstimateOption, estimateOptionForm, estimateOptionLabels } from '@plumbline/business/api'
import { toast } from '@plumbline/contract'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { Field, Select } from '@plumbline/ui'
import { useState } from 'react'
import { changeEstimateOptions, useSaved } from './businessCalls.ts'
import { EditableList } from './EditableList.tsx'
import { optionValue } from './optionValue.ts'
import type { SectionProps } from './SectionForm.tsx'
import { useListChange } from './useListChange.ts'

const noService = 'The first service'

/** What visitors choose from when they ask for an estimate. */
export function EstimateOptionsSection({ business, record }: SectionProps) {
  const { estimateOptions, services, changed } = business
  const [edited, setEdited] = useState<EstimateOption | 'new'>()
  const { items, pending, change } = useListChange(estimateOptions, record.etag, (options, ifMatch) =>
    changeEstimateOptions({ options: [...options] }, ifMatch),
  )
  const serviceTitle = (serviceId: number | null) =>
    services.find(({ id }) => id === serviceId)?.title ?? noService
  const remove = (option: EstimateOption) => {
    if (items.length === 1)
      return toast({
        title: 'Error',
        description: 'Visitors need one option at least. Add another one first.',
        tone: 'destructive',
      })
    change(
      items.filter(({ value }) => value !== option.value),
      `${option.label} is no longer offered. Leads keep it.`,
    )
  }
  return (
    <>
      <EditableList
        title="Estimate options"
        text="What visitors choose from when they ask for an estimate, and the service a lead becomes."
        items={items}
        keyOf={({ value }) => value}
        nameOf={({ label }) => label}
        detailOf={({ serviceId }) => `Becomes: ${serviceTitle(serviceId)}`}
        addLabel="Add option"
        removeLabel="Remove"
        busy={pending}
        changed={changed.estimateOptions}
        onAdd={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={remove}
        onReorder={(options) => change(options, 'The order is set.')}
      />
      {edited && (
        <OptionDialog
          option={edited === 'new' ? undefined : edited}
          business={business}
          record={record}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

type OptionDialogProps = SectionProps & {
  /** As it was when the dialog was opened; a new one without it. */
  option: EstimateOption | undefined
  onClose: () => void
}

function OptionDialog({
  option,
  business: { estimateOptions, services },
  record,
  onClose,
}: OptionDialogProps) {
  const value = option?.value
  const current = estimateOptions.find((it) => it.value === value) ?? option
  const others = estimateOptions.filter((it) => it.value !== value)
  const form = useForm(estimateOptionForm(others.map(({ label }) => label)), {
    defaults: { label: current?.label ?? '', serviceId: current?.serviceId ?? null },
    record,
    send: (values, { changes, ifMatch }) => {
      const isListed = estimateOptions.some((it) => it.value === value)
      const taken = others.map((it) => it.value)
      return changeEstimateOptions(
        {
          options: isListed
            ? estimateOptions.map((it) => (it.value === value ? { ...it, ...changes } : it))
            : [...estimateOptions, { ...values, value: value ?? optionValue(values.label, taken) }],
        },
        ifMatch,
      )
    },
    ...useSaved(onClose),
    success: (_, { label }) => (option ? `${label} is changed.` : `${label} is offered.`),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={option ? 'Edit option' : 'Add option'}
      submitLabel="Save"
      labels={estimateOptionLabels}
      format={(name, stored) =>
        name === 'serviceId' ? (services.find(({ id }) => id === stored)?.title ?? noService) : String(stored)
      }
    >
      <Field label={estimateOptionLabels.label} autoComplete="off" required {...form.field('label')} />
      <Field
        label={estimateOptionLabels.serviceId}
        hint="What a lead that becomes a customer is scheduled as."
        {...form.error('serviceId')}
      >
        <Select
          value={String(form.watch('serviceId') ?? '')}
          options={[
            { value: '', label: noService },
            ...services.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          onChange={({ target }) => form.set('serviceId', target.value ? Number(target.value) : null)}
        />
      </Field>
    </FormDialog>
  )
}
