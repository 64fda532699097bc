import { createQueryClient, readBusiness, readRemotes, sessionKey, startPush } from '@plumbline/contract'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { withOverrides } from './remotes/overrides.ts'
import { registerRemotes } from './remotes/runtime.ts'
import { createRouter } from './router.tsx'

const queryClient = createQueryClient()

async function start(): Promise<void> {
  const business = readBusiness()
  const { remotes, overrides } = await withOverrides(readRemotes())
  registerRemotes(remotes)
  const router = createRouter({ business, remotes, queryClient })
  createRoot(document.getElementById('root') as HTMLElement).render(
    <App router={router} queryClient={queryClient} overrides={overrides} />,
  )
}
void start()

// there is news only for those who are signed in; `startPush` itself comes back after a refusal
const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] !== sessionKey[0] || !query.state.data) return
  unsubscribe()
  startPush(queryClient)
})
