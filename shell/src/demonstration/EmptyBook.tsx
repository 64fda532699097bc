import { call } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { type Demonstration, DemonstrationRemoval, removeDemonstration } from '@plumbline/gateway/api'
import { Button, Checkbox, Dialog, ErrorState, Field, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { businessQuery } from '../settings/businessCalls.ts'
import { readDemonstration } from './readDemonstration.ts'

const title = 'Start with an empty book'

/** The dialog that removes the demonstration data. */
export function EmptyBook({ onClose }: { onClose: () => void }) {
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ['demonstration', 'beside'],
    queryFn: ({ signal }) => readDemonstration(signal),
    gcTime: 0,
  })
  if (data?.own.length === 0) return <Removal ownWork={data.ownWork} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={title} footer={<Button onClick={onClose}>Close</Button>}>
      {data ? (
        <div css={{ display: 'grid', gap: space(3) }}>
          <p>This is no longer the demonstration alone. Starting over would lose:</p>
          <RecordList records={data.own} />
          <p>The demonstration can be removed only while all customers and leads are part of it.</p>
        </div>
      ) : isLoadingError ? (
        <ErrorState title="This could not be checked" onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
    </Dialog>
  )
}

type Records = Demonstration['own']

const RecordList = ({ records }: { records: Records }) => (
  <ul css={{ margin: 0, paddingLeft: space(5) }}>
    {records.map((record) => (
      <li key={record.kind}>{recordText(record)}</li>
    ))}
  </ul>
)

function recordText({ kind, count, names }: Records[number]): string {
  const counted = `${count} ${kind}${count === 1 ? '' : 's'}`
  const more = names.length > 0 && count > names.length ? [`${count - names.length} more`] : []
  return names.length > 0 ? `${counted}: ${[...names, ...more].join(', ')}` : counted
}

function Removal({ ownWork, onClose }: { ownWork: Records; onClose: () => void }) {
  // the page may have come with an earlier name
  const name = useQuery(businessQuery()).data?.value.description.name
  const navigate = useNavigate()
  const id = useId()
  const form = useForm(DemonstrationRemoval, {
    defaults: { name: '', withOwnWork: false },
    send: (body) => call(removeDemonstration, { body }),
    refetch: [[]],
    success: 'The book is empty. Users and settings are as they were.',
    failure: 'Failed to remove the demonstration data. Please try again.',
    onDone: () => {
      onClose()
      void navigate('/dashboard')
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description="All invented customers, leads, appointments, invoices and messages are removed for good. Users and settings stay."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="danger" type="submit" form={id} busy={form.pending}>
            {form.pending ? 'Removing...' : 'Remove demonstration data'}
          </Button>
        </>
      }
    >
      <form id={id} css={{ display: 'grid', gap: space(4) }} {...form.props}>
        {ownWork.length > 0 && (
          <div>
            <p>You tried things out with invented people. This goes as well:</p>
            <RecordList records={ownWork} />
            <Checkbox
              required
              label="Remove these, too"
              checked={form.watch('withOwnWork')}
              onChange={({ target }) => form.set('withOwnWork', target.checked)}
            />
          </div>
        )}
        <Field
          label="Name of the business"
          hint={name && `Type ${name} to confirm.`}
          required
          autoComplete="off"
          {...form.field('name')}
        />
      </form>
    </Dialog>
  )
}
