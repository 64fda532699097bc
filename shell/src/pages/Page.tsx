import { phone, space, text } from '@plumbline/ui'
import type { ReactNode } from 'react'
import { useSite } from '../site.ts'

/** A titled page of the shell. */
export function Page({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children?: ReactNode
}) {
  const { business } = useSite()
  return (
    <>
      <title>{`${title} · ${business.product}`}</title>
      <div
        css={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: space(4),
          alignItems: 'center',
          justifyContent: 'space-between',
          marginBottom: space(6),
        }}
      >
        <h1 css={{ fontSize: text.xxl }}>{title}</h1>
        {actions && (
          <div
            css={{
              display: 'flex',
              flexWrap: 'wrap',
              gap: space(2),
              [phone]: { flexWrap: 'nowrap', width: '100%' },
            }}
          >
            {actions}
          </div>
        )}
      </div>
      {children}
    </>
  )
}
