import { LeadForm } from '@plumbline/crm/api'
import { config } from 'zod/mini'

// zod otherwise probes for eval, which the content security policy reports
config({ jitless: true })

export type Problems = Map<PropertyKey, string>

/** The first complaint about each field. */
export function problemsOf(values: Record<string, string>): Problems {
  const issues = LeadForm.safeParse(values).error?.issues ?? []
  return new Map(issues.toReversed().map((issue) => [issue.path[0] ?? '', issue.message]))
}
