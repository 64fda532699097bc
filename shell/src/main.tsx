import { createQueryClient, readBusiness, readRemotes, sessionKey, startPush } from '@plumbline/contract'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { registerRemotes } from './remotes/runtime.ts'
import { createRouter } from './router.tsx'

const business = readBusiness()
const remotes = readRemotes()
const queryClient = createQueryClient()
registerRemotes(remotes)

const router = createRouter({ business, remotes, queryClient })
createRoot(document.getElementById('root') as HTMLElement).render(
  <App router={router} queryClient={queryClient} />,
)

// there is news only for those who are signed in; `startPush` itself comes back after a refusal
const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] !== sessionKey[0] || !query.state.data) return
  unsubscribe()
  startPush(queryClient)
})
