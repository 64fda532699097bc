import { css } from '@emotion/react'
import { useRights } from '@plumbline/contract/rights'
import { color, EmptyState, ErrorState, phone, Select, Skeleton, space, useIsPhone } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { NavLink, useNavigate, useParams } from 'react-router-dom'
import { NotFound } from '../pages/NotFound.tsx'
import { Page } from '../pages/Page.tsx'
import { businessQuery } from './businessCalls.ts'
import type { SectionProps } from './SectionForm.tsx'
import { type SectionName, settingsSections } from './sections.ts'

const section = (load: () => Promise<ComponentType<SectionProps>>) =>
  lazy(async () => ({ default: await load() }))

const forms: Record<SectionName, ComponentType<SectionProps>> = {
  business: section(async () => (await import('./BusinessSection.tsx')).BusinessSection),
  hours: section(async () => (await import('./HoursSection.tsx')).HoursSection),
  services: section(async () => (await import('./ServicesSection.tsx')).ServicesSection),
  'estimate-options': section(
    async () => (await import('./EstimateOptionsSection.tsx')).EstimateOptionsSection,
  ),
  rates: section(async () => (await import('./RatesSection.tsx')).RatesSection),
  tax: section(async () => (await import('./TaxSection.tsx')).TaxSection),
  messages: section(async () => (await import('./MessagesSection.tsx')).MessagesSection),
  senders: section(async () => (await import('./SendersSection.tsx')).SendersSection),
  payment: section(async () => (await import('./PaymentSection.tsx')).PaymentSection),
  quotes: section(async () => (await import('./QuotesSection.tsx')).QuotesSection),
  landing: section(async () => (await import('./LandingSection.tsx')).LandingSection),
  team: section(async () => (await import('./team/TeamSection.tsx')).TeamSection),
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
    nav { display: flex; flex-wrap: wrap; }
  }
  ${phone} { nav { display: block; } }
`

/** `/settings/:section`: what is true of the business, as the owner sets it. */
export function Settings() {
  const { section = '' } = useParams()
  const { data, error, isLoadingError, refetch } = useQuery(businessQuery())
  const { isKnown, may } = useRights()
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
        <SectionList current={current.to} />
        {isKnown && !current.needs.some(may) ? (
          <EmptyState title="Your role does not allow this">Ask the owner of the business.</EmptyState>
        ) : isLoadingError ? (
          <ErrorState title="The settings could not be loaded" onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        ) : data && isKnown ? (
          <Suspense fallback={<Skeleton height={420} />}>
            <Section key={section} business={data.value} record={{ etag: data.etag, reload: refetch }} />
          </Suspense>
        ) : (
          <Skeleton height={420} />
        )}
      </div>
    </Page>
  )
}

/** Links to the sections; on a phone, which has no room for them, a choice. */
function SectionList({ current }: { current: string }) {
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const { may } = useRights()
  const sections = settingsSections.filter(({ needs, to }) => needs.some(may) || to === current)
  return (
    <nav aria-label="Settings">
      {isPhone ? (
        <Select
          aria-label="Section"
          value={current}
          onChange={({ target }) => void navigate(target.value)}
          options={sections.map(({ to, label }) => ({ value: to, label }))}
        />
      ) : (
        sections.map(({ name, to, label }) => (
          <NavLink key={name} to={to}>
            {label}
          </NavLink>
        ))
      )}
    </nav>
  )
}
