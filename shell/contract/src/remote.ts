import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import type { Business } from './boot.ts'

/** What the shell hands to a remote. */
export type RemoteContext = { queryClient: QueryClient; business: Business }

/** A remote's `./routes`: one object per path of its `mfe.json`, the path written in full. */
export type RoutesModule = { createRoutes: (context: RemoteContext) => RouteObject[] }

/** A remote's `./widgets`: components it lends to other pages, by the names in its `mfe.json`. */
export type WidgetsModule = Record<string, ComponentType<never>>

/** Rises with all that a remote may newly rely on; what it was before stays below `versions`. */
export const contractVersion: number = 6

/** The oldest that a remote may have been made for. Rises when what that one relied on is no longer there. */
export const oldestContract: number = 2
