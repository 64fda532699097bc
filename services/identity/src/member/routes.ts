import { type AnyRoute, type Call, type Endpoint, may, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import type { IdentitySettings } from '../user/passwordRules.ts'
import * as commands from './commands.ts'
import { listAvailability, listMembers, readJobNotices } from './queries.ts'

type CallOf<E extends Endpoint> = Call<E, IdentitySettings>

/** Endpoints of the team have a user: they are for members alone. */
const idOf = ({ caller }: Pick<Call<Endpoint>, 'caller'>) => caller.user?.id as number

/** The member as the list has them now. */
async function answer<E extends Endpoint>(call: CallOf<E>, id: number): Promise<api.Member> {
  const members = await listMembers(call.db, call.now, idOf(call))
  return members.find((member) => member.id === id) as api.Member
}

async function availabilityOf<E extends Endpoint>(call: CallOf<E>, id: number): Promise<api.Availability> {
  const all = await listAvailability(call.db, id, false)
  return all[0] as api.Availability
}

async function answerJobNotices<E extends Endpoint>(call: Call<E>): Promise<api.JobNotices> {
  const { value, etag } = await readJobNotices(call.db, idOf(call))
  call.header('ETag', etag)
  return value
}

export const memberRoutes: readonly AnyRoute[] = [
  route(api.listMembers, (call) => listMembers(call.db, call.now, idOf(call))),
  route(api.inviteMember, async (call: CallOf<typeof api.inviteMember>) =>
    answer(call, await commands.inviteMember(call, idOf(call), call.body)),
  ),
  route(api.revokeInvitation, async (call: CallOf<typeof api.revokeInvitation>) => {
    await commands.revokeInvitation(call, idOf(call), call.params.id)
    return undefined
  }),
  route(api.changeMember, async (call: CallOf<typeof api.changeMember>) => {
    await commands.changeDetails(call, idOf(call), call.params.id, call.body)
    return answer(call, call.params.id)
  }),
  route(api.readJobNotices, answerJobNotices),
  route(api.changeJobNotices, async (call: CallOf<typeof api.changeJobNotices>) => {
    await commands.changeJobNotices(call, idOf(call), call.body)
    return answerJobNotices(call)
  }),
  route(api.changeMemberRole, async (call: CallOf<typeof api.changeMemberRole>) => {
    await commands.changeRole(call, idOf(call), call.params.id, call.body)
    return answer(call, call.params.id)
  }),
  route(api.setMemberActive, async (call: CallOf<typeof api.setMemberActive>) => {
    await commands.setActive(call, idOf(call), call.params.id, call.body)
    return answer(call, call.params.id)
  }),
  route(api.issueMemberLink, (call: CallOf<typeof api.issueMemberLink>) =>
    commands.issueLink(call, idOf(call), call.params.id),
  ),
  route(api.listAvailability, (call) =>
    listAvailability(call.db, idOf(call), may(call.caller, 'schedule.all.view')),
  ),
  route(api.setMemberHours, async (call: CallOf<typeof api.setMemberHours>) => {
    await commands.setHours(call, call.params.id, call.body)
    return availabilityOf(call, call.params.id)
  }),
  route(api.planTimeOff, async (call: CallOf<typeof api.planTimeOff>) => {
    await commands.planTimeOff(call, call.params.id, call.body)
    return availabilityOf(call, call.params.id)
  }),
  route(api.dropTimeOff, async (call: CallOf<typeof api.dropTimeOff>) => {
    await commands.dropTimeOff(call, call.params.id, call.params.timeOffId)
    return undefined
  }),
]
