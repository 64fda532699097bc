import { formatDateTime, toast } from '@plumbline/contract'
import type { Consent, ConsentForm } from '@plumbline/messaging/api'
import { Drawer, ErrorState, Skeleton, Switch, space, Timeline, text } from '@plumbline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, Check } from 'lucide-react'
import { consentQuery, refresh, setConsent } from './queries.ts'

type ConsentDrawerProps = { customerId: number; name: string; open: boolean; onClose: () => void }

/** What a customer wants to hear from us, and who said so. */
export const ConsentDrawer = ({ customerId, name, open, onClose }: ConsentDrawerProps) => (
  <Drawer
    open={open}
    onClose={onClose}
    title={`What ${name} wants to hear`}
    description="Nothing goes out on a channel that is off, whoever writes it."
  >
    <Switches customerId={customerId} />
  </Drawer>
)

const switches = [
  {
    what: 'sms',
    label: 'SMS',
    hint: 'After a STOP only a START from their phone lifts the provider’s block.',
  },
  { what: 'email', label: 'E-mail', hint: 'Notices, invoices and what you write.' },
  { what: 'reminders', label: 'Appointment reminders', hint: 'The day before, on the channels above.' },
] as const

function Switches({ customerId }: { customerId: number }) {
  const queryClient = useQueryClient()
  const { queryKey } = consentQuery(customerId)
  const { data, error, refetch } = useQuery(consentQuery(customerId))
  const change = useMutation({
    mutationFn: (form: ConsentForm) => setConsent(customerId, form),
    onSuccess: (now) => {
      queryClient.setQueryData(queryKey, now)
      void refresh(queryClient)
    },
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  if (error) return <ErrorState title="This could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={220} />
  const shown = { ...data, ...(change.isPending && change.variables) }
  return (
    <>
      <div css={{ display: 'grid', gap: space(3) }}>
        {switches.map(({ what, label, hint }) => (
          <Switch
            key={what}
            label={label}
            hint={hint}
            checked={shown[what]}
            disabled={change.isPending}
            onChange={(on) => change.mutate({ [what]: on })}
          />
        ))}
      </div>
      <h3 css={{ margin: `${space(7)} 0 ${space(3)}`, fontSize: text.md }}>History</h3>
      {data.history.length === 0 ? (
        <p css={{ margin: 0 }}>Nobody has changed anything yet: all of it is on.</p>
      ) : (
        <Timeline entries={data.history.map(entryOf)} />
      )}
    </>
  )
}

const names = { sms: 'SMS', email: 'E-mail', reminders: 'Reminders' }
const sources = {
  staff: 'by staff, in the back-office',
  customer: 'by the customer, with an SMS',
  provider: 'told by the SMS provider',
}

const entryOf = ({ id, at, by, what, wanted }: Consent['history'][number]) => ({
  id,
  icon: wanted ? Check : Ban,
  tone: wanted ? ('green' as const) : ('muted' as const),
  title: `${names[what]} ${wanted ? 'on' : 'off'}`,
  at: <time dateTime={at}>{formatDateTime(at)}</time>,
  children: sources[by],
})
