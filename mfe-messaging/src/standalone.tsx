import { runAlone } from '@plumbline/contract/standalone'
import manifest from '../mfe.json' with { type: 'json' }
import { createRoutes } from './routes.tsx'

runAlone({ manifest, createRoutes })
