import { ApiError, call, callTagged } from '@plumbline/contract'
import * as gateway from '@plumbline/gateway/api'
import * as identity from '@plumbline/identity/api'
import { queryOptions } from '@tanstack/react-query'

/** The sessions of the signed-in user, read anew whenever the page is opened. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => call(gateway.listSessions, { signal }),
    staleTime: 0,
  })

export const changePassword = (body: gateway.PasswordChange) => call(gateway.changePassword, { body })
export const endOtherSessions = () => call(gateway.endOtherSessions)

/** How the signed-in member gets news about their jobs, read anew whenever the page is opened. */
export const jobNoticesQuery = () =>
  queryOptions({
    queryKey: ['account', 'notices'],
    queryFn: ({ signal }) => callTagged(identity.readJobNotices, { signal }),
    staleTime: 0,
  })

export const changeJobNotices = (body: identity.JobNotices, ifMatch: string) =>
  callTagged(identity.changeJobNotices, { body, ifMatch })

/** Ends one session; one that has ended already is not an error. */
export async function endSession(id: string): Promise<void> {
  try {
    await call(gateway.endSession, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}
