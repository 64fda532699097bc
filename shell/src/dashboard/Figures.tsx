import { css } from '@emotion/react'
import { formatMoney } from '@plumbline/contract/money'
import type { Right } from '@plumbline/contract/rights'
import type { DashboardStats } from '@plumbline/insights/api'
import { color, ErrorState, phone, Skeleton, Stat, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import {
  CircleDollarSign,
  Contact,
  type LucideIcon,
  Star,
  TrendingDown,
  TrendingUp,
  Wrench,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { useSite } from '../site.ts'
import { statsQuery } from './queries.ts'
import { SampleMark } from './SampleMark.tsx'

const grid = css`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: ${space(4)};
  margin-bottom: ${space(6)};
  @media (max-width: 1100px) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  ${phone} { gap: ${space(3)}; }
`

const trend = css`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
`

type Figure = {
  name: keyof DashboardStats['trends']
  label: string
  to?: string
  /** Who may open the page. */
  needs?: Right
  icon: LucideIcon
  format: (stats: DashboardStats) => string
  /** What stands below it until there is a period to compare with. */
  sample: string
}

const figures: Figure[] = [
  {
    name: 'totalRevenue',
    label: 'Total Revenue',
    to: '/invoices',
    needs: 'invoices.view',
    icon: CircleDollarSign,
    format: (stats) => formatMoney(stats.totalRevenue),
    sample: '+12.5% from last month',
  },
  {
    name: 'activeJobs',
    label: 'Active Jobs',
    to: '/scheduler',
    needs: 'schedule.own.view',
    icon: Wrench,
    format: (stats) => String(stats.activeJobs),
    sample: '+3 from last week',
  },
  {
    name: 'newLeads',
    label: 'New Leads',
    to: '/crm?tab=leads&status=new',
    needs: 'leads',
    icon: Contact,
    format: (stats) => String(stats.newLeads),
    sample: '+8 this week',
  },
  {
    name: 'satisfaction',
    label: 'Customer Satisfaction',
    icon: Star,
    format: (stats) => `${stats.satisfaction.toFixed(1)}/5`,
    sample: '+0.1 from last month',
  },
]

/** The four figures of the business. */
export function Figures() {
  const { may } = useSite()
  const { data, isLoadingError, refetch } = useQuery(statsQuery())
  if (isLoadingError)
    return <ErrorState title="The figures could not be loaded" onRetry={() => void refetch()} />
  return (
    <div css={grid}>
      {figures.map(({ name, label, to, needs, icon, format, sample }) =>
        data ? (
          <Stat
            key={name}
            icon={icon}
            label={to && needs && may(needs) ? <Link to={to}>{label}</Link> : label}
            value={format(data)}
            hint={hintOf(data.trends[name], sample)}
          />
        ) : (
          <Skeleton key={name} height={118} />
        ),
      )}
    </div>
  )
}

/** Nothing stands below a figure that the member may not see. */
function hintOf(trend: string | null | undefined, sample: string) {
  if (trend === undefined) return undefined
  return trend ? <Trend text={trend} /> : <Sample text={sample} />
}

/** A change with its direction: as a word it has a sign, to the eye an arrow and a colour as well. */
function Trend({ text }: { text: string }) {
  const isLess = text.startsWith('-')
  const Icon = isLess ? TrendingDown : TrendingUp
  if (!/^[+-]/.test(text)) return text
  return (
    <span css={trend} style={{ color: isLess ? color.red : color.green }}>
      <Icon size={14} aria-hidden />
      {text.replace(/^-/, '−')}
    </span>
  )
}

const Sample = ({ text }: { text: string }) => (
  <>
    <span>{text}</span> <SampleMark title="There is no earlier period to compare with yet" />
  </>
)
