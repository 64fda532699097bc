import { dayIn, dayLater, readTime } from '@plumbline/platform/time'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import { notice } from './browser.ts'
import { eventually } from './client.ts'
import { useOffice } from './office.ts'

// server, browser and business are each in a zone of their own
const office = useOffice({ DEMO_DATA: 'off', TZ: 'Asia/Tokyo' })
const { client } = office
const open = (path: string) => office.open(path, { timezoneId: 'Europe/London' })

/** As people read a day there. */
const said = (zone: string, instant: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options }).format(instant).replaceAll('\u202f', ' ')

describe.each(['Pacific/Auckland', 'America/Denver', 'Pacific/Kiritimati'])(
  'the working day of a business in %s',
  (zone) => {
    const today = () => dayIn(zone, new Date())
    let customerId: number
    let nine: Date
    beforeAll(async () => {
      const details = { email: 'ann@example.test', phone: '919 555 0101', address: '1 Elm St' }
      const name = { firstName: 'Ann', lastName: zone.replace('/', ' ') }
      customerId = (await client.create('/api/customers', { ...name, ...details, source: 'website' })).id
      nine = readTime(zone, `${dayLater(today(), 2)}T09:00`) as Date
    })

    it('begins when the zone is set: the next page has it', async () => {
      const page = await open('/settings/hours')
      const field = page.getByRole('combobox', { name: 'Time zone' })
      await field.fill(zone)
      await page.getByRole('option', { name: zone }).click()
      await page
        .getByRole('form', { name: 'Time zone and week' })
        .getByRole('button', { name: 'Save' })
        .click()
      await page.getByRole('button', { name: 'Change time zone' }).click()
      await notice(
        page,
        'The time zone and the week are set. Pages show it once they are loaded again.',
      ).waitFor()
      const shown = async () => {
        await page.goto('/dashboard')
        return page.locator('html').getAttribute('data-time-zone')
      }
      await expect.poll(shown).toBe(zone)
    })

    it('has an appointment at nine by its clocks, in the form, the list, the calendar and the feed', async () => {
      const page = await open(`/appointments/new?customerId=${customerId}`)
      await page.getByLabel('Service type').selectOption('General Repairs')
      expect(await page.getByLabel('Date').getAttribute('min')).toBe(today())
      await page.getByLabel('Date').fill(dayIn(zone, nine))
      await page.getByLabel('Time').fill('09:00')
      // the customer's, without which it is refused
      await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('1 Elm St')
      await page.getByRole('button', { name: 'Schedule Appointment' }).click()
      await notice(page, 'Appointment scheduled successfully').waitFor()
      const [appointment] = await client.read(`/api/customers/${customerId}/appointments`)
      expect(appointment.scheduledDate).toBe(nine.toISOString())
      await page.getByText('9:00 AM').first().waitFor()
      await page.goto(`/scheduler?view=calendar&cal=day&day=${dayIn(zone, nine)}`)
      const column = page.locator(`[data-day="${dayIn(zone, nine)}"]`).last()
      await column
        .locator(`[data-appointment="${appointment.id}"]`)
        .and(page.getByRole('link', { name: /9:00 – 10:00 AM/ }))
        .waitFor()
      const { path } = JSON.parse((await client.send('POST', '/api/calendar/feeds')).text)
      const feed = await (await fetch(office.url + path)).text()
      expect(feed).toContain(`DTSTART:${nine.toISOString().replace(/[-:]|\.000/g, '')}`)
    })

    it('reminds of it at nine the day before, and says nine', async () => {
      const planned = await eventually(async () =>
        (await client.read('/api/messages/planned')).find(
          (it: { customerId: number }) => it.customerId === customerId,
        ),
      )
      expect(dayIn(zone, new Date(planned.goesOutAt))).toBe(dayLater(dayIn(zone, nine), -1))
      expect(said(zone, new Date(planned.goesOutAt), { timeStyle: 'short' })).toMatch(/^9:\d\d AM$/)
      expect(planned.content).toContain('at 9:00 AM')
    })

    it('issues and is paid today, on the screen and on paper', async () => {
      const { id } = await client.create('/api/invoices', {
        ...{ customerId, description: 'Doors', amount: '100.00', tax: '0.00' },
      })
      await client.create(`/api/invoices/${id}/payments`, { method: 'cash', amount: '40.00' })
      const details = await client.read(`/api/invoices/${id}`)
      expect([details.issueDate, details.dueDate, details.payments[0].date]).toEqual([
        today(),
        today(),
        today(),
      ])
      expect(details.status).toBe('pending')
      const page = await open(`/invoices?invoice=${id}`)
      const day = said(zone, new Date(), { dateStyle: 'medium' })
      await page.getByRole('dialog').getByText(day).filter({ visible: true }).first().waitFor()
      const pdf = await page.context().request.get(`/api/invoices/${id}/pdf`)
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdf.body())), {
        mergePages: true,
      })
      expect(text).toContain(said(zone, new Date(), { dateStyle: 'long' }))
      const month = await client.read('/api/billing/payments/totals')
      expect(month).toMatchObject({ to: today() })
    })
  },
)
