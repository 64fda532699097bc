import { defineService } from '@plumbline/platform/service'
import * as commands from './user/commands.ts'
import type { IdentitySettings } from './user/passwordRules.ts'
import { userRoutes } from './user/routes.ts'
import { usersMigrations } from './user/table.ts'

export type { IdentitySettings }

/** Users and their passwords. Sessions are the gateway's. */
export const identity = defineService<IdentitySettings, typeof commands>({
  name: 'identity',
  migrations: usersMigrations,
  routes: userRoutes,
  commands,
})
