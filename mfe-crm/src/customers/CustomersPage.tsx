import { useFilter, useParam } from '@plumbline/contract'
import { download } from '@plumbline/contract/csv'
import type { Customer } from '@plumbline/crm/api'
import { Button, buttonStyle, EmptyState, Input, Menu, PageHeader, phone, space } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download, MoreHorizontal, Plus, Upload } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router-dom'
import { matching } from '../filter.ts'
import { CustomerCards } from './CustomerCards.tsx'
import { CustomerDrawer } from './CustomerDrawer.tsx'
import { toCsv } from './csv.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { customersQuery } from './queries.ts'

const add = (
  <Link to="/customers/new" css={buttonStyle('primary')}>
    <Plus size={16} aria-hidden />
    Add Customer
  </Link>
)

/** `/customers`: everybody, with what is needed to call or visit them. */
export function CustomersPage() {
  const { data: customers } = useSuspenseQuery(customersQuery())
  const [filter, change] = useFilter()
  const [open, setOpen] = useParam('customer')
  const [importing, setImporting] = useState(false)
  const shown = matching(customers, useDeferredValue(filter.search), true)
  return (
    <>
      <title>Customers</title>
      <PageHeader
        title="Customers"
        actions={
          <>
            <Menu
              label="More"
              trigger={
                <Button>
                  <MoreHorizontal size={16} aria-hidden />
                  More
                </Button>
              }
              items={[
                { label: 'Import from CSV', icon: Upload, onSelect: () => setImporting(true) },
                {
                  label: 'Export as CSV',
                  icon: Download,
                  disabled: shown.length === 0,
                  onSelect: () => download('customers.csv', toCsv(shown)),
                },
              ]}
            />
            {add}
          </>
        }
      />
      {customers.length > 0 && (
        <div css={{ maxWidth: 420, marginBottom: space(5), [phone]: { maxWidth: 'none' } }}>
          <Input
            type="search"
            placeholder="Search customers..."
            aria-label="Search customers"
            value={filter.search}
            onChange={(event) => change({ search: event.target.value })}
          />
        </div>
      )}
      <Found all={customers} shown={shown} />
      <CustomerDrawer id={open === null ? null : Number(open)} onClose={() => setOpen(null)} />
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
    </>
  )
}

function Found({ all, shown }: { all: readonly Customer[]; shown: readonly Customer[] }) {
  if (all.length === 0)
    return (
      <EmptyState title="No customers yet" action={add}>
        Whoever you work for stands here, with phone, address and what you need to remember.
      </EmptyState>
    )
  if (shown.length === 0)
    return (
      <EmptyState title="No customers found">Nobody matches this search. Change it to see more.</EmptyState>
    )
  return <CustomerCards customers={shown} />
}
