import { type StoredRecord, useForm } from '@plumbline/contract/form'
import { JobNotices } from '@plumbline/identity/api'
import { Button, Card, ConflictNotice, ErrorState, Field, Select, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { changeJobNotices, jobNoticesQuery } from './accountCalls.ts'

/** How the member gets news when others change their jobs. */
export function AccountJobNotices({ email }: { email: string }) {
  const { data, isLoadingError, error, refetch } = useQuery(jobNoticesQuery())
  return (
    <Card title="Changes of your jobs">
      {isLoadingError ? (
        <ErrorState title="This could not be loaded" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : !data ? (
        <Skeleton height={132} />
      ) : (
        <JobNoticesForm stored={data.value} record={{ etag: data.etag, reload: refetch }} email={email} />
      )}
    </Card>
  )
}

const texts: Record<JobNotices['channel'], (email: string) => string> = {
  email: (email) => `An email goes to ${email} when somebody changes a job of yours within the next week.`,
  sms: () => 'An SMS goes to your mobile when somebody changes a job of yours within the next week.',
  none: () => 'You see changes of your jobs under My Day.',
}
const choices = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'SMS' },
  { value: 'none', label: 'Nothing' },
]

type JobNoticesFormProps = { stored: JobNotices; record: StoredRecord; email: string }

function JobNoticesForm({ stored, record, email }: JobNoticesFormProps) {
  const form = useForm(JobNotices, {
    defaults: stored,
    record,
    send: (values, { ifMatch }) => changeJobNotices(values, ifMatch),
    refetch: [jobNoticesQuery().queryKey],
    success: 'It is saved how you are told.',
    failure: 'Failed to save how you are told',
  })
  const channel = form.watch('channel')
  return (
    <form css={{ display: 'grid', gap: space(5) }} aria-label="Changes of your jobs" {...form.props}>
      <ConflictNotice
        form={form}
        labels={{ channel: 'Tell me by', mobile: 'Mobile number' }}
        format={(_, stored) => choices.find(({ value }) => value === stored)?.label ?? String(stored)}
      />
      <Field label="Tell me by" hint={texts[channel](email)} {...form.error('channel')}>
        <Select {...form.register('channel')} options={choices} />
      </Field>
      {channel === 'sms' && (
        <Field label="Mobile number" type="tel" autoComplete="tel" required {...form.field('mobile')} />
      )}
      <div>
        <Button tone="primary" type="submit" busy={form.pending}>
          {form.pending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
