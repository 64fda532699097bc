import { css } from '@emotion/react'
import { type ReactNode, useEffect, useState } from 'react'
import { layer, motion, phone, radius, shadow, space } from './tokens.ts'

const floating = css`
  display: contents;
  ${phone} {
    position: fixed;
    z-index: ${layer.sticky};
    right: ${space(4)};
    bottom: calc(60px + ${space(4)} + env(safe-area-inset-bottom));
    display: block;
    transition: translate ${motion}, visibility ${motion};
    @media (max-height: 480px) { bottom: calc(44px + ${space(3)} + env(safe-area-inset-bottom)); }
    && > * {
      min-height: 48px;
      padding-inline: ${space(5)};
      border-radius: ${radius.pill};
      box-shadow: ${shadow.float};
    }
    &[data-hidden]:not(:focus-within) { translate: 0 calc(100% + 96px); visibility: hidden; }
  }
  @media print { display: none; }
`

// less is the trembling of a thumb
const farEnough = 24

/** Whether a person reads on: they scroll down, and not back up since. */
function useScrollsDown(): boolean {
  const [scrollsDown, setScrollsDown] = useState(false)
  useEffect(() => {
    let turnedAt = window.scrollY
    const look = () => {
      const { scrollY } = window
      const isDown = scrollY > turnedAt
      if (Math.abs(scrollY - turnedAt) < farEnough) return
      turnedAt = scrollY
      setScrollsDown(isDown && scrollY > farEnough)
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return scrollsDown
}

/** The one thing that is done most on a page; on a phone it floats above the list, out of the way while that is read. */
export function PrimaryAction({ children }: { children: ReactNode }) {
  const isHidden = useScrollsDown()
  return (
    <span css={floating} data-primary data-hidden={isHidden || undefined}>
      {children}
    </span>
  )
}
