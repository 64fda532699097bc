import { dayAt, type RemoteContext } from '@plumbline/contract'
import { loadFirstPage, onEntry } from '@plumbline/contract/list'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { appointmentList } from './appointments/appointmentList.ts'
import { customerQuery } from './appointments/crmQueries.ts'
import { ownQueryOf } from './appointments/listPeriod.ts'
import {
  appointmentQuery,
  appointmentsBetweenQuery,
  customerAppointmentsQuery,
  forgetDeletion,
  upcomingQuery,
} from './appointments/queries.ts'
import { schedulerTab } from './appointments/schedulerTab.ts'
import { membersQuery } from './team/team.ts'

const page =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => ({ Component: (await load())[name] })

/** The pages of `mfe.json`. Code and data load in parallel. */
export const createRoutes = ({ queryClient }: RemoteContext): RouteObject[] => {
  const loadScheduler: RouteObject['loader'] = ({ request }) => {
    if (schedulerTab(new URL(request.url).searchParams.get('view')) === 'calendar') return null
    const today = dayAt(new Date())
    return Promise.all([
      queryClient.ensureQueryData(appointmentsBetweenQuery(today, today)),
      queryClient.ensureQueryData(upcomingQuery()),
    ])
  }
  const loadOne: RouteObject['loader'] = ({ params: { id = '' } }) => {
    forgetDeletion(id)
    // not `ensureQueryData`: a form must not open with invalidated data
    return queryClient.fetchQuery(appointmentQuery(id))
  }
  return [
    {
      path: '/my-day',
      handle: { isWide: true },
      loader: () => queryClient.ensureQueryData(membersQuery()),
      lazy: page(() => import('./myDay/MyDayPage.tsx'), 'MyDayPage'),
    },
    {
      path: '/scheduler',
      handle: { isWide: true },
      loader: loadScheduler,
      lazy: page(() => import('./appointments/SchedulerPage.tsx'), 'SchedulerPage'),
    },
    {
      path: '/appointments',
      handle: { isWide: true },
      loader: ({ request }) =>
        loadFirstPage(queryClient, appointmentList, request, ownQueryOf(new URL(request.url).searchParams)),
      shouldRevalidate: onEntry,
      lazy: page(() => import('./appointments/AppointmentListPage.tsx'), 'AppointmentListPage'),
    },
    {
      path: '/appointments/new',
      lazy: page(() => import('./appointments/NewAppointmentPage.tsx'), 'NewAppointmentPage'),
    },
    {
      path: '/appointments/:id',
      loader: loadOne,
      lazy: page(() => import('./appointments/AppointmentDetailPage.tsx'), 'AppointmentDetailPage'),
    },
    {
      path: '/appointments/:id/edit',
      loader: loadOne,
      lazy: page(() => import('./appointments/EditAppointmentPage.tsx'), 'EditAppointmentPage'),
    },
    {
      path: '/customers/:id/appointments',
      loader: ({ params: { id = '' } }) =>
        Promise.all([
          queryClient.ensureQueryData(customerQuery(id)),
          queryClient.ensureQueryData(customerAppointmentsQuery(id)),
        ]),
      lazy: page(
        () => import('./appointments/CustomerAppointmentListPage.tsx'),
        'CustomerAppointmentListPage',
      ),
    },
  ]
}
