import { run, sql } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import type { Log } from '@plumbline/platform/log'
import { attachServices } from '../processes/roles/attachServices.ts'
import { loadService } from '../processes/services.ts'
import { type ActiveCustomer, appointmentSteps } from './appointments.ts'
import { conversationSteps, type Recipient } from './conversations.ts'
import { quoteSteps } from './quotes.ts'
import { customerAndLeadSteps, demoOrigin, inDaytime } from './timeline.ts'

/** Fills a store that has nothing but users by real commands at past times. Answers false when it has more. */
export async function seedDemo(url: string, keyring: Keyring, log: Log, now = new Date()): Promise<boolean> {
  const services = attachServices({ url, name: 'plumbline-demo', keyring, log })
  try {
    const crmPool = services.poolOf((await loadService('crm')).schema)
    if (
      (await run(crmPool, sql`SELECT 1 FROM es.events WHERE stream_id NOT LIKE 'member-%' LIMIT 1`)).length >
      0
    )
      return false
    for (const step of customerAndLeadSteps(await services.commandsOf('crm'), now))
      await step.run(inDaytime(step.at))
    await services.project()

    const customers = await run<ActiveCustomer>(
      crmPool,
      sql`SELECT id, status, created_at AS "createdAt" FROM customers ORDER BY id`,
    )
    const [scheduling, billing] = [
      await services.commandsOf('scheduling'),
      await services.commandsOf('billing'),
    ]
    const markLate = async (at: Date) => {
      await billing.markOverdue(demoOrigin(at))
      await billing.markExpired(demoOrigin(at))
    }
    let lastDay = ''
    const steps = [
      ...appointmentSteps({ scheduling, billing }, customers, now),
      ...quoteSteps(billing, customers, now),
    ].sort((a, b) => a.at.getTime() - b.at.getTime())
    for (const step of steps) {
      // the timers that mark invoices as overdue and quotes as expired run at midnight
      const day = step.at.toISOString().slice(0, 10)
      if (day !== lastDay) await markLate(inDaytime(step.at))
      lastDay = day
      await step.run(inDaytime(step.at))
    }
    await markLate(inDaytime(now))

    const activeIds = customers.filter(({ status }) => status === 'active').map(({ id }) => id)
    const recipients = await run<Recipient>(
      services.poolOf((await loadService('messaging')).schema),
      sql`SELECT id, first_name AS "firstName", email, sms_number AS "smsNumber" FROM customers
          WHERE id = ANY(${activeIds}::int[]) ORDER BY id`,
    )
    for (const step of conversationSteps(await services.commandsOf('messaging'), recipients, now))
      await step.run(inDaytime(step.at))
    await services.project()
    return true
  } finally {
    await services.close()
  }
}
