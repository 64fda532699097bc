import { useParam } from '@plumbline/contract'
import { ListView, useLayout, usePagedList } from '@plumbline/contract/list'
import { useRights } from '@plumbline/contract/rights'
import { Button, buttonStyle, EmptyState, PageHeader } from '@plumbline/ui'
import { Plus, Upload } from 'lucide-react'
import { Link } from 'react-router-dom'
import { ImportDialog } from '../import/ImportDialog.tsx'
import { CustomerCards } from './CustomerCards.tsx'
import { CustomerDrawer } from './CustomerDrawer.tsx'
import { CustomerRows } from './CustomerRows.tsx'
import { customerList } from './customerList.ts'

const addCustomer = (
  <Link to="/customers/new" css={buttonStyle('primary')}>
    <Plus size={16} aria-hidden />
    Add Customer
  </Link>
)

/** `/customers`: all customers, with what is needed to call or visit them. */
export function CustomerListPage() {
  const [openCustomer] = useParam('customer')
  const [panel, setPanel] = useParam('panel')
  const list = usePagedList(customerList)
  const layout = useLayout('customers')
  const { may } = useRights()
  const mayAdd = may('customers.edit')
  const importCsv = { label: 'Import CSV', icon: Upload, onSelect: () => setPanel('import') }
  return (
    <>
      {openCustomer === null && <title>Customers</title>}
      <PageHeader title="Customers" primary={mayAdd && addCustomer} />
      <ListView
        list={list}
        noun={['customer', 'customers']}
        menu={mayAdd ? [importCsv] : []}
        layout={layout}
        empty={
          <EmptyState
            title="No customers yet"
            action={
              mayAdd && (
                <>
                  <Button onClick={importCsv.onSelect}>
                    <Upload size={16} aria-hidden />
                    Import from a file
                  </Button>
                  {addCustomer}
                </>
              )
            }
          >
            Your customers will appear here, with phone, address and notes.
          </EmptyState>
        }
      >
        {(customers, count) =>
          layout.value === 'rows' ? (
            <CustomerRows customers={customers} total={count} />
          ) : (
            <CustomerCards customers={customers} total={count} />
          )
        }
      </ListView>
      <CustomerDrawer />
      <ImportDialog open={panel === 'import'} onClose={() => setPanel(null, { replace: true })} />
    </>
  )
}
