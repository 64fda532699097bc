import { defineService } from '@plumbline/platform/service'
import { readPage } from './page/commands.ts'
import { pageRoutes } from './page/routes.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { picturesMigration } from './pictures/store.ts'
import type { BusinessSettings } from './settings/commands.ts'
import * as settingsCommands from './settings/commands.ts'
import { settingsRoutes } from './settings/routes.ts'
import { setupRoutes } from './setup/routes.ts'

export type { BusinessSettings }

const commands = { ...settingsCommands, readPage }

/** The settings of the business. */
export const business = defineService<BusinessSettings, typeof commands>({
  name: 'business',
  migrations: [picturesMigration],
  routes: [...settingsRoutes, ...pictureRoutes, ...setupRoutes, ...pageRoutes],
  commands,
})
