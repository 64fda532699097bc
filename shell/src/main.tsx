import { createQueryClient, readBusiness, readRemotes, sessionKey, startPush } from '@plumbline/contract'
import { followOtherWindows } from '@plumbline/contract/shell'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { loadLogin } from './pages/loadLogin.ts'
import { registerRemotes } from './remotes/runtime.ts'
import { createRouter } from './router.tsx'

const queryClient = createQueryClient()

/** Where the gateway allows overrides, a tab may take a remote from elsewhere; people's pages do not carry that code. */
async function remotesOfThisTab() {
  const remotes = readRemotes()
  if (!document.getElementById('remote-overrides')) return { remotes, overrides: {} }
  const { withOverrides } = await import('./remotes/overrides.ts')
  return withOverrides(remotes)
}

async function start(): Promise<void> {
  const business = readBusiness()
  const { remotes, overrides } = await remotesOfThisTab()
  registerRemotes(remotes)
  const router = createRouter({ business, remotes, queryClient })
  createRoot(document.getElementById('root') as HTMLElement).render(
    <App router={router} queryClient={queryClient} overrides={overrides} />,
  )
}
// not only once it is known that nobody is signed in
if (location.pathname === '/login') void loadLogin()
void start()
followOtherWindows(queryClient)

// there is news only for those who are signed in; `startPush` itself comes back after a refusal
const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] !== sessionKey[0] || !query.state.data) return
  unsubscribe()
  startPush(queryClient)
})
