/**
 * React tells developer tools of itself as it starts. Where there are none, this keeps what it said, so that a remote
 * that is loaded later can have its components exchanged.
 */
const renderers = new Map<number, unknown>()
const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: object }

page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers,
  supportsFiber: true,
  inject: (renderer: unknown) => {
    const id = renderers.size + 1
    renderers.set(id, renderer)
    return id
  },
  onScheduleFiberRoot: () => {},
  onCommitFiberRoot: () => {},
  onCommitFiberUnmount: () => {},
}

export {}
