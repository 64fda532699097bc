import { PageHeader } from '@plumbline/ui'
import type { ReactNode } from 'react'

/** A titled page of the shell. */
export function Page({
  title,
  text,
  actions,
  children,
}: {
  title: string
  text?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <>
      <title>{title}</title>
      <PageHeader title={title} text={text} actions={actions} />
      {children}
    </>
  )
}
