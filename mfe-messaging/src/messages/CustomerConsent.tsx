import { css } from '@emotion/react'
import { ErrorState, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { ConsentSwitch } from './ConsentDrawer.tsx'
import { consentQuery } from './queries.ts'

const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(6)};
  label { gap: ${space(2)}; }
`

/** Whether a customer gets texts and emails; a widget of their profile. */
export function CustomerConsent({ customerId }: { customerId: number }) {
  const { data, isLoadingError, refetch } = useQuery(consentQuery(customerId))
  if (isLoadingError)
    return <ErrorState title="The contact preferences could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={36} />
  return (
    <div css={row}>
      <ConsentSwitch topic="sms" label="Text messages" customerId={customerId} isOn={data.sms} />
      <ConsentSwitch topic="email" label="Emails" customerId={customerId} isOn={data.email} />
    </div>
  )
}
