import type { Page, Route } from 'playwright-core'

type Kind = 'customer' | 'lead' | 'appointment' | 'invoice' | 'message'
type Question = { q: string; kinds?: Kind[]; cursor?: string }

const hit = (kind: Kind, id: number, title: string, subtitle = 'Raleigh') => ({
  kind,
  id,
  customerId: kind === 'lead' ? null : 1,
  title,
  subtitle,
  at: '2026-11-20T15:00:00.000Z',
})
const five = [1, 2, 3, 4, 5]

/** What a search for these words finds: 12 customers, more than 100 messages, one invoice, nothing. */
function groupsFor({ q, kinds, cursor }: Question): object[] {
  if (q === 'nobody') return []
  if (q.startsWith('INV'))
    return [{ kind: 'invoice', count: 1, more: false, next: null, hits: [hit('invoice', 60, q)] }]
  if (kinds) {
    const first = cursor ? 11 : 1
    const hits = Array.from({ length: cursor ? 2 : 10 }, (_, n) =>
      hit('customer', first + n, `${q} ${first + n}`),
    )
    return [{ kind: 'customer', count: 12, more: false, next: cursor ? null : 'page 2', hits }]
  }
  return [
    {
      kind: 'message',
      count: 100,
      more: true,
      next: null,
      hits: five.map((id) => hit('message', id, `About ${q}`)),
    },
    {
      kind: 'customer',
      count: 12,
      more: false,
      next: null,
      hits: five.map((id) => hit('customer', id, `${q} ${id}`)),
    },
  ]
}

/** Answers the searches of a page, each when `delayMs` says; answers every request that was made. */
export async function answerSearches(page: Page, delayMs: (q: string) => number = () => 0) {
  const asked: { url: string; question: Question }[] = []
  let isBroken = false
  await page.route('**/api/search', async (route: Route) => {
    const question: Question = route.request().postDataJSON()
    asked.push({ url: route.request().url(), question })
    await new Promise((resolve) => setTimeout(resolve, delayMs(question.q)))
    // a request that the page gave up cannot be answered
    const answer = isBroken ? { status: 500, body: '' } : { json: { groups: groupsFor(question) } }
    await route.fulfill(answer).catch(() => {})
  })
  return {
    asked,
    fail: (broken: boolean) => {
      isBroken = broken
    },
  }
}
