import { type Pool, run, sql } from '@plumbline/platform/db'
import { timerSchema } from '@plumbline/platform/jobs'
import { setTimer, startSmtpPeer } from '@plumbline/platform/testing'
import { createClient, eventually } from '../e2e/client.ts'
import { createVisitors } from '../load/visitors.ts'

/** What was begun under one release and must go on under the other: sessions, idempotency keys, waiting mails and timers. */
export async function followBegunWork(pool: Pool) {
  let isRefusing = false
  const later = Object.assign(new Error('try again later'), { responseCode: 451 })
  const mail = await startSmtpPeer({
    onMailFrom: (_from, _session, done) => done(isRefusing ? later : null),
  })
  let front = ''
  const visitors = createVisitors(() => front)
  const works: BegunWork[] = []
  const problems: string[] = []
  let timer: Awaited<ReturnType<typeof followTimer>>
  const look = async () => {
    for (const work of works) problems.push(...(await work.problems()))
  }
  return {
    smtpUrl: mail.url,
    /** What the owner's mail server accepted. */
    mails: mail.mails,
    /** What visitors asked for under the release before. */
    confirmed: visitors.confirmed,
    /** Under the release before alone. The mail server refuses mails about requests for now: they wait in the ledger. */
    beginBefore: async (url: string) => {
      front = url
      works.push(await beginWork(url, 'before'))
      isRefusing = true
      for (let n = 0; n < 3; n++) await visitors.request()
      await eventually(async () => (await countTriedMails(pool)) === visitors.confirmed.length)
      timer = await followTimer(pool)
    },
    /** Under the next release alone. */
    goOn: async () => {
      isRefusing = false
      await timer.becomeDue()
      await retryMails(pool)
      await look()
    },
    /** Waits until the worker of the next release, which runs alone, has done what was left to it. */
    isDone: () =>
      eventually(
        async () => (await timer.outcomes())[0] !== 'created' && (await countTriedMails(pool)) === 0,
      ),
    /** Under the next release alone, before the one before is started again. */
    beginAfter: async (url: string) => {
      works.push(await beginWork(url, 'after'))
    },
    /** Under the release before again: everything that was lost or done twice, at any time. */
    problems: async (): Promise<string[]> => {
      await look()
      const outcomes = await timer.outcomes()
      if (outcomes.join() !== 'completed') problems.push(`the timer fired otherwise: ${outcomes}`)
      return [...problems, ...visitors.problems]
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

/** Mails of the product itself that were refused and wait for their next attempt. */
async function countTriedMails(pool: Pool): Promise<number> {
  const waiting = await run(
    pool,
    sql`SELECT 1 FROM messaging.deliveries WHERE message_id IS NULL AND status <> 'sent' AND attempt > 0`,
  )
  return waiting.length
}

/** Ends the pauses between attempts of a mail, which grow with each that fails. */
async function retryMails(pool: Pool): Promise<void> {
  await pool.query(`UPDATE messaging.deliveries SET next_attempt_at = now() WHERE status = 'pending'`)
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
