import { maxTextLength } from '@plumbline/crm/api'
import { Field, FieldRow, Textarea } from '@plumbline/ui'
import type { ComponentProps, ReactNode } from 'react'
import { Duplicates } from './Duplicates.tsx'

type FieldName = 'firstName' | 'lastName' | 'email' | 'phone' | 'address' | 'notes'

type CustomerFieldsProps = {
  field: (name: FieldName) => Partial<ComponentProps<typeof Field>>
  /** What is entered now, to find customers who have it already. */
  phone: string
  email: string
  /** The customer who is edited. */
  exceptId?: number
  isAddressRequired?: boolean
  /** Further fields, before the notes. */
  children?: ReactNode
}

/** The fields of every form of a customer. */
export function CustomerFields({
  field,
  isAddressRequired = false,
  children,
  ...contact
}: CustomerFieldsProps) {
  const { error, ...notes } = field('notes')
  return (
    <>
      <FieldRow>
        <Field label="First name" autoComplete="off" required {...field('firstName')} />
        <Field label="Last name" autoComplete="off" required {...field('lastName')} />
      </FieldRow>
      <FieldRow>
        <Field label="Phone" type="tel" autoComplete="off" required {...field('phone')} />
        <Field label="Email" type="email" autoComplete="off" required {...field('email')} />
      </FieldRow>
      <Duplicates {...contact} />
      <Field label="Address" autoComplete="off" required={isAddressRequired} {...field('address')} />
      {children}
      <Field
        label="Notes"
        hint="A gate code, a dog, how they like to be called. Optional."
        {...(error !== undefined && { error })}
      >
        <Textarea limit={maxTextLength} {...(notes as ComponentProps<'textarea'>)} />
      </Field>
    </>
  )
}
