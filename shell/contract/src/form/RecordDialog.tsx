import { Dialog, ErrorState, Skeleton } from '@plumbline/ui'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { StoredRecord } from './useForm.ts'

type Tagged<Value> = { value: Value; etag: string }

type RecordDialogProps<Value, Key extends QueryKey> = {
  /** Fetches the record with its version; a key of its own, for nothing is taken from a cache. */
  query: UseQueryOptions<Tagged<Value>, Error, Tagged<Value>, Key>
  /** Of the dialog until the record is there. */
  title: string
  /** Said when the record cannot be fetched. */
  failure: string
  onClose: () => void
  /** The dialog itself, with what its form needs to know about the stored record. */
  children: (value: Value, record: StoredRecord) => ReactNode
}

/** A dialog that changes a record opens with the record as it is now, which the list it was opened from may not show yet. */
export function RecordDialog<Value, Key extends QueryKey>({
  query,
  title,
  failure,
  onClose,
  children,
}: RecordDialogProps<Value, Key>) {
  const { data, error, refetch } = useQuery({ ...query, gcTime: 0 })
  if (data) return children(data.value, { etag: data.etag, reload: refetch })
  return (
    <Dialog open onClose={onClose} title={title}>
      {error ? <ErrorState title={failure} onRetry={() => void refetch()} /> : <Skeleton height={240} />}
    </Dialog>
  )
}
