import { ById, CustomerPage } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'

/** What customers with a link see of appointments. The gateway asks for it; no browser reaches these paths. */

export const maxMoveWords = 500

export const showAppointment = {
  method: 'GET',
  path: '/customer-pages/appointment/:id',
  summary: 'An appointment as its customer sees it',
  needs: 'link:appointment',
  params: ById,
  response: CustomerPage,
} as const

export const showAppointmentCalendar = {
  method: 'GET',
  path: '/customer-pages/appointment/:id/visit.ics',
  summary: 'An appointment as an entry for the calendar of its customer',
  needs: 'link:appointment',
  params: ById,
  produces: 'text/calendar',
} as const

export const requestMove = {
  method: 'POST',
  path: '/customer-pages/appointment/:id/move',
  summary: 'Ask for another time, in the words of the customer',
  needs: 'link:appointment',
  limits: [{ per: 'address', max: 10, seconds: 3600 }],
  params: ById,
  body: z.object({
    words: z
      .string({ error: 'Please say which times suit you.' })
      .check(
        z.trim(),
        z.minLength(1, 'Please say which times suit you.'),
        z.maxLength(maxMoveWords, `Please say it in at most ${maxMoveWords} letters.`),
      ),
  }),
} as const
