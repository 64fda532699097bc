import { css } from '@emotion/react'
import { color, ErrorState, phone, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NavLink, useParams } from 'react-router-dom'
import { NotFound } from '../pages/NotFound.tsx'
import { Page } from '../pages/Page.tsx'
import { BusinessSection } from './BusinessSection.tsx'
import { businessQuery } from './businessCalls.ts'
import { PaymentSection } from './PaymentSection.tsx'
import { RatesSection } from './RatesSection.tsx'
import type { SectionProps } from './SectionForm.tsx'
import { type SectionName, settingsSections } from './sections.ts'

const forms: Record<SectionName, (props: SectionProps) => ReactNode> = {
  business: BusinessSection,
  rates: RatesSection,
  payment: PaymentSection,
}

const layout = css`
  display: grid;
  grid-template-columns: 180px minmax(0, 720px);
  gap: ${space(8)};
  align-items: start;
  nav { display: grid; gap: ${space(1)}; }
  nav a { display: flex; align-items: center; min-height: 40px; padding: 0 ${space(3)}; border-radius: 6px; color: ${color.muted}; font-weight: 500; text-decoration: none; }
  nav a:hover { color: ${color.ink}; background: ${color.sunken}; }
  nav a[aria-current] { color: ${color.ink}; background: ${color.sunken}; }
  @media (max-width: 1023px) {
    grid-template-columns: minmax(0, 720px);
    gap: ${space(4)};
    nav { display: flex; overflow-x: auto; scrollbar-width: none; }
    nav a { flex: none; }
  }
  ${phone} { nav a { min-height: 44px; } }
`

/** `/settings/:section`: what is true of the business, as the owner sets it. */
export function Settings() {
  const { section = '' } = useParams()
  const { data, error, isLoadingError, refetch } = useQuery(businessQuery())
  const current = settingsSections.find(({ name }) => name === section)
  if (!current) return <NotFound />
  const Section = forms[current.name]
  return (
    <Page
      title="Settings"
      text="What is set here is on the next page, in the next message and on the next invoice."
    >
      <title>{`${current.label} settings`}</title>
      <div css={layout}>
        <nav aria-label="Settings">
          {settingsSections.map(({ name, to, label }) => (
            <NavLink key={name} to={to}>
              {label}
            </NavLink>
          ))}
        </nav>
        {isLoadingError ? (
          <ErrorState title="The settings could not be loaded" onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        ) : data ? (
          <Section key={section} business={data.value} record={{ etag: data.etag, reload: refetch }} />
        ) : (
          <Skeleton height={420} />
        )}
      </div>
    </Page>
  )
}
