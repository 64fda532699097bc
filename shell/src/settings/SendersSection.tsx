import { ErrorState, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { LeadMailForm } from './LeadMailForm.tsx'
import { MailSenderForm } from './MailSenderForm.tsx'
import { SmsSenderForm } from './SmsSenderForm.tsx'
import { sendersQuery } from './senderCalls.ts'

/** What sends mail and SMS, and where mail about new leads goes. */
export function SendersSection() {
  const { data, error, isLoadingError, refetch } = useQuery(sendersQuery())
  if (isLoadingError)
    return (
      <ErrorState title="The senders could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    )
  if (!data) return <Skeleton height={420} />
  const section = { senders: data.value, record: { etag: data.etag, reload: refetch } }
  return (
    <div css={{ display: 'grid', gap: space(5) }}>
      <MailSenderForm {...section} />
      <SmsSenderForm {...section} />
      <LeadMailForm {...section} />
    </div>
  )
}
