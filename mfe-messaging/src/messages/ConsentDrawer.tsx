import { formatDateTime } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { useRights } from '@plumbline/contract/rights'
import type { Consent } from '@plumbline/messaging/api'
import { Drawer, ErrorState, Skeleton, Switch, space, Timeline, text } from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, Check } from 'lucide-react'
import { changeConsent, consentQuery, messagesKey } from './queries.ts'

type ConsentDrawerProps = { customerId: number; name: string | undefined; open: boolean; onClose: () => void }

/** Which messages a customer allows, and who changed it. */
export const ConsentDrawer = ({ customerId, name, open, onClose }: ConsentDrawerProps) => (
  <Drawer
    open={open}
    onClose={onClose}
    title={name ? `Contact preferences of ${name}` : 'Contact preferences'}
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
  const { data, isLoadingError, refetch } = useQuery(consentQuery(customerId))
  if (isLoadingError)
    return <ErrorState title="The contact preferences could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={220} />
  return (
    <>
      <div css={{ display: 'grid', gap: space(3) }}>
        {switches.map((it) => (
          <ConsentSwitch key={it.topic} {...it} customerId={customerId} isOn={data[it.topic]} />
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

type ConsentSwitchProps = {
  topic: (typeof switches)[number]['topic']
  label: string
  hint?: string
  customerId: number
  isOn: boolean
}

/** One action each, so that a switch that is pressed while another is being saved is saved as well. */
export function ConsentSwitch({ topic, label, hint, customerId, isOn }: ConsentSwitchProps) {
  const queryClient = useQueryClient()
  const { may } = useRights()
  const changing = useAction((value: boolean) => changeConsent(customerId, { [topic]: value }), {
    refetch: [messagesKey],
    failure: 'Failed to save contact preferences. Please try again.',
    onDone: (consent) => queryClient.setQueryData(consentQuery(customerId).queryKey, consent),
    queue: `consent of ${customerId}`,
  })
  // not disabled while it is saved: it would lose the focus
  return (
    <Switch
      label={label}
      hint={hint}
      checked={changing.input ?? isOn}
      onChange={changing.run}
      disabled={!may('messages.all')}
    />
  )
}

const topics = { sms: 'SMS', email: 'Email', reminders: 'Reminders' }
const sources = {
  staff: 'by staff',
  customer: 'by the customer, by SMS',
  provider: 'reported by the SMS provider',
}

const entryOf = ({ id, at, by, actorName, what, wanted }: Consent['history'][number]) => ({
  id,
  icon: wanted ? Check : Ban,
  tone: wanted ? ('green' as const) : ('muted' as const),
  title: `${topics[what]} ${wanted ? 'on' : 'off'}`,
  at: <time dateTime={at}>{formatDateTime(at)}</time>,
  children: actorName ? `by ${actorName}` : sources[by],
})
