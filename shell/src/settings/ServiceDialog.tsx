import {
  type Business,
  type Service,
  type ServiceIcon,
  serviceForm,
  serviceIcons,
  serviceLabels,
} from '@plumbline/business/api'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { formatMoney, type Money } from '@plumbline/contract/money'
import { Checkbox, Field, FieldRow, MoneyField, Select, Textarea } from '@plumbline/ui'
import { changeServices, useSaved } from './businessCalls.ts'
import { durationChoices, durationText } from './durations.ts'
import type { OpenedItem } from './EditableList.tsx'
import type { SectionProps } from './SectionForm.tsx'

// hours of an appointment are half hours
const durations = [30, 60, 90, 120, 180, 240, 360, 480]

const iconLabels: Record<ServiceIcon, string> = {
  hammer: 'Hammer',
  brush: 'Brush',
  drill: 'Drill',
  wrench: 'Wrench',
  sprinkler: 'Sprinkler',
  rake: 'Rake',
}

const newService: Omit<Service, 'id'> = {
  title: '',
  blurb: '',
  bullets: [],
  icon: 'hammer',
  durationMinutes: 60,
  hourlyRate: null,
  onLandingPage: true,
  taxable: true,
}

function formatField(name: string, value: unknown): string {
  if (name === 'durationMinutes') return durationText(Number(value))
  if (name === 'icon') return iconLabels[value as ServiceIcon]
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
}

type ServiceDialogProps = OpenedItem<Service> &
  Pick<SectionProps, 'record'> & { rates: Business['rates']; onClose: () => void }

/** A service of the business. */
export function ServiceDialog({ item, others, put, rates, record, onClose }: ServiceDialogProps) {
  const { bullets, hourlyRate, ...service } = item ?? newService
  const form = useForm(serviceForm(others.map(({ title }) => title)), {
    defaults: {
      title: service.title,
      blurb: service.blurb,
      bullets: bullets.join('\n'),
      icon: service.icon,
      durationMinutes: service.durationMinutes,
      hourlyRate: hourlyRate ?? '',
      onLandingPage: service.onLandingPage,
      taxable: service.taxable,
    },
    record,
    send: async (values, { ifMatch }) => changeServices({ services: put({ ...item, ...values }) }, ifMatch),
    ...useSaved(onClose),
    success: (_, { title }) => (item ? `${title} is changed.` : `${title} is offered.`),
  })
  const check = (name: 'onLandingPage' | 'taxable') => (
    <Checkbox label={serviceLabels[name]} {...form.register(name)} />
  )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={item ? 'Edit service' : 'Add service'}
      submitLabel="Save"
      labels={serviceLabels}
      format={formatField}
    >
      <Field
        label={serviceLabels.title}
        hint={item && 'Appointments keep the name they have.'}
        autoComplete="off"
        required
        {...form.field('title')}
      />
      <FieldRow>
        <Field label={serviceLabels.durationMinutes} {...form.error('durationMinutes')}>
          <Select
            value={String(form.watch('durationMinutes'))}
            options={durationChoices(durations, form.watch('durationMinutes'))}
            onChange={({ target }) => form.set('durationMinutes', Number(target.value))}
          />
        </Field>
        <Field
          label={serviceLabels.hourlyRate}
          hint={`Empty: that of the business, ${formatMoney(rates.hourlyRate as Money)}.`}
          {...form.error('hourlyRate')}
        >
          <MoneyField {...form.bind('hourlyRate')} />
        </Field>
      </FieldRow>
      <Field label={serviceLabels.blurb} {...form.error('blurb')}>
        <Textarea rows={2} limit={300} {...form.register('blurb')} />
      </Field>
      <Field label={serviceLabels.bullets} hint="One a line, at most eight." {...form.error('bullets')}>
        <Textarea rows={4} {...form.register('bullets')} />
      </Field>
      <Field label={serviceLabels.icon} {...form.error('icon')}>
        <Select
          {...form.register('icon')}
          options={serviceIcons.map((value) => ({ value, label: iconLabels[value] }))}
        />
      </Field>
      <div>
        {check('onLandingPage')}
        {check('taxable')}
      </div>
    </FormDialog>
  )
}
