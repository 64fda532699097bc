import { defineService } from '@plumbline/platform/service'
import type { BusinessSettings } from './settings/commands.ts'
import * as commands from './settings/commands.ts'
import { settingsRoutes } from './settings/routes.ts'

export type { BusinessSettings }

/** The settings of the business. */
export const business = defineService<BusinessSettings, typeof commands>({
  name: 'business',
  routes: settingsRoutes,
  commands,
})
