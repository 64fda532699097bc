import { type AnyRoute, type Call, route } from '@plumbline/platform/http'
import type { BusinessSettings } from '../settings/commands.ts'
import { readPage } from './api.ts'
import * as commands from './commands.ts'

export const pageRoutes: readonly AnyRoute[] = [
  route(readPage, (call: Call<typeof readPage, BusinessSettings>) => commands.readPage(call)),
]
