import type { RemoteContext } from '@plumbline/contract'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { BusinessContext } from './business.ts'
import { conversationsQuery } from './messages/queries.ts'

/** Messaging's page, by the path of `mfe.json`. Code and data load side by side. */
export function createRoutes({ queryClient, business }: RemoteContext): RouteObject[] {
  let Page: ComponentType | undefined
  return [
    {
      path: '/messages',
      loader: () => queryClient.ensureQueryData(conversationsQuery()),
      lazy: async () => {
        const { MessagesPage } = await import('./messages/MessagesPage.tsx')
        Page ??= () => (
          <BusinessContext value={business}>
            <MessagesPage />
          </BusinessContext>
        )
        return { Component: Page }
      },
    },
  ]
}
