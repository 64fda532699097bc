import { PageHeader } from '@plumbline/ui'
import type { ReactNode } from 'react'
import { useSite } from '../site.ts'

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
  const { business } = useSite()
  return (
    <>
      <title>{`${title} · ${business.product}`}</title>
      <PageHeader title={title} text={text} actions={actions} />
      {children}
    </>
  )
}
