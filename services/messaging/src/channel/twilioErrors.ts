import { reasons } from '../texts/reasons.ts'
import type { Fault } from './channel.ts'

// the recipient opted out at the provider
const optedOutCode = 21610
// a landline, or no mobile number
const noSmsCodes = new Set([30006, 21614])

/** Why an SMS failed, for staff. */
export const smsFailureReason = (code: unknown): string => {
  if (Number(code) === optedOutCode) return reasons.optedOut.sms
  if (noSmsCodes.has(Number(code))) return reasons.noSms
  return /^\d{1,6}$/.test(String(code)) ? `${reasons.failed.sms} (${code})` : reasons.failed.sms
}

// bad login, country not allowed, sender not ours or suspended, campaign not registered
const configurationCodes = new Set([20003, 20404, 21408, 21606, 21659, 21660, 30002, 30034])
const notConnectedCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

type TwilioError = { status?: unknown; code?: unknown; name?: unknown }

/** Codes of the client as measured and documented. The message contains nothing of the recipient. */
export function classifyTwilioError(error: unknown): { fault: Fault; message: string; reason?: string } {
  const { status, code, name } = (error ?? {}) as TwilioError
  if (typeof status === 'number')
    return {
      fault: faultOfStatus(status, code),
      message: `the provider answered ${status}, code ${code ?? 'none'}`,
      reason: smsFailureReason(code),
    }
  if (typeof code === 'string')
    return {
      fault: notConnectedCodes.has(code) ? 'transient' : 'ambiguous',
      message: `no answer: ${code}`,
    }
  return { fault: 'permanent', message: `the client refused it: ${name}` }
}

function faultOfStatus(status: number, code: unknown): Fault {
  if (status >= 500) return 'ambiguous'
  if (status === 429) return 'transient'
  if (status === 401 || status === 403 || configurationCodes.has(code as number)) return 'configuration'
  return 'permanent'
}
