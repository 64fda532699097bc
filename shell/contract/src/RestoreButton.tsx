import { call } from '@plumbline/contract'
import { Button, space } from '@plumbline/ui'
import { useAction } from './action.ts'
import { type Right, useRights } from './rights.ts'

/** Who takes back what: as the services have it. */
const needs: Record<string, Right> = {
  appointments: 'schedule.all.edit',
  customers: 'customers.edit',
  invoices: 'invoices.edit',
  leads: 'leads',
}

type RestoreButtonProps = {
  /** Where a POST takes the change back. */
  path: string
  /** The change and when it was made; screen readers read it with the button. */
  change: string
}

/** Takes one change of a record back; that is a change too, and can be taken back itself. */
export function RestoreButton({ path, change }: RestoreButtonProps) {
  const restoring = useAction(
    (changePath: string, idempotencyKey) => call({ method: 'POST', path: changePath }, { idempotencyKey }),
    {
      success: () => ({ title: 'Restored', description: 'What was there before is in place again.' }),
      failure: 'This could not be restored',
      // other services show what this one changed
      refetch: [[]],
    },
  )
  const needed = needs[path.split('/')[2] as string]
  const { may } = useRights()
  if (needed && !may(needed)) return null
  return (
    <Button
      tone="quiet"
      size="sm"
      data-screen-only
      // its text ends where the time above it ends
      css={{ marginRight: `-${space(3)}` }}
      busy={restoring.pending}
      aria-label={`Restore what was before: ${change}`}
      onClick={() => restoring.run(path)}
    >
      Restore
    </Button>
  )
}
