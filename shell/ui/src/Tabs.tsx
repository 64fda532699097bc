import { css } from '@emotion/react'
import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { color, motion, space } from './tokens.ts'

const trigger = css`
  min-height: 44px;
  padding: 0 ${space(1)};
  border: 0;
  border-bottom: 2px solid transparent;
  background: none;
  color: ${color.muted};
  font-weight: 600;
  cursor: pointer;
  transition: color ${motion}, border-color ${motion};
  &:hover { color: ${color.ink}; }
  &[data-state='active'] { color: ${color.ink}; border-color: ${color.accent}; }
`

export type Tab = { value: string; label: ReactNode; content: ReactNode }

/** Tabs whose choice belongs to the caller, usually to the URL. */
export const Tabs = ({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
}) => (
  <Primitive.Root value={value} onValueChange={onChange}>
    <Primitive.List
      aria-label={label}
      css={{ display: 'flex', gap: space(6), borderBottom: `1px solid ${color.line}` }}
    >
      {tabs.map((tab) => (
        <Primitive.Trigger key={tab.value} value={tab.value} css={trigger}>
          {tab.label}
        </Primitive.Trigger>
      ))}
    </Primitive.List>
    {tabs.map((tab) => (
      <Primitive.Content key={tab.value} value={tab.value} css={{ paddingTop: space(5) }}>
        {tab.content}
      </Primitive.Content>
    ))}
  </Primitive.Root>
)
