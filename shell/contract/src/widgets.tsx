import { ErrorState, Skeleton } from '@plumbline/ui'
import {
  Component,
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'

/** Where a widget comes from: the title of its remote, and how it is loaded; an error with `isBroken` is not tried again. */
export type Lender = { title: string; load: () => Promise<ComponentType<never>> }

/** Finds a widget by the names of its remote and its own; null where it is not installed. */
export const LendingContext = createContext<(remote: string, name: string) => Lender | null>(() => null)

type BoundaryProps = { title: string; onRetry: () => void; children: ReactNode }

type Failure = { isBroken?: boolean }

class WidgetBoundary extends Component<BoundaryProps, { error: Failure | null }> {
  override state: { error: Failure | null } = { error: null }
  static getDerivedStateFromError = (error: unknown) => ({ error: Object(error) as Failure })
  override render() {
    const { title, onRetry, children } = this.props
    const { error } = this.state
    if (!error) return children
    // what a remote throws while it is loaded it would throw again
    return (
      <ErrorState
        title={`${title} can't be shown right now`}
        onRetry={error.isBroken ? undefined : onRetry}
      />
    )
  }
}

type WidgetProps<Props> = {
  remote: string
  name: string
  /** The widget's props. */
  props?: Props
  /** Shown in its place where it is not installed. */
  otherwise?: ReactNode
  /** The room it takes while it loads, in pixels. */
  height?: number
  /** Called when it is shown. */
  onShown?: () => void
}

function Shown({ onShown }: { onShown: () => void }) {
  const notify = useEffectEvent(onShown)
  useEffect(() => notify(), [])
  return null
}

/** A component of another remote on this page. Its failure stays inside its frame. */
export function Widget<Props extends object>({
  remote,
  name,
  props,
  otherwise,
  height = 180,
  onShown,
}: WidgetProps<Props>) {
  const find = use(LendingContext)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads anew
  const widget = useMemo(() => {
    const source = find(remote, name)
    return (
      source && {
        title: source.title,
        Content: lazy(async () => ({ default: (await source.load()) as ComponentType<object> })),
      }
    )
  }, [find, remote, name, attempt])
  if (!widget) return otherwise ?? null
  const { title, Content } = widget
  return (
    <WidgetBoundary key={attempt} title={title} onRetry={() => setAttempt(attempt + 1)}>
      <Suspense fallback={<Skeleton height={height} />}>
        <Content {...props} />
        {onShown && <Shown onShown={onShown} />}
      </Suspense>
    </WidgetBoundary>
  )
}
