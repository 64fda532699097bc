import type { Remote } from '@plumbline/contract'
import { ErrorState, Skeleton } from '@plumbline/ui'
import { Component, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useSite } from '../site.ts'
import { loadWidgets } from './runtime.ts'

type BoundaryProps = { title: string; onRetry: () => void; children: ReactNode }

class WidgetBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    const { title, onRetry, children } = this.props
    if (!this.state.failed) return children
    return <ErrorState title={`${title} cannot be shown right now`} onRetry={onRetry} />
  }
}

const loadWidget = (remote: Remote, name: string) =>
  lazy(async () => {
    const widget = (await loadWidgets(remote))[name]
    if (!widget) throw new Error(`${remote.name} lends no ${name}`)
    return { default: widget }
  })

/** A component that a remote lends to this page. Its failure stays inside its own frame. */
export function Widget({ remote: remoteName, name }: { remote: string; name: string }) {
  const remote = useSite().remotes.find((it) => it.name === remoteName)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads anew
  const Lent = useMemo(() => remote && loadWidget(remote, name), [remote, name, attempt])
  if (!remote?.release || !Lent || !remote.widgets.includes(name)) return null
  return (
    <WidgetBoundary key={attempt} title={remote.title} onRetry={() => setAttempt(attempt + 1)}>
      <Suspense fallback={<Skeleton height={180} />}>
        <Lent />
      </Suspense>
    </WidgetBoundary>
  )
}
