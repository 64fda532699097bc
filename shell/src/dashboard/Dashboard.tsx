import { css } from '@emotion/react'
import { LendingContext, Widget } from '@plumbline/contract'
import { buttonStyle, Card, EmptyState, space, useIsPhone } from '@plumbline/ui'
import { Plus } from 'lucide-react'
import { lazy, Suspense, use, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { Page } from '../pages/Page.tsx'
import { isSetupOpen, useSite } from '../site.ts'
import { Figures } from './Figures.tsx'
import { FirstRunPlace } from './FirstRunPlace.tsx'
import { NeedsYou } from './NeedsYou.tsx'
import { RecentActivity } from './RecentActivity.tsx'

// only while a business is being set up, and once the work of today is there
const firstRunAfterMs = 1_000
const FirstRun = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, firstRunAfterMs))
  return { default: (await import('./FirstRun.tsx')).FirstRun }
})

const actions = [
  { label: 'New Customer', to: '/customers/new', needs: 'customers.edit' },
  { label: 'New Appointment', to: '/appointments/new', needs: 'schedule.all.edit' },
  { label: 'New Invoice', to: '/invoices/new', needs: 'invoices.edit' },
] as const

const action = [
  ...buttonStyle('secondary'),
  css`
    @media (max-width: 1000px) { flex: 1 1 0; flex-direction: column; gap: ${space(1)}; padding: ${space(2)}; font-size: 13px; }
  `,
]

const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  gap: ${space(6)};
  align-items: start;
  > div { display: grid; gap: ${space(6)}; }
  @media (max-width: 1100px) { grid-template-columns: minmax(0, 1fr); }
`

// what is below appears when today's jobs have their place, so that nothing moves; but it does not wait for long
const longestWaitMs = 3_000
// when it is opened again the jobs are known, and its height is needed at once to scroll back
let wasSettled = false

/** `/dashboard`: what waits and what happens today, then the figures, the next jobs, new leads and recent activity. */
export function Dashboard() {
  const hasJobs = use(LendingContext)('scheduling', 'TodayJobs') !== null
  const [isSettled, setIsSettled] = useState(wasSettled || !hasJobs)
  const settle = () => {
    wasSettled = true
    setIsSettled(true)
  }
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), longestWaitMs)
    return () => clearTimeout(timer)
  }, [])
  const isPhone = useIsPhone()
  const { may } = useSite()
  const buttons = actions
    .filter(({ needs }) => may(needs))
    .map(({ label, to }) => (
      <Link key={to} to={to} css={action}>
        <Plus size={16} aria-hidden />
        {label}
      </Link>
    ))
  return (
    <Page title="Business Dashboard" actions={!isPhone && buttons}>
      {isPhone && <NeedsYou />}
      <div css={{ marginBottom: space(5), '&:empty': { display: 'none' } }}>
        <Widget
          remote="scheduling"
          name="TodayJobs"
          height={160}
          props={{ onReady: settle }}
          otherwise={null}
        />
      </div>
      <div css={isSettled ? undefined : { display: 'none' }}>
        {!isPhone && <NeedsYou />}
        {isSettled && isSetupOpen() && may('settings') && (
          <Suspense fallback={<FirstRunPlace />}>
            <FirstRun />
          </Suspense>
        )}
        {isPhone && (
          <div css={{ display: 'flex', flexWrap: 'wrap', gap: space(2), marginBottom: space(4) }}>
            {buttons}
          </div>
        )}
        <Figures />
        <div css={columns}>
          <div>
            <Widget
              remote="scheduling"
              name="UpcomingJobs"
              height={260}
              otherwise={
                <Card title="Upcoming Jobs">
                  <EmptyState title="Scheduling is not installed">
                    Upcoming jobs will appear here once it is installed.
                  </EmptyState>
                </Card>
              }
            />
            <Widget remote="crm" name="NewLeads" />
          </div>
          <RecentActivity />
        </div>
      </div>
    </Page>
  )
}
