import type { Business, Remote } from '@plumbline/contract'
import type { Right } from '@plumbline/contract/rights'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'

/** The role of who may everything, and is asked nothing about it. */
export const ownerRole = 'business_owner'

/** What the whole shell knows from its first moment on. */
export type Site = {
  business: Business
  /** With no more than what the member may use. */
  remotes: readonly Remote[]
  queryClient: QueryClient
  /** The owner may everything; what others may is known before anything of the back-office is shown to them. */
  may: (right: Right) => boolean
}

export const SiteContext = createContext<Site | null>(null)

/** Whether there were demonstration data when the gateway wrote the document. */
export const isDemonstration = () => document.documentElement.dataset.demonstration === 'present'

/** Whether the owner was still making the product theirs when the gateway wrote the document. */
export const isSetupOpen = () => document.documentElement.dataset.setup === 'open'
export const forgetSetup = () => {
  document.documentElement.dataset.setup = ''
}

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
