import { dayInNewYork, toast } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { type Lead, serviceTypeOf } from '@plumbline/crm/api'
import { buttonStyle, Card, Field, FormActions, PageHeader, Skeleton } from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { momentOf, priced } from './appointment.ts'
import { type Form, grid, Price, When, WhoAndWhat, Words } from './Fields.tsx'
import { NewForm } from './form.ts'
import { book, customerQuery, leadQuery, refresh } from './queries.ts'

/** What the address of the page carries along: who, when, and the lead that asked for it. */
function useGiven() {
  const [params] = useSearchParams()
  const idIn = (name: string) => {
    const id = params.get(name)
    return id !== null && /^[1-9]\d{0,8}$/.test(id) ? id : null
  }
  return {
    customerId: idIn('customerId'),
    leadId: idIn('leadId'),
    date: params.get('date') ?? '',
    time: params.get('time') ?? '',
  }
}

/** `/appointments/new`. */
export function NewPage() {
  const { leadId } = useGiven()
  // the words of a lead stay out of addresses, which end up in histories and logs
  const lead = useQuery({ ...leadQuery(leadId ?? ''), enabled: leadId !== null })
  if (leadId !== null && lead.isPending) return <Skeleton height={480} />
  return <NewAppointment lead={lead.data ?? null} />
}

function NewAppointment({ lead }: { lead: Lead | null }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const given = useGiven()
  const back = given.customerId ? `/customers/${given.customerId}/appointments` : '/scheduler'
  const form = useForm(NewForm, {
    defaults: {
      customerId: given.customerId ? Number(given.customerId) : null,
      title: serviceTypeOf(lead?.serviceNeeded ?? null) ?? '',
      date: given.date,
      time: given.time,
      address: '',
      hours: '1',
      rate: '75',
      description: lead?.projectDescription ?? '',
      notes: '',
    },
    send: ({ customerId, title, date, time, hours, rate, address, description, notes }, { key }) =>
      book(
        {
          customerId: customerId as number,
          title,
          description,
          notes,
          address,
          scheduledDate: momentOf(date, time) ?? '',
          ...priced(hours, rate),
          status: 'scheduled',
        },
        key,
      ),
    onDone: async () => {
      void refresh(queryClient)
      toast({ title: 'Success!', description: 'Appointment scheduled successfully' })
      await navigate(back, { replace: true })
    },
    onFailed: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to schedule appointment',
        tone: 'destructive',
      }),
  }) as unknown as Form
  const address = useCustomerAddress(form)
  return (
    <>
      <title>New Appointment</title>
      <PageHeader title="New Appointment" back={<Link to={back}>Back</Link>} />
      <Card css={{ maxWidth: 760 }}>
        <form css={grid} aria-label="New Appointment" {...form.props}>
          <WhoAndWhat form={form} onCustomer={address.fill} />
          <When form={form} from={dayInNewYork(new Date())} />
          <Field
            label="Address"
            autoComplete="off"
            required
            {...form.field('address')}
            hint={address.known ? `Customer's address: ${address.known}` : undefined}
          />
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

/** Choosing a customer fills in their address, once; what is typed after that stays. */
function useCustomerAddress(form: Form) {
  const queryClient = useQueryClient()
  const customerId = form.watch('customerId') as number | null
  const { data } = useQuery({ ...customerQuery(String(customerId)), enabled: customerId !== null })
  const filled = useRef('')
  const fill = async (id: number | null, isFirst = false) => {
    const customer = id === null ? null : await queryClient.fetchQuery(customerQuery(String(id)))
    // another one was chosen meanwhile
    if (form.getValues('customerId') !== id) return
    const address = customer?.address ?? ''
    // without an address of theirs, only that of the customer before is taken away
    if (address === '' && form.getValues('address') !== filled.current) return
    filled.current = address
    if (isFirst) form.prefill({ address })
    else form.set('address', address)
  }
  const fillFirst = useEffectEvent(() => void fill(customerId, true))
  useEffect(() => fillFirst(), [])
  return { known: data?.address ?? null, fill: (id: number | null) => void fill(id) }
}
