import { RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Button } from './Button.tsx'
import { stateFrame } from './EmptyState.tsx'
import { color, space, text } from './tokens.ts'

type ErrorStateProps = { title: string; children?: ReactNode; onRetry?: () => void }

/** Says what did not work and what was kept, and repeats it on request, or by itself when the network is back. */
export function ErrorState({ title, children, onRetry }: ErrorStateProps) {
  const retry = useEffectEvent(() => onRetry?.())
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [])
  return (
    <div css={stateFrame} role="alert">
      <h2 css={{ fontSize: text.lg }}>{title}</h2>
      {children && <p css={{ color: color.muted, maxWidth: '52ch' }}>{children}</p>}
      {onRetry && (
        <Button css={{ marginTop: space(1) }} onClick={onRetry}>
          <RotateCw size={16} aria-hidden />
          Try again
        </Button>
      )}
    </div>
  )
}
