import { css } from '@emotion/react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { color, motion, phone, space } from './tokens.ts'

const list = css`
  display: flex;
  gap: ${space(6)};
  border-bottom: 1px solid ${color.line};
  overflow-x: auto;
  scrollbar-width: none;
  @media print { display: none; }
`

const trigger = css`
  flex: none;
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
  &:focus-visible { outline-offset: -2px; }
  &[aria-selected='true'] { color: ${color.ink}; border-color: ${color.accent}; }
`

const panel = css`
  padding-top: ${space(5)};
  ${phone} { padding-top: ${space(2)}; }
`

export type Tab = { value: string; label: ReactNode; content: ReactNode }

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
}

/** Tabs whose choice belongs to the caller, usually to the URL. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const id = useId()
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = steps[event.key]?.(at, tabs.length)
    if (next === undefined || !tabs[next]) return
    event.preventDefault()
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    onChange(tabs[next].value)
  }
  return (
    <div>
      <div role="tablist" aria-label={label} css={list} onKeyDown={walk}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            css={trigger}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div key={value} id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} css={panel}>
        {tabs.find((tab) => tab.value === value)?.content}
      </div>
    </div>
  )
}
