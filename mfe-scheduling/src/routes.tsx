import type { RemoteContext } from '@plumbline/contract'
import type { RouteObject } from 'react-router-dom'
import {
  appointmentQuery,
  appointmentsQuery,
  customerAppointmentsQuery,
  customerQuery,
} from './appointments/queries.ts'

/** Scheduling's pages, by the paths of `mfe.json`. Code and data load side by side. */
export const createRoutes = ({ queryClient }: RemoteContext): RouteObject[] => {
  const all = () => queryClient.ensureQueryData(appointmentsQuery())
  const one: RouteObject['loader'] = ({ params }) =>
    // a form must not open with what has become old meanwhile
    queryClient.fetchQuery(appointmentQuery(params.id ?? ''))
  return [
    {
      path: '/scheduler',
      loader: all,
      lazy: async () => ({ Component: (await import('./appointments/SchedulerPage.tsx')).SchedulerPage }),
    },
    {
      path: '/appointments',
      loader: all,
      lazy: async () => ({ Component: (await import('./appointments/ListPage.tsx')).ListPage }),
    },
    {
      path: '/appointments/new',
      lazy: async () => ({ Component: (await import('./appointments/NewPage.tsx')).NewPage }),
    },
    {
      path: '/appointments/:id',
      loader: one,
      lazy: async () => ({ Component: (await import('./appointments/DetailsPage.tsx')).DetailsPage }),
    },
    {
      path: '/appointments/:id/edit',
      loader: one,
      lazy: async () => ({ Component: (await import('./appointments/EditPage.tsx')).EditPage }),
    },
    {
      path: '/customers/:id/appointments',
      loader: ({ params: { id = '' } }) =>
        Promise.all([
          queryClient.ensureQueryData(customerQuery(id)),
          queryClient.ensureQueryData(customerAppointmentsQuery(id)),
        ]),
      lazy: async () => ({ Component: (await import('./appointments/CustomerPage.tsx')).CustomerPage }),
    },
  ]
}
