import { Drawer, Skeleton } from '@plumbline/ui'
import { lazy, Suspense } from 'react'

const OpenInvoice = lazy(async () => ({ default: (await import('./OpenInvoice.tsx')).OpenInvoice }))

/** One invoice beside the list: amounts, payments, reminders, history. */
export const InvoiceDrawer = ({ id, onClose }: { id: string | null; onClose: () => void }) => (
  <Drawer open={id !== null} onClose={onClose} title={id === null ? 'Invoice' : `Invoice #${id}`}>
    <Suspense fallback={<Skeleton height={320} />}>
      {id !== null && <OpenInvoice key={id} id={id} />}
    </Suspense>
  </Drawer>
)
