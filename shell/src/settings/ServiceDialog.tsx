import {
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

type ServiceDialogProps = SectionProps & {
  /** As it was when the dialog was opened; a new one without it. */
  service: Service | undefined
  onClose: () => void
}

/** A service of the business. */
export function ServiceDialog({
  service,
  business: { services, rates },
  record,
  onClose,
}: ServiceDialogProps) {
  const id = service?.id
  const current = services.find((it) => it.id === id) ?? service ?? newService
  const others = services.filter((it) => it.id !== id)
  const form = useForm(serviceForm(others.map(({ title }) => title)), {
    defaults: {
      title: current.title,
      blurb: current.blurb,
      bullets: current.bullets.join('\n'),
      icon: current.icon,
      durationMinutes: current.durationMinutes,
      hourlyRate: current.hourlyRate ?? '',
      onLandingPage: current.onLandingPage,
      taxable: current.taxable,
    },
    record,
    send: (values, { changes, ifMatch }) => {
      const isListed = services.some((it) => it.id === id)
      return changeServices(
        {
          services: isListed
            ? services.map((it) => (it.id === id ? { ...it, ...changes } : it))
            : [...services, { ...values, ...(id !== undefined && { id }) }],
        },
        ifMatch,
      )
    },
    ...useSaved(onClose),
    success: (_, { title }) => (service ? `${title} is changed.` : `${title} is offered.`),
  })
  const check = (name: 'onLandingPage' | 'taxable') => (
    <Checkbox label={serviceLabels[name]} {...form.register(name)} />
  )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={service ? 'Edit service' : 'Add service'}
      submitLabel="Save"
      labels={serviceLabels}
      format={formatField}
    >
      <Field
        label={serviceLabels.title}
        hint={service && 'Appointments keep the name they have.'}
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
