import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { useOffice } from './office.ts'

describe.each([
  ['in one process', []],
  ['in a process each', ['--distributed']],
])('what is set, with the services %s', (_, args) => {
  const office = useOffice({ DEMO_DATA: 'off', BUSINESS_PHONE: '(919) 555-0177' }, args)
  const staff = office.client
  const landing = async () => (await createClient(office.url).send('GET', '/')).text
  const change = (method: string, section: string, body: object) =>
    staff.send(method, `/api/business/${section}`, body)

  it('is on the next page, for visitors and for staff', async () => {
    expect(await landing()).toContain('<strong>Plumbline Home Services</strong>')
    for (const name of ['Ann & Sons', 'Ann & Daughters']) {
      expect((await change('PATCH', 'description', { name })).status).toBe(200)
      const page = await landing()
      expect(page).toContain(`<strong>${name.replace('&', '&amp;')}</strong>`)
      expect(page).not.toContain('Plumbline Home Services')
      expect((await staff.send('GET', '/crm')).text).toContain(`"name":"${name}"`)
    }
  })

  it('is what visitors choose from, and what they pay', async () => {
    await change('PUT', 'services', { services: [{ title: 'Roofing', bullets: ['Slate'] }] })
    await change('PUT', 'estimate-options', { options: [{ value: 'roof', label: 'Roof', serviceId: 7 }] })
    await change('PATCH', 'rates', { hourlyRate: '90' })
    const page = await landing()
    expect([...page.matchAll(/<option value="(\w+)">/g)].map(([, value]) => value)).toEqual(['roof'])
    for (const text of ['<h3>Roofing</h3>', '<li>Slate</li>', '<strong>$90</strong> per hour'])
      expect(page).toContain(text)
  })

  it('is not what a variable sets', async () => {
    const { status, text } = await change('PATCH', 'description', { phone: '(919) 555-0100' })
    expect([status, text]).toEqual([
      409,
      'The phone is set by BUSINESS_PHONE on the server, and can be changed only there.',
    ])
    expect(await landing()).toContain('(919) 555-0177')
  })

  it('is read by the gateway alone as pages show it', async () => {
    expect((await staff.send('POST', '/page', {})).status).toBe(404)
  })
})
