import { formatDateTime } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import type { Consent, ConsentForm } from '@plumbline/messaging/api'
import { Drawer, ErrorState, Skeleton, Switch, space, Timeline, text } from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, Check } from 'lucide-react'
import { changeConsent, consentQuery, messagesKey } from './queries.ts'

type ConsentDrawerProps = { customerId: number; open: boolean; onClose: () => void }

/** Which messages a customer allows, and who changed it. */
export const ConsentDrawer = ({ customerId, open, onClose }: ConsentDrawerProps) => (
  <Drawer
    open={open}
    onClose={onClose}
    title="Contact preferences"
    description="We never send on a channel that is off."
  >
    <Preferences customerId={customerId} />
  </Drawer>
)

const switches = [
  {
    topic: 'sms',
    label: 'SMS',
    hint: 'If they texted STOP, only they can turn SMS back on, by texting START.',
  },
  { topic: 'email', label: 'Email', hint: 'Notifications, invoices and your messages.' },
  { topic: 'reminders', label: 'Appointment reminders', hint: 'The day before, on the channels above.' },
] as const

function Preferences({ customerId }: { customerId: number }) {
  const queryClient = useQueryClient()
  const { data, isLoadingError, refetch } = useQuery(consentQuery(customerId))
  const changing = useAction((form: ConsentForm) => changeConsent(customerId, form), {
    refetch: [messagesKey],
    failure: 'Failed to save contact preferences. Please try again.',
    onDone: (consent) => queryClient.setQueryData(consentQuery(customerId).queryKey, consent),
  })
  if (isLoadingError)
    return <ErrorState title="The contact preferences could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={220} />
  const consent = { ...data, ...changing.input }
  return (
    <>
      <div css={{ display: 'grid', gap: space(3) }}>
        {switches.map(({ topic, label, hint }) => (
          <Switch
            key={topic}
            label={label}
            hint={hint}
            checked={consent[topic]}
            // not disabled while it is saved: it would lose the focus
            onChange={(isOn) => !changing.pending && changing.run({ [topic]: isOn })}
          />
        ))}
      </div>
      <h3 css={{ margin: `${space(7)} 0 ${space(3)}`, fontSize: text.md }}>History</h3>
      {data.history.length === 0 ? (
        <p>No changes yet. Everything is on.</p>
      ) : (
        <Timeline entries={data.history.map(entryOf)} />
      )}
    </>
  )
}

const topics = { sms: 'SMS', email: 'Email', reminders: 'Reminders' }
const sources = {
  staff: 'by staff',
  customer: 'by the customer, by SMS',
  provider: 'reported by the SMS provider',
}

const entryOf = ({ id, at, by, what, wanted }: Consent['history'][number]) => ({
  id,
  icon: wanted ? Check : Ban,
  tone: wanted ? ('green' as const) : ('muted' as const),
  title: `${topics[what]} ${wanted ? 'on' : 'off'}`,
  at: <time dateTime={at}>{formatDateTime(at)}</time>,
  children: sources[by],
})
