/** Where the page's React cannot exchange components, as in production, a change is a reload. */
type Renderer = { scheduleRefresh?: unknown }
type Hot = { addStatusHandler: (heard: (status: string) => void) => void }

const canExchange = () => {
  const { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook } = globalThis as {
    __REACT_DEVTOOLS_GLOBAL_HOOK__?: { renderers?: Map<number, Renderer> }
  }
  return [...(hook?.renderers?.values() ?? [])].some(({ scheduleRefresh }) => scheduleRefresh)
}

let applied = false
// written out, since the compiler puts something else in its place
;(import.meta as ImportMeta & { webpackHot?: Hot }).webpackHot?.addStatusHandler((status) => {
  if (status === 'apply') applied = true
  if (status === 'idle' && applied && !canExchange()) location.reload()
})

export {}
