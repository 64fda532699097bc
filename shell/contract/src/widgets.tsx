import { ErrorState, Skeleton } from '@plumbline/ui'
import {
  Component,
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useMemo,
  useState,
} from 'react'

/** What the shell knows of a widget: the title of who lends it, and how it is loaded. */
export type Lender = { title: string; load: () => Promise<ComponentType<never>> }

/** Finds a widget by the remote's name and its own; null where that remote is not installed or lends no such thing. */
export const LendingContext = createContext<(remote: string, name: string) => Lender | null>(() => null)

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

type WidgetProps<Props> = {
  remote: string
  name: string
  /** What the widget is given. */
  props?: Props
  /** Shown in its place where nobody lends it. */
  otherwise?: ReactNode
  /** The room it takes while it loads, in pixels. */
  height?: number
}

/** A component that another remote lends to this page. Its failure stays inside its own frame. */
export function Widget<Props extends object>({
  remote,
  name,
  props,
  otherwise,
  height = 180,
}: WidgetProps<Props>) {
  const find = use(LendingContext)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads anew
  const lent = useMemo(() => {
    const lender = find(remote, name)
    return (
      lender && {
        title: lender.title,
        Lent: lazy(async () => ({ default: (await lender.load()) as ComponentType<object> })),
      }
    )
  }, [find, remote, name, attempt])
  if (!lent) return otherwise ?? null
  const { title, Lent } = lent
  return (
    <WidgetBoundary key={attempt} title={title} onRetry={() => setAttempt(attempt + 1)}>
      <Suspense fallback={<Skeleton height={height} />}>
        <Lent {...props} />
      </Suspense>
    </WidgetBoundary>
  )
}
