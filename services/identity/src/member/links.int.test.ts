import { type Right, rightsOf } from '@plumbline/platform/rights'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IssuedLink, Member } from '../api.ts'
import { type IdentityUnderTest, operator, startIdentity } from '../testing.ts'

let test: IdentityUnderTest
const password = 'correct horse battery'
let owner: Caller
let names = 0

beforeAll(async () => {
  test = await startIdentity()
  owner = await test.commands.addUser(operator, { username: 'owner', email: 'owner@example.test', password })
})
afterAll(() => test.stop())

type Caller = { id: number; username: string; email: string; role: string; rights?: Right[] }
const call = <T = Member>(method: string, path: string, body: object = {}, user = owner) =>
  test.call<T>(method, `/api/team/${path}`, { caller: { user }, body })
const linkBy = async (issuer: Caller, { id }: Caller) =>
  (await call<IssuedLink>('POST', `members/${id}/link`, {}, issuer)).json.token
const redeem = (token: string) => test.commands.redeemLink(operator, { token, password })
const setRole = (id: number, role: Partial<Member>) => call('PATCH', `members/${id}/role`, role)
const validUntil = async ({ id }: Caller) =>
  (await test.call<Member[]>('GET', '/api/team/members', { caller: { user: owner } })).json.find(
    (member) => member.id === id,
  )?.linkValidUntil

async function invite(role: string): Promise<Caller> {
  const username = `member${++names}`
  const email = `${username}@example.test`
  const { json } = await call('POST', 'invitations', { username, email, role })
  return { id: json.id, username, email, role }
}
async function join(role: string): Promise<Caller> {
  const member = await invite(role)
  await redeem(await linkBy(owner, member))
  return member
}
/** Who may change the team, and is no owner. */
async function joinAsLead(): Promise<Caller> {
  const member = await join('manager')
  const manager = { role: 'manager', granted: ['team'] as Right[] }
  await setRole(member.id, manager)
  return { ...member, rights: rightsOf(manager) }
}

async function expectEnded(token: string, member: Caller): Promise<void> {
  expect(await test.commands.openLink(operator, token)).toBeNull()
  expect(await redeem(token)).toBeNull()
  expect(await validUntil(member)).toBeNull()
}

it.each([
  ['to join', invite],
  ['to set a password', join],
])('a link %s ends when its member gets another role or other rights', async (_, add) => {
  const lead = await joinAsLead()
  const changes = [{ role: 'business_owner' }, { role: 'worker', granted: ['reports' as const] }]
  for (const change of changes) {
    const member = await add('worker')
    const token = await linkBy(lead, member)
    await setRole(member.id, { role: 'worker' })
    expect(await test.commands.openLink(operator, token)).not.toBeNull()
    await setRole(member.id, change)
    await expectEnded(token, member)
    expect(await redeem(await linkBy(owner, member))).toMatchObject({ user: { id: member.id } })
  }
  const member = await add('worker')
  const token = await linkBy(lead, member)
  await test.commands.setRole(operator, member.username, 'manager')
  await expectEnded(token, member)
})

it('a link ends when who made it may not manage its member any more', async () => {
  const [deactivated, demoted, limited] = [await joinAsLead(), await joinAsLead(), await joinAsLead()]
  const links: { member: Caller; token: string }[] = []
  for (const [issuer, add] of [
    [deactivated, invite],
    [demoted, join],
    [limited, join],
  ] as const) {
    const member = await add('dispatcher')
    links.push({ member, token: await linkBy(issuer, member) })
  }
  for (const { token } of links) expect(await test.commands.openLink(operator, token)).not.toBeNull()
  await call('PATCH', `members/${deactivated.id}/active`, { active: false })
  await setRole(demoted.id, { role: 'manager' })
  await setRole(limited.id, { role: 'manager', granted: ['team'], denied: ['leads'] })
  for (const { member, token } of links) await expectEnded(token, member)
})

it('a link of the release before, of which nobody knows who made it, stays valid', async () => {
  const member = await invite('worker')
  const token = await linkBy(owner, member)
  await test.owner.query(`UPDATE identity.links SET issued_by = NULL WHERE user_id = ${member.id}`)
  expect(await validUntil(member)).not.toBeNull()
  expect(await redeem(token)).toMatchObject({ user: { id: member.id } })
})
