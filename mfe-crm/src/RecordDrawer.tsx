import { ApiError, useParam } from '@plumbline/contract'
import { Callout, Drawer, EmptyState, ErrorState, Skeleton } from '@plumbline/ui'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { fullName } from './customers/customer.ts'

type RecordDrawerProps<Person, Key extends QueryKey> = {
  /** What the person is, which is also the parameter of the address. */
  noun: 'customer' | 'lead'
  query: (id: number) => UseQueryOptions<Person, Error, Person, Key>
  children: (person: Person) => ReactNode
}

const labels = { customer: 'Customer', lead: 'Lead' }

/** One person over a list, named by a parameter of the address such as `?customer=1`. While it is open it names the page. */
export function RecordDrawer<Person extends { firstName: string; lastName: string }, Key extends QueryKey>({
  noun,
  query,
  children,
}: RecordDrawerProps<Person, Key>) {
  const [param, setParam] = useParam(noun)
  const { data, error, isLoadingError, refetch } = useQuery({
    ...query(Number(param ?? 0)),
    enabled: param !== null,
  })
  const label = labels[noun]
  // 400: the address holds no number
  const isUnknown = error instanceof ApiError && [400, 404].includes(error.status)
  const isMissing = isUnknown && !data
  const title = isMissing ? `${label} Not Found` : data ? fullName(data) : label
  return (
    <>
      {param !== null && <title>{data ? `${label} ${title}` : title}</title>}
      <Drawer open={param !== null} onClose={() => setParam(null)} title={title}>
        {isMissing ? (
          <EmptyState title={`There is no such ${noun}`}>
            The link may be outdated, or the {noun} was removed.
          </EmptyState>
        ) : isLoadingError ? (
          <ErrorState title={`The ${noun} could not be loaded`} onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        ) : data ? (
          // what is typed over a record that was removed meanwhile stays
          <Fragment key={param}>
            <Callout icon={<UserX size={18} aria-hidden />} title={`This ${noun} was removed`}>
              {isUnknown && 'What is shown is as it was before.'}
            </Callout>
            {children(data)}
          </Fragment>
        ) : (
          <Skeleton height={240} />
        )}
      </Drawer>
    </>
  )
}
