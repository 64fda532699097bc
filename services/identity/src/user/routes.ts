import { type AnyRoute, type Call, route } from '@plumbline/platform/http'
import { changePassword, openLink, redeemLink, revokeAccess, signIn } from '../api.ts'
import * as members from '../member/commands.ts'
import * as commands from './commands.ts'
import type { IdentitySettings } from './passwordRules.ts'

/** The gateway calls these on behalf of its users; browsers cannot reach them. */
export const userRoutes: readonly AnyRoute[] = [
  route(signIn, (call: Call<typeof signIn, IdentitySettings>) => commands.signIn(call, call.body)),
  route(changePassword, (call: Call<typeof changePassword, IdentitySettings>) =>
    commands.changePassword(call, call.body.userId, call.body.change),
  ),
  route(revokeAccess, async (call: Call<typeof revokeAccess, IdentitySettings>) => {
    await commands.revokeAccess(call, call.body.userId)
    return null
  }),
  route(openLink, (call: Call<typeof openLink, IdentitySettings>) => members.openLink(call, call.body.token)),
  route(redeemLink, (call: Call<typeof redeemLink, IdentitySettings>) => members.redeemLink(call, call.body)),
]
