import { type SmtpPeer, startSmtpPeer } from '@plumbline/platform/testing'
import { afterAll, expect, it } from 'vitest'
import { createClient, eventually } from '../e2e/client.ts'
import { useOffice } from '../e2e/office.ts'

const secret = 'four words about gutters'
const topologies = [
  ['one process', []],
  ['processes of their own', ['--distributed']],
] as const

const places = topologies.map(([name, args]) => {
  let smtp: SmtpPeer
  const office = useOffice(async () => {
    smtp = await startSmtpPeer()
    return { DEMO_DATA: 'off', SMTP_URL: smtp.url }
  }, args)
  afterAll(() => smtp?.stop())
  return { name, office, mails: () => smtp.mails }
})

type Office = (typeof places)[number]['office']

/** A member who has joined; answers their id and a client in which they are signed in. */
async function join({ client, url }: Office, username: string, role: string) {
  const member = { username, email: `${username}@example.test`, role }
  const { id } = await client.create('/api/team/invitations', member)
  const { text } = await client.send('POST', `/api/team/members/${id}/link`)
  const own = createClient(url)
  const { status } = await own.send('POST', '/api/join', { token: JSON.parse(text).token, password: secret })
  expect(status).toBe(200)
  return { id: id as number, own }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

// a minute is waited for
const timeout = 180_000

it('two dispatchers change three jobs within a minute, and their worker gets one mail, in both layouts', {
  timeout,
}, async () => {
  await Promise.all(
    places.map(async ({ name, office, mails }) => {
      const { client } = office
      const contact = { email: 'ann@example.test', phone: '919 555 0101', address: '1 Elm St' }
      const customer = await client.create('/api/customers', {
        firstName: 'Ann',
        lastName: 'Lee',
        ...contact,
      })
      const worker = await join(office, 'rosa', 'limited_worker')
      const idle = await join(office, 'ida', 'worker')
      const dispatcher = await join(office, 'dan', 'dispatcher')
      const none = { channel: 'none', mobile: '' }
      expect((await idle.own.send('PUT', '/api/team/me/notices', none)).status).toBe(200)
      const details = { customerId: customer.id, serviceType: 'Painting', estimatedPrice: '75.00' }
      const jobs = await Promise.all(
        [1, 2, 3, 20].map((days) =>
          client.create('/api/appointments', {
            ...details,
            title: `Wall ${days}`,
            scheduledDate: inDays(days),
          }),
        ),
      )
      const began = Date.now()
      for (const [n, { id }] of jobs.entries()) {
        await eventually(() => dispatcher.own.read(`/api/appointments/${id}`))
        const by = n % 2 === 0 ? client : dispatcher.own
        const { status } = await by.send('PUT', `/api/appointments/${id}`, {
          assigneeIds: [worker.id, idle.id],
        })
        expect([name, status]).toEqual([name, 200])
      }
      // a price is no news, and neither is what they do themselves
      expect(
        (await client.send('PUT', `/api/appointments/${jobs[0].id}`, { estimatedPrice: '90.00' })).status,
      ).toBe(200)
      expect(
        (await worker.own.send('PUT', `/api/appointments/${jobs[0].id}`, { notes: 'Ring twice' })).status,
      ).toBe(200)
      const toTeam = () => mails().filter(({ to }) => to.some((it) => /^(rosa|ida|dan)@/.test(it)))
      await eventually(async () => toTeam().length > 0, 120_000)
      const waitedMs = Date.now() - began
      console.log(`${name}: one mail ${waitedMs} ms after the first change`)
      expect(waitedMs).toBeGreaterThan(59_000)
      const [mail] = toTeam()
      expect(mail).toMatchObject({ to: ['rosa@example.test'], subject: 'Your jobs changed' })
      expect(mail?.text.match(/^New job: /gm)).toHaveLength(3)
      expect(mail?.text).toMatch(/Wall 1\nAnn Lee\n1 Elm St\n[\s\S]*Wall 2\n[\s\S]*Wall 3\n/)
      expect(`${mail?.text}${mail?.html}`).not.toMatch(/75\.00|90\.00|Wall 20/)
    }),
  )
})
