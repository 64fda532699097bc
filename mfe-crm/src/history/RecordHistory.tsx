import { call } from '@plumbline/contract'
import { activity } from '@plumbline/insights/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { History } from './History.tsx'

const historyQuery = (record: string) =>
  queryOptions({
    queryKey: ['history', record],
    queryFn: ({ signal }) => call(activity, { query: { record }, signal }),
    meta: { changedBy: [record.split('-')[0] as string] },
  })

/** Everything that happened to one record, the newest first. `record`: its kind and its id, as in `appointment-7`. */
export const RecordHistory = ({ record }: { record: string }) => (
  <History answer={useQuery(historyQuery(record))} isOfOneRecord />
)
