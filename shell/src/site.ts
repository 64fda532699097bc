import type { Business, Remote } from '@plumbline/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'

/** What the whole shell knows from its first moment on. */
export type Site = { business: Business; remotes: readonly Remote[]; queryClient: QueryClient }

export const SiteContext = createContext<Site | null>(null)

const signedInKey = 'plumbline:signed-in'

/** Remembers for the next start whether this browser is signed in, so that it can show the right frame at once. */
export const rememberSignedIn = (isSignedIn: boolean) =>
  isSignedIn ? localStorage.setItem(signedInKey, 'yes') : localStorage.removeItem(signedInKey)
export const wasSignedIn = () => localStorage.getItem(signedInKey) !== null

export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('useSite stands outside the shell')
  return site
}
