import { type LeadFieldName, leadLabels, maxTextLength } from '@plumbline/crm/api'
import { Field, FieldRow, Select, Textarea } from '@plumbline/ui'
import type { ComponentProps, ReactNode } from 'react'
import { serviceLabel, useEstimateOptions } from './estimateOptions.ts'

type LeadFieldsProps = {
  field: (name: LeadFieldName) => Partial<ComponentProps<typeof Field>>
  /** The service that is asked for now, which need not be one that is offered. */
  service?: string | null
  /** Below the phone number and the email address. */
  hint?: ReactNode
  /** Beside the service. */
  beside?: ReactNode
}

/** The fields of every form of a lead. */
export function LeadFields({ field, service = null, hint, beside }: LeadFieldsProps) {
  const input = (name: LeadFieldName, props: Partial<ComponentProps<typeof Field>> = {}) => (
    <Field label={leadLabels[name]} autoComplete="off" required {...props} {...field(name)} />
  )
  const { error: serviceError, ...select } = field('serviceNeeded')
  const { error: descriptionError, ...textarea } = field('projectDescription')
  const options = useEstimateOptions()
  const isOffered = service === null || options.some(({ value }) => value === service)
  return (
    <>
      <FieldRow>
        {input('firstName')}
        {input('lastName')}
      </FieldRow>
      <FieldRow>
        {input('phone', { type: 'tel' })}
        {input('email', { type: 'email' })}
      </FieldRow>
      {hint}
      <FieldRow>
        <Field label={leadLabels.serviceNeeded} error={serviceError}>
          <Select
            {...(select as ComponentProps<'select'>)}
            options={[
              { value: '', label: 'Not specified' },
              ...options.map(({ value, label }) => ({ value, label })),
              ...(isOffered ? [] : [{ value: service, label: serviceLabel({ serviceNeeded: service }) }]),
            ]}
          />
        </Field>
        {beside}
      </FieldRow>
      <Field label={leadLabels.projectDescription} error={descriptionError}>
        <Textarea limit={maxTextLength} {...(textarea as ComponentProps<'textarea'>)} />
      </Field>
    </>
  )
}
