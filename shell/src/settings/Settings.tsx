import { css } from '@emotion/react'
import { color, ErrorState, phone, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { NavLink, useParams } from 'react-router-dom'
import { NotFound } from '../pages/NotFound.tsx'
import { Page } from '../pages/Page.tsx'
import { BusinessSection } from './BusinessSection.tsx'
import { businessQuery } from './businessCalls.ts'
import { PaymentSection } from './PaymentSection.tsx'
import { RatesSection } from './RatesSection.tsx'
import type { SectionProps } from './SectionForm.tsx'

const sections: Record<string, { label: string; Section: (props: SectionProps) => React.ReactNode }> = {
  business: { label: 'Business', Section: BusinessSection },
  rates: { label: 'Rates', Section: RatesSection },
  payment: { label: 'Payment', Section: PaymentSection },
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
  const current = Object.hasOwn(sections, section) ? sections[section] : undefined
  if (!current) return <NotFound />
  return (
    <Page
      title="Settings"
      text="What is set here is on the next page, in the next message and on the next invoice."
    >
      <title>{`${current.label} settings`}</title>
      <div css={layout}>
        <nav aria-label="Settings">
          {Object.entries(sections).map(([name, { label }]) => (
            <NavLink key={name} to={`/settings/${name}`}>
              {label}
            </NavLink>
          ))}
        </nav>
        {isLoadingError ? (
          <ErrorState title="The settings could not be loaded" onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        ) : data ? (
          <current.Section
            key={section}
            business={data.value}
            record={{ etag: data.etag, reload: refetch }}
          />
        ) : (
          <Skeleton height={420} />
        )}
      </div>
    </Page>
  )
}
