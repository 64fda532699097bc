import { css } from '@emotion/react'
import { readBusiness } from '@plumbline/contract'
import { space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { businessQuery } from './businessQuery.ts'

const head = css`
  display: none;
  justify-content: space-between;
  gap: ${space(6)};
  margin-bottom: ${space(6)};
  b { display: block; font-size: ${text.lg}; }
  @media print { display: flex; }
`

const signature = css`
  display: none;
  grid-template-columns: 2fr 1fr;
  gap: ${space(8)};
  margin-top: ${space(16)};
  break-inside: avoid;
  font-size: ${text.sm};
  > span { padding-top: ${space(1)}; border-top: 1px solid; }
  @media print { display: grid; }
`

/** Who does the job, at the head of the sheet on paper; the address is said where it is set. */
export function SheetHead({ id }: { id: number }) {
  const { name, phone } = readBusiness()
  const { data } = useQuery(businessQuery())
  return (
    <div css={head}>
      <p>
        <b>{name}</b>
        {[data?.description.address, phone].filter(Boolean).join(' · ')}
      </p>
      <p>Job #{id}</p>
    </div>
  )
}

/** At the end of the sheet on paper. */
export const SheetSignature = () => (
  <div css={signature}>
    <span>Customer signature</span>
    <span>Date</span>
  </div>
)
