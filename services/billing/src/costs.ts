import { rejection } from '@plumbline/platform/errors'
import { type Caller, may } from '@plumbline/platform/http'
import { centsOf } from '@plumbline/platform/money'

type Costed = { unitCost?: string | null | undefined }

/** Throws where a form says what something costs, and its caller may not see costs. */
export function requireMayNoteCosts(caller: Caller, forms: readonly Costed[]): void {
  if (forms.some(({ unitCost }) => unitCost !== undefined) && !may(caller, 'costs.view'))
    throw rejection('forbidden', 'Your role does not allow you to note costs.')
}

/** In cents; undefined where the form does not say it. */
export const costCentsOf = ({ unitCost }: Costed): number | null | undefined =>
  unitCost == null ? unitCost : centsOf(unitCost)
