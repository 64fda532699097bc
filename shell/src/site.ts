import type { Business, Remote } from '@plumbline/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'

/** What the whole shell knows from its first moment on. */
export type Site = { business: Business; remotes: readonly Remote[]; queryClient: QueryClient }

export const SiteContext = createContext<Site | null>(null)

export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('useSite stands outside the shell')
  return site
}
