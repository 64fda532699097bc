const isBehind = ({ status, text }: { status: number; text: string }) =>
  status === 503 && text.includes('Newer changes are still being processed')

/** A client of the product's calls, as a person's browser would make them. `url`: asked anew for every call. */
export function createClient(url: string | (() => string)) {
  const jar = new Map<string, string>()
  const sendOnce = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch((typeof url === 'string' ? url : url()) + path, {
      method,
      headers: { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }), ...headers },
      body: body && JSON.stringify(body),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] as string).split('=', 2)
      jar.set(name, value)
    }
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const send: typeof sendOnce = async (...call) => {
    let answer = await sendOnce(...call)
    // a busy service that does not know yet what this refers to says so, and has done nothing
    for (const end = Date.now() + 60_000; isBehind(answer) && Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      answer = await sendOnce(...call)
    }
    return answer
  }
  const answerOf = async (expected: number, method: string, path: string, body?: object) => {
    const { status, text } = await send(method, path, body)
    if (status !== expected) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return JSON.parse(text)
  }
  return {
    send,
    /** As `send`, also where it is answered that it comes too early. */
    sendOnce,
    /** What is at this path; throws when it is refused. */
    read: (path: string) => answerOf(200, 'GET', path),
    /** What was created; throws when it is refused. */
    create: (path: string, body: object = {}) => answerOf(201, 'POST', path, body),
    signIn: (username: string, password: string) => send('POST', '/api/login', { username, password }),
    leads: (): Promise<{ id: number; lastName: string }[]> => answerOf(200, 'GET', '/api/leads'),
    requestEstimate: (lastName: string, key?: string) =>
      send(
        'POST',
        '/api/leads',
        {
          firstName: 'Ann',
          lastName,
          email: 'ann@example.test',
          phone: '555 555 0101',
          serviceNeeded: 'painting',
        },
        key ? { 'idempotency-key': key } : {},
      ),
  }
}
export type Client = ReturnType<typeof createClient>

/** Repeats until `attempt` answers something or the patience is over. */
export async function eventually<T>(
  attempt: () => Promise<T | undefined | false>,
  patienceMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const result = await attempt().catch(() => undefined)
    if (result !== undefined && result !== false) return result as T
    if (Date.now() > deadline) throw new Error(`nothing after ${patienceMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
