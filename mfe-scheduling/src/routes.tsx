import type { RemoteContext } from '@plumbline/contract'
import type { RouteObject } from 'react-router-dom'
import {
  appointmentQuery,
  appointmentsQuery,
  customerAppointmentsQuery,
  customerQuery,
} from './appointments/queries.ts'

/** The pages of `mfe.json`. Code and data load in parallel. */
export const createRoutes = ({ queryClient }: RemoteContext): RouteObject[] => {
  const loadAll = () => queryClient.ensureQueryData(appointmentsQuery())
  const loadOne: RouteObject['loader'] = ({ params }) =>
    // not `ensureQueryData`: a form must not open with invalidated data
    queryClient.fetchQuery(appointmentQuery(params.id ?? ''))
  return [
    {
      path: '/scheduler',
      loader: loadAll,
      lazy: async () => ({ Component: (await import('./appointments/SchedulerPage.tsx')).SchedulerPage }),
    },
    {
      path: '/appointments',
      loader: loadAll,
      lazy: async () => ({
        Component: (await import('./appointments/AppointmentListPage.tsx')).AppointmentListPage,
      }),
    },
    {
      path: '/appointments/new',
      lazy: async () => ({
        Component: (await import('./appointments/NewAppointmentPage.tsx')).NewAppointmentPage,
      }),
    },
    {
      path: '/appointments/:id',
      loader: loadOne,
      lazy: async () => ({
        Component: (await import('./appointments/AppointmentDetailPage.tsx')).AppointmentDetailPage,
      }),
    },
    {
      path: '/appointments/:id/edit',
      loader: loadOne,
      lazy: async () => ({
        Component: (await import('./appointments/EditAppointmentPage.tsx')).EditAppointmentPage,
      }),
    },
    {
      path: '/customers/:id/appointments',
      loader: ({ params: { id = '' } }) =>
        Promise.all([
          queryClient.ensureQueryData(customerQuery(id)),
          queryClient.ensureQueryData(customerAppointmentsQuery(id)),
        ]),
      lazy: async () => ({
        Component: (await import('./appointments/CustomerAppointmentListPage.tsx'))
          .CustomerAppointmentListPage,
      }),
    },
  ]
}
