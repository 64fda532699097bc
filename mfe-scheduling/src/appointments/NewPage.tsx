import { dayInNewYork, toast } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { serviceTypes } from '@plumbline/scheduling/api'
import { buttonStyle, Card, Field, FormActions, PageHeader } from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { momentOf, priced } from './appointment.ts'
import { errorOf, type Form, grid, Price, When, WhoAndWhat, Words } from './Fields.tsx'
import { NewForm } from './form.ts'
import { book, customerQuery, refresh } from './queries.ts'

/** What the address carries along, as from a lead that was converted. */
function useGiven() {
  const [params] = useSearchParams()
  const id = params.get('customerId')
  const title = params.get('title') ?? ''
  return {
    customerId: id !== null && /^[1-9]\d{0,8}$/.test(id) ? id : null,
    title: (serviceTypes as readonly string[]).includes(title) ? title : '',
    description: params.get('description') ?? '',
    date: params.get('date') ?? '',
    time: params.get('time') ?? '',
  }
}

/** `/appointments/new`. */
export function NewPage() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const given = useGiven()
  const back = given.customerId ? `/customers/${given.customerId}/appointments` : '/scheduler'
  const form = useForm(NewForm, {
    defaults: {
      customerId: given.customerId ? Number(given.customerId) : null,
      title: given.title,
      date: given.date,
      time: given.time,
      address: '',
      hours: '1',
      rate: '75',
      description: given.description,
      notes: '',
    },
    send: ({ customerId, title, date, time, hours, rate, address, description, notes }, key) =>
      book(
        {
          customerId: customerId as number,
          title,
          description,
          notes,
          address,
          scheduledDate: momentOf(date, time) ?? '',
          ...priced(hours, rate),
        },
        key,
      ),
    onDone: async () => {
      void refresh(queryClient)
      toast({ title: 'Success!', description: 'Appointment scheduled successfully' })
      await navigate(back)
    },
    onFailed: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to schedule appointment',
        tone: 'destructive',
      }),
  }) as unknown as Form
  return (
    <>
      <title>New Appointment</title>
      <PageHeader title="New Appointment" back={<Link to={back}>Back</Link>} />
      <Card css={{ maxWidth: 760 }}>
        <form css={grid} aria-label="New Appointment" {...form.props}>
          <WhoAndWhat form={form} />
          <When form={form} from={dayInNewYork(new Date())} />
          <Address form={form} />
          <Price form={form} />
          <Words form={form} />
          <FormActions action="Schedule Appointment" pendingAction="Scheduling..." pending={form.pending}>
            <Link to={back} css={buttonStyle()}>
              Cancel
            </Link>
          </FormActions>
        </form>
      </Card>
    </>
  )
}

/** Filled from the customer's record, and free to be another place. */
function Address({ form }: { form: Form }) {
  const customerId = form.watch('customerId') as number | null
  const { data } = useQuery({ ...customerQuery(String(customerId)), enabled: customerId !== null })
  const known = data?.address ?? null
  const { setValue } = form
  useEffect(() => {
    if (known !== null) setValue('address', known)
  }, [known, setValue])
  return (
    <Field
      label="Address"
      autoComplete="off"
      required
      {...form.register('address')}
      {...errorOf(form, 'address')}
      hint={known === null ? undefined : `On record: ${known}`}
    />
  )
}
