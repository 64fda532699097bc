import { rejection } from '@plumbline/platform/errors'
import type { Endpoint } from '@plumbline/platform/http'
import type { Session } from './sessions.ts'

/** What could hurt most in the hands of who finds a phone: money, the team, settings, all customers as a file. */
const guarded = new Set(['payments.record', 'payments.refund', 'team', 'settings', 'export'])

/** Throws where a session of a member's own device has to give the password again. Reading is not asked. */
export function requireFreshPassword(
  { method, needs, asksPassword }: Pick<Endpoint, 'method' | 'needs' | 'asksPassword'>,
  session: Session | null | undefined,
): void {
  if (session?.asksPassword && method !== 'GET' && (asksPassword || guarded.has(needs)))
    throw rejection('password-needed', 'Enter your password to go on.')
}
