const timeoutMs = 20_000
const fallback = 'Failed to submit your request. Please try again.'

// randomUUID exists only on https and localhost
export const newKey = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Sends the lead, and for how many milliseconds the dialog was open. Returns the message to show when that failed. */
export async function sendLead(body: string, key: string, openFor: number): Promise<string | undefined> {
  const headers = {
    'Content-Type': 'application/json',
    'Idempotency-Key': key,
    'X-Open-For-Ms': String(Math.round(openFor)),
  }
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch('/api/leads', { method: 'POST', headers, body, signal })
    if (response.ok) return undefined
    // a page of a proxy is no message for a person
    const isMessage = !response.headers.get('content-type')?.startsWith('text/html')
    return `${response.status}: ${(isMessage && (await response.text())) || response.statusText}`
  } catch {
    return fallback
  }
}
