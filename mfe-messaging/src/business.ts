import type { Business } from '@plumbline/contract'
import { createContext } from 'react'

const nobody: Business = { product: '', name: '', tagline: '', phone: '', phoneHref: '', email: '', area: '' }

/** The business that the templates speak for. */
export const BusinessContext = createContext<Business>(nobody)
