import { type SmtpPeer, startSmtpPeer } from '@plumbline/platform/testing'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { useOffice } from './office.ts'
import { processesOf } from './product.ts'

const withinMs = 1_000

/** Milliseconds until this is true. */
async function msUntil(isTrue: () => boolean | Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - began > 20_000) throw new Error('it never was')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return Math.round(performance.now() - began)
}

describe.each([
  ['one process', [], 'web'],
  ['processes of their own', ['--distributed'], 'service messaging'],
] as const)('in %s a setting that is changed is used without a restart', (topology, args, role) => {
  const servers: SmtpPeer[] = []
  const office = useOffice(async () => {
    servers.push(await startSmtpPeer(), await startSmtpPeer())
    return { DEMO_DATA: 'off' }
  }, args)
  const { client } = office
  afterAll(() => Promise.all(servers.map((server) => server.stop())))

  const running = () =>
    [
      ...processesOf(office.product.supervisor, role),
      ...processesOf(office.product.supervisor, 'worker'),
    ].sort()
  const change = async (path: string, body: object) => {
    const { status, text } = await client.send('PATCH', path, body)
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  }
  let customerId: number
  let started: number[]
  beforeAll(async () => {
    started = running()
    const contact = { email: 'ann@example.test', phone: '919 555 0101', address: '1 Elm St' }
    customerId = (await client.create('/api/customers', { firstName: 'Ann', lastName: 'Lee', ...contact })).id
  })
  /** The faster half of several measures is in time: a pause of the machine makes one of them late. */
  const report = (what: string, ...measures: number[]) => {
    console.log(`${topology}: ${what} after ${measures.join(', ')} ms`)
    expect(measures.toSorted((a, b) => a - b)[Math.floor((measures.length - 1) / 2)]).toBeLessThan(withinMs)
  }

  it.each(['Harbour & Sons', 'Harbour & Daughters'])('%s is on the next page', async (name) => {
    await change('/api/business/description', { name })
    const landing = async () =>
      (await createClient(office.url).send('GET', '/')).text.includes(name.replace('&', '&amp;'))
    report('the page has it', await msUntil(landing))
  })

  it('and on the next document', async () => {
    const page = await office.open('/dashboard')
    const printed = async (name: string) => {
      const { id } = await client.create('/api/invoices', {
        customerId,
        amount: '120.00',
        description: 'Paint',
      })
      const pdf = await page.context().request.get(`/api/invoices/${id}/pdf`)
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdf.body())), {
        mergePages: true,
      })
      return text.includes(name)
    }
    // the first of a process loads what draws it
    expect(await printed('Harbour & Daughters')).toBe(true)
    await change('/api/business/description', { name: 'Harbour Paper' })
    report('the document has it', await msUntil(() => printed('Harbour Paper')))
  })

  it('words, signature and mail server are those of the next message, each time', async () => {
    const mails = () => servers.flatMap(({ mails }) => mails)
    const measures: number[] = []
    for (const [n, server] of [...servers, ...servers].entries()) {
      const words = `{firstName}, visit ${n} on {time} is off.`
      await change('/api/business/texts', { words: { 'cancellation.email': words }, signature: `Crew ${n}` })
      await change('/api/messages/senders/email', {
        ...{ host: '127.0.0.1', port: server.port, encryption: 'none', fromAddress: 'desk@plumber.test' },
      })
      const { id } = await client.create('/api/appointments', {
        customerId,
        title: 'Painting',
        serviceType: 'General Repairs',
        scheduledDate: `2031-01-0${n + 1}T15:00:00.000Z`,
      })
      const before = server.mails.length
      const { status } = await client.send('PATCH', `/api/appointments/${id}/cancel`)
      expect(status).toBe(200)
      measures.push(await msUntil(() => server.mails.length > before))
      expect(server.mails.at(-1)?.text).toContain(`Ann, visit ${n} on`)
      expect(server.mails.at(-1)?.text).toContain(`Crew ${n}`)
      expect(mails()).toHaveLength(n + 1)
    }
    report('the message has it', ...measures)
  })

  it('in the processes that were started', () => {
    expect(started.length).toBeGreaterThan(1)
    expect(running()).toEqual(started)
  })
})
