import { type CustomerFieldName, customerLabels, maxTextLength } from '@plumbline/crm/api'
import { Field, FieldRow, Textarea } from '@plumbline/ui'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { Duplicates } from './Duplicates.tsx'

type FieldName = Exclude<CustomerFieldName, 'status' | 'source'>

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
  const input = (name: FieldName, props: Partial<ComponentProps<typeof Field>> = {}) => (
    <Field label={customerLabels[name]} autoComplete="off" {...props} {...field(name)} />
  )
  const { error, ...notes } = field('notes')
  const inputs: Record<FieldName, ReactNode> = {
    firstName: input('firstName', { required: true }),
    lastName: input('lastName', { required: true }),
    phone: input('phone', { type: 'tel', required: true }),
    email: input('email', { type: 'email', required: true }),
    address: input('address', { required: isAddressRequired }),
    notes: (
      <Field
        label={customerLabels.notes}
        hint="A gate code, a dog, how they like to be called. Optional."
        error={error}
      >
        <Textarea limit={maxTextLength} {...(notes as ComponentProps<'textarea'>)} />
      </Field>
    ),
  }
  const { firstName, lastName, phone, email, notes: notesInput, ...others } = inputs
  return (
    <>
      <FieldRow>
        {firstName}
        {lastName}
      </FieldRow>
      <FieldRow>
        {phone}
        {email}
      </FieldRow>
      <Duplicates {...contact} />
      {Object.entries(others).map(([name, it]) => (
        <Fragment key={name}>{it}</Fragment>
      ))}
      {children}
      {notesInput}
    </>
  )
}
