import { css } from '@emotion/react'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { color, motion, phone, space } from './tokens.ts'

const box = css`
  summary {
    display: flex;
    gap: ${space(2)};
    align-items: center;
    min-height: 36px;
    color: ${color.muted};
    font-weight: 500;
    list-style: none;
    cursor: pointer;
  }
  summary::-webkit-details-marker { display: none; }
  summary:hover { color: ${color.ink}; }
  summary svg { transition: transform ${motion}; }
  &[open] summary { margin-bottom: ${space(3)}; }
  &[open] summary svg { transform: rotate(90deg); }
  ${phone} { summary { min-height: 44px; } }
  @media print { display: none; }
`

type DisclosureProps = {
  label: string
  /** Opens it, as where something in it is wrong; it stays open afterwards, until it is closed. */
  open?: boolean
  children: ReactNode
}

/** What few ask for: it is loaded when it is opened. */
export function Disclosure({ label, open = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(open)
  if (open && !isOpen) setOpen(true)
  return (
    <details
      css={box}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        currentTarget.open ||= open
        setOpen(currentTarget.open)
      }}
    >
      <summary>
        <ChevronRight size={16} aria-hidden />
        {label}
      </summary>
      {isOpen && children}
    </details>
  )
}
