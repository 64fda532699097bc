import { failureText, optedOut } from '../delivery/templates.ts'
import type { Fault } from './channel.ts'

// this person said no to the provider itself
const optedOutCode = 21610

/** What staff are told. */
export const smsFailure = (code: unknown): string => {
  if (Number(code) === optedOutCode) return optedOut.sms
  return /^\d{1,6}$/.test(String(code)) ? `${failureText.sms} (${code})` : failureText.sms
}

// bad login, country not allowed, sender not ours or suspended, campaign not registered
const ours = new Set([20003, 20404, 21408, 21606, 21659, 21660, 30002, 30034])
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

type Thrown = { status?: unknown; code?: unknown; name?: unknown }

/** Sorts what the client throws; codes as measured and documented. Says nothing of the recipient. */
export function faultOfTwilio(error: unknown): { fault: Fault; message: string; reason?: string } {
  const { status, code, name } = (error ?? {}) as Thrown
  if (typeof status === 'number')
    return {
      fault: refusal(status, code),
      message: `the provider answered ${status}, code ${code ?? 'none'}`,
      reason: smsFailure(code),
    }
  if (typeof code === 'string')
    return { fault: neverSent.has(code) ? 'transient' : 'ambiguous', message: `no answer: ${code}` }
  return { fault: 'permanent', message: `the client refused it: ${name}` }
}

function refusal(status: number, code: unknown): Fault {
  if (status >= 500) return 'ambiguous'
  if (status === 429) return 'transient'
  if (status === 401 || status === 403 || ours.has(code as number)) return 'configuration'
  return 'permanent'
}
