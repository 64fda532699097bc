import { type DescriptionField, DescriptionForm, descriptionLabels } from '@plumbline/business/api'
import { useForm } from '@plumbline/contract/form'
import { Field, FieldRow, space } from '@plumbline/ui'
import { BrandForm } from './BrandForm.tsx'
import { describeBusiness, useSaved } from './businessCalls.ts'
import { lockableField } from './lockableField.ts'
import { SectionForm, type SectionProps } from './SectionForm.tsx'

const hints: Partial<Record<DescriptionField, string>> = {
  tagline: 'A sentence on the public page.',
  address: 'On invoices.',
  website: 'On invoices.',
  license: 'On invoices.',
  headline: 'The public page begins with it.',
  trade: 'As in ‘Professional handyman services’: plumbing, garden care, …',
}

/** How the business is called and reached, and how it looks. */
export const BusinessSection = (props: SectionProps) => (
  <div css={{ display: 'grid', gap: space(5) }}>
    <DescriptionSection {...props} />
    <BrandForm {...props} />
  </div>
)

/** Name, contact and the like. A field that is left empty is what it was before anything was set. */
function DescriptionSection({ business: { description, locked, warnings, changed }, record }: SectionProps) {
  const form = useForm(DescriptionForm, {
    defaults: description,
    record,
    send: (_, { changes, ifMatch }) => {
      const entries = Object.entries(changes).map(([name, value]) => [name, value === '' ? null : value])
      return describeBusiness(Object.fromEntries(entries), ifMatch)
    },
    ...useSaved(),
    success: 'The business is described.',
  })
  const lockable = lockableField({ form, labels: descriptionLabels, locked, part: 'description' })
  const field = (name: DescriptionField) => lockable(name, warnings[`description.${name}`] ?? hints[name])
  return (
    <SectionForm form={form} title="Business" labels={descriptionLabels} changed={changed.description}>
      <FieldRow>
        <Field {...field('name')} autoComplete="organization" />
        <Field {...field('founded')} inputMode="numeric" />
      </FieldRow>
      <Field {...field('tagline')} />
      <FieldRow>
        <Field {...field('headline')} />
        <Field {...field('trade')} />
      </FieldRow>
      <FieldRow>
        <Field {...field('phone')} type="tel" autoComplete="tel" />
        <Field {...field('email')} type="email" autoComplete="email" />
      </FieldRow>
      <Field {...field('address')} autoComplete="street-address" />
      <FieldRow>
        <Field {...field('area')} />
        <Field {...field('website')} type="url" autoComplete="url" />
      </FieldRow>
      <Field {...field('license')} />
    </SectionForm>
  )
}
