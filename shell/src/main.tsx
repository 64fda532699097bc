import { createQueryClient, readBusiness, readRemotes } from '@plumbline/contract'
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
