import {
  type EstimateOption,
  estimateOptionForm,
  estimateOptionLabels,
  type Service,
} from '@plumbline/business/api'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { Field, Select } from '@plumbline/ui'
import { changeEstimateOptions, useSaved } from './businessCalls.ts'
import { EditableList, type OpenedItem } from './EditableList.tsx'
import { optionValue } from './optionValue.ts'
import type { SectionProps } from './SectionForm.tsx'

const noService = 'The first service'

/** What visitors choose from when they ask for an estimate. */
export function EstimateOptionsSection({ business, record }: SectionProps) {
  const { estimateOptions, services, changed } = business
  const serviceTitle = (serviceId: number | null) =>
    services.find(({ id }) => id === serviceId)?.title ?? noService
  return (
    <EditableList
      record={record}
      title="Estimate options"
      text="What visitors choose from when they ask for an estimate, and the service a lead becomes."
      stored={estimateOptions}
      send={(options, ifMatch) => changeEstimateOptions({ options }, ifMatch)}
      keyOf={({ value }) => value}
      nameOf={({ label }) => label}
      detailOf={({ serviceId }) => `Becomes: ${serviceTitle(serviceId)}`}
      addLabel="Add option"
      removeLabel="Remove"
      removed={({ label }) => `${label} is no longer offered. Leads keep it.`}
      lastStays="Visitors need one option at least. Add another one first."
      ordered
      changed={changed.estimateOptions}
      dialog={(opened, onClose) => <OptionDialog {...{ ...opened, services, record, onClose }} />}
    />
  )
}

type OptionDialogProps = OpenedItem<EstimateOption> &
  Pick<SectionProps, 'record'> & { services: readonly Service[]; onClose: () => void }

function OptionDialog({ item, others, put, services, record, onClose }: OptionDialogProps) {
  const form = useForm(estimateOptionForm(others.map(({ label }) => label)), {
    defaults: { label: item?.label ?? '', serviceId: item?.serviceId ?? null },
    record,
    send: async (values, { ifMatch }) => {
      const taken = others.map((it) => it.value)
      const value = item?.value ?? optionValue(values.label, taken)
      return changeEstimateOptions({ options: put({ ...item, ...values, value }) }, ifMatch)
    },
    ...useSaved(onClose),
    success: (_, { label }) => (item ? `${label} is changed.` : `${label} is offered.`),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={item ? 'Edit option' : 'Add option'}
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
