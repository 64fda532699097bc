import { sendDelivery } from '@plumbline/messaging/service'
import { type Pool, run, sql } from '@plumbline/platform/db'
import { type Backing, openQueue, timerSchema } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import { setTimer, startSmtpPeer } from '@plumbline/platform/testing'
import { createClient, eventually } from '../e2e/client.ts'

/** What was begun under one release and must go on under the other: sessions, idempotency keys, queued jobs and timers. */
export async function followBegunWork(pool: Pool, backing: Backing, log: Log) {
  const mail = await startMailServer()
  const texts = [1, 2, 3].map((n) => `Queued message ${n}.`)
  const problems: string[] = []
  let works: BegunWork[] = []
  let timer: Awaited<ReturnType<typeof followTimer>>
  const look = async () => {
    for (const work of works) problems.push(...(await work.problems()))
  }
  return {
    smtpUrl: mail.url,
    /** Under the release before alone. Messages are queued and not sent: the mail server refuses them for now. */
    beginBefore: async (url: string) => {
      const work = await beginWork(url, 'before')
      works = [work]
      mail.setRefusing(true)
      for (const text of texts) await queueMail(pool, work, text)
      timer = await followTimer(pool)
    },
    /** Under the next release alone. */
    goOn: async () => {
      mail.setRefusing(false)
      await timer.becomeDue()
      await retryMails(pool, backing, log)
      await look()
    },
    /** Waits until the worker of the next release, which runs alone, has done what was left to it. */
    isDone: () => eventually(async () => (await timer.outcomes())[0] !== 'created' && mail.isSent(texts)),
    /** Under the next release alone, before the one before is started again. */
    beginAfter: async (url: string) => {
      works.push(await beginWork(url, 'after'))
    },
    /** Under the release before again: everything that was lost or done twice, at any time. */
    problems: async (): Promise<string[]> => {
      await look()
      const outcomes = await timer.outcomes()
      if (outcomes.join() !== 'completed') problems.push(`the timer fired otherwise: ${outcomes}`)
      return [...problems, ...mail.notSentOnce(texts)]
    },
    close: mail.stop,
  }
}

type BegunWork = Awaited<ReturnType<typeof beginWork>>

/** Signs in and stores something under an idempotency key; session and key must hold from then on. */
export async function beginWork(url: string, name: string) {
  const person = createClient(url)
  const signedIn = await person.signIn('owner', 'correct horse')
  if (signedIn.status !== 200) throw new Error(`nobody can sign in: ${signedIn.text}`)
  const form = {
    firstName: 'Ann',
    lastName: `Continued-${name}`,
    email: `${name}@example.test`,
    phone: '919 555 0102',
  }
  const store = (body: object) =>
    person.send('POST', '/api/customers', body, { 'idempotency-key': `continued-${name}` })
  const first = await store(form)
  if (first.status !== 201) throw new Error(`nothing can be stored: ${first.text}`)
  return {
    person,
    customerId: JSON.parse(first.text).id as number,
    /** What of the session and of the idempotency key is lost by now. */
    problems: async (): Promise<string[]> => {
      const session = await person.send('GET', '/api/auth/user')
      if (session.status !== 200) return [`the session from ${name} is answered ${session.status}`]
      const again = await store(form)
      const other = await store({ ...form, firstName: 'Bob' })
      const matchCount = JSON.parse(
        (await person.send('GET', `/api/customers?q=${form.lastName}`)).text,
      ).length
      return [
        again.status === first.status && again.text === first.text
          ? ''
          : `the idempotency key from ${name} is answered otherwise: ${again.status} ${again.text}`,
        other.status === 422 ? '' : `the idempotency key from ${name} is free: ${other.status} ${other.text}`,
        matchCount === 1 ? '' : `the customer from ${name} is stored ${matchCount} times`,
      ].filter(Boolean)
    },
  }
}

/** A mail server that can refuse mails for a while: it then asks to try again later. */
async function startMailServer() {
  let isRefusing = false
  const later = Object.assign(new Error('try again later'), { responseCode: 451 })
  const { mails, ...peer } = await startSmtpPeer({
    onMailFrom: (_from, _session, done) => done(isRefusing ? later : null),
  })
  const countOf = (text: string) => mails.filter((it) => it.text.includes(text)).length
  return {
    ...peer,
    setRefusing: (refusing: boolean) => {
      isRefusing = refusing
    },
    isSent: (texts: readonly string[]) => texts.every((text) => countOf(text) > 0),
    notSentOnce: (texts: readonly string[]) =>
      texts.filter((text) => countOf(text) !== 1).map((text) => `'${text}' was sent ${countOf(text)} times`),
  }
}

/** Writes a message that the mail server does not take yet: its job is in the queue. */
async function queueMail(pool: Pool, { person, customerId }: BegunWork, content: string): Promise<void> {
  const written = await person.send('POST', '/api/messages', { customerId, type: 'email', content })
  if (written.status !== 201) throw new Error(`a message was not written: ${written.text}`)
  await eventually(async () => {
    const [tried] = await run(
      pool,
      sql`SELECT 1 FROM messaging.deliveries
          WHERE message_id = ${JSON.parse(written.text).id} AND status = 'pending' AND attempt > 0`,
    )
    return tried
  })
}

/** Ends the pauses between attempts of a mail, which grow with each that fails. */
async function retryMails(pool: Pool, backing: Backing, log: Log): Promise<void> {
  await pool.query(`UPDATE messaging.deliveries SET next_attempt_at = now() WHERE status = 'pending'`)
  const queue = openQueue(sendDelivery, backing, log)
  await queue.promoteJobs()
  await queue.close()
}

/** Sets a timer that every release has, for a time that does not come by itself. */
async function followTimer(pool: Pool) {
  const id = await setTimer(pool, 'markOverdue', new Date(Date.now() + 3_600_000))
  return {
    becomeDue: () =>
      pool.query({
        text: `UPDATE ${timerSchema}.job SET start_after = now() WHERE id = $1`,
        values: [id],
      }),
    /** What became of it, with each further attempt: `completed`. */
    outcomes: async (): Promise<string[]> => {
      const rows = await run<{ state: string; retries: number }>(pool, {
        text: `SELECT state, retry_count AS retries FROM ${timerSchema}.job WHERE id = $1`,
        values: [id],
      })
      return rows.map(({ state, retries }) => (retries > 0 ? `${state} after ${retries} retries` : state))
    },
  }
}
