import { inTurn, middle, ratioOf, type Slice, slice } from './compare.ts'
import type { Loader } from './loader.ts'
import type { Site } from './site.ts'

/** What a write costs on the larger site, over what it costs on the smaller. */
export type Grown = {
  ours: number
  crud: number
  slices: Record<'oursSmall' | 'oursLarge' | 'crudSmall' | 'crudLarge', Slice>
}

/** Creates customers on a small and a large site in turn, so that a slow moment is one for both. */
export async function growth(
  loader: Loader,
  small: Site,
  large: Site,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Grown> {
  const found = await inTurn(rounds, {
    oursSmall: () => slice(loader, small, 'ours', 'create a customer', seconds),
    oursLarge: () => slice(loader, large, 'ours', 'create a customer', seconds),
    crudSmall: () => slice(loader, small, 'crud', 'create a customer', seconds),
    crudLarge: () => slice(loader, large, 'crud', 'create a customer', seconds),
  })
  const { oursSmall, oursLarge, crudSmall, crudLarge } = found
  return {
    ours: ratioOf(oursSmall, oursLarge),
    crud: ratioOf(crudSmall, crudLarge),
    slices: {
      ...{ oursSmall: middle(oursSmall), oursLarge: middle(oursLarge) },
      ...{ crudSmall: middle(crudSmall), crudLarge: middle(crudLarge) },
    },
  }
}
