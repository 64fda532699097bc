import { type AnyRoute, type Call, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import type { BusinessSettings } from '../settings/commands.ts'
import * as commands from './commands.ts'

export const setupRoutes: readonly AnyRoute[] = [
  route(api.getSetup, (call: Call<typeof api.getSetup, BusinessSettings>) => commands.readSetup(call)),
  route(api.changeSetup, (call: Call<typeof api.changeSetup, BusinessSettings>) =>
    commands.changeSetup(call, call.body),
  ),
]
