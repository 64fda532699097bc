/**
 * React registers with developer tools as it starts. Without any, this stores the registration, so that components of a
 * remote that loads later can be hot-replaced.
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
