import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'

type NotFoundStateProps = {
  /** @example 'Customer' */
  what: string
  /** The way to where there are others. */
  action: ReactNode
  children: ReactNode
}

/** In place of a page about a record that does not exist. */
export function NotFoundState({ what, action, children }: NotFoundStateProps) {
  const title = `${what} Not Found`
  return (
    <>
      <title>{title}</title>
      <EmptyState title={title} heading="h1" action={action}>
        {children}
      </EmptyState>
    </>
  )
}
