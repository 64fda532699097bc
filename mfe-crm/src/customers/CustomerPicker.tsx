import { formatPhone } from '@plumbline/contract/contact'
import { useRights } from '@plumbline/contract/rights'
import { Combobox, type Option } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { fullName } from './customer.ts'
import { customerQuery, findCustomers } from './queries.ts'

// rarely needed, and the picker is part of other forms
const CustomerDialog = lazy(async () => ({
  default: (await import('./CustomerDialog.tsx')).CustomerDialog,
}))

type CustomerPickerProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** The chosen customer's id, or null. */
  value: number | null
  onChange: (id: number | null) => void
  /** A customer who is not offered; then none can be added either. */
  exceptId?: number
}

type Choice = Parameters<typeof fullName>[0] & { id: number; phone: string; address: string | null }
const optionOf = (customer: Choice): Option => ({
  value: String(customer.id),
  label: fullName(customer),
  detail: [formatPhone(customer.phone), customer.address].filter(Boolean).join(' · '),
})

/** Finds a customer by name, phone, email or address; also a widget for the forms of other micro-frontends. */
export function CustomerPicker({ value, onChange, exceptId, ...rest }: CustomerPickerProps) {
  const { data } = useQuery({ ...customerQuery(value ?? 0), enabled: value !== null })
  const { may } = useRights()
  const [newName, setNewName] = useState<string>()
  const chosen = value === null || !data ? null : optionOf(data)
  return (
    <>
      <Combobox
        placeholder="Search customers..."
        empty="No customers found"
        {...rest}
        onAdd={exceptId === undefined && may('customers.edit') ? setNewName : undefined}
        value={chosen}
        onChange={(option) => onChange(option ? Number(option.value) : null)}
        search={async (text, signal) =>
          (await findCustomers(text, signal)).filter(({ id }) => id !== exceptId).map(optionOf)
        }
      />
      {newName !== undefined && (
        <Suspense>
          <CustomerDialog
            name={newName}
            onAdded={({ id }) => onChange(id)}
            onClose={() => setNewName(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
