import { useParam } from '@plumbline/contract'
import { ListView, usePagedList } from '@plumbline/contract/list'
import { Button, buttonStyle, EmptyState, Menu, PageHeader } from '@plumbline/ui'
import { Download, MoreHorizontal, Plus, Upload } from 'lucide-react'
import { Link } from 'react-router-dom'
import { ImportDialog } from '../import/ImportDialog.tsx'
import { CustomerCards } from './CustomerCards.tsx'
import { CustomerDrawer } from './CustomerDrawer.tsx'
import { customerList } from './queries.ts'

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
  return (
    <>
      {openCustomer === null && <title>Customers</title>}
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
                { label: 'Import CSV', icon: Upload, onSelect: () => setPanel('import') },
                {
                  label: 'Export CSV',
                  icon: Download,
                  disabled: !list.visible?.length,
                  onSelect: () => void list.exportCsv(),
                },
              ]}
            />
            {addCustomer}
          </>
        }
      />
      <ListView
        list={list}
        noun={['customer', 'customers']}
        empty={
          <EmptyState title="No customers yet" action={addCustomer}>
            Your customers will appear here, with phone, address and notes.
          </EmptyState>
        }
      >
        {(visible) => <CustomerCards customers={visible} />}
      </ListView>
      <CustomerDrawer />
      <ImportDialog open={panel === 'import'} onClose={() => setPanel(null, { replace: true })} />
    </>
  )
}
