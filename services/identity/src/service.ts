import { defineService } from '@plumbline/platform/service'
import * as memberCommands from './member/commands.ts'
import { memberRoutes } from './member/routes.ts'
import * as userCommands from './user/commands.ts'
import type { IdentitySettings } from './user/passwordRules.ts'
import { userRoutes } from './user/routes.ts'
import { membersGrants, publicNameGrants, recordMembers, usersMigrations } from './user/table.ts'

export { type IdentitySettings, membersGrants, publicNameGrants, recordMembers }

const commands = { ...userCommands, ...memberCommands }

/** Users, their passwords, and what they may do. Sessions are the gateway's. */
export const identity = defineService<IdentitySettings, typeof commands>({
  name: 'identity',
  migrations: usersMigrations,
  routes: [...userRoutes, ...memberRoutes],
  commands,
})
