import { createQueryClient, readBusiness, readRemotes, startPush } from '@plumbline/contract'
import { followOtherWindows, followRights } from '@plumbline/contract/shell'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { loadLogin } from './pages/loadLogin.ts'
import { registerRemotes } from './remotes/runtime.ts'
import { createRouter } from './router.tsx'
import { followTheme } from './theme.ts'

followTheme()
const queryClient = createQueryClient()

/** Where the gateway allows overrides, a tab may use a developer's remote; other pages do not load that code. */
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
  const router = createRouter({ business, remotes, queryClient, may: () => true })
  createRoot(document.getElementById('root') as HTMLElement).render(
    <App router={router} queryClient={queryClient} overrides={overrides} />,
  )
}
// without waiting for the session: it will be needed
if (location.pathname === '/login') void loadLogin()
startPush(queryClient)
void start()
followOtherWindows(queryClient)
followRights(queryClient)
