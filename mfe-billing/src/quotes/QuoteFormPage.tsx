import { css } from '@emotion/react'
import type { QuoteDetails } from '@plumbline/billing/api'
import { dayLater, formatDay } from '@plumbline/contract'
import { usePageNavigate } from '@plumbline/contract/action'
import { FormPage, useForm } from '@plumbline/contract/form'
import { formatTyped } from '@plumbline/contract/money'
import type { Lead } from '@plumbline/crm/api'
import { color, ErrorState, radius, Skeleton, space, text } from '@plumbline/ui'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { defaultTaxRate, invoiceTermsQuery } from '../invoices/invoiceTerms.ts'
import { appointmentQuery, customerQuery } from '../invoices/queries.ts'
import { useToday } from '../invoices/useToday.ts'
import { formatSigned } from '../lines/line.ts'
import { CustomerNotFound, QuoteNotFound } from '../NotFound.tsx'
import { QuoteFormFields } from './QuoteFormFields.tsx'
import { QuoteSummary } from './QuoteSummary.tsx'
import { createQuote, leadQuery, quoteQuery, quotesKey, reviseQuote } from './queries.ts'
import { hiddenText, titleOfRequest } from './quote.ts'
import {
  ChangeOrderFields,
  contentOf,
  newQuote,
  type OptionValues,
  QuoteFields,
  type QuoteValues,
  type ShareField,
  valuesOf,
} from './quoteForm.ts'
import { pricesOf } from './quotePrice.ts'

const requestText = css`
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  b { display: block; color: ${color.muted}; font-size: ${text.sm}; }
`

const daysValid = 30

const parseId = (value: string | null) => (value !== null && /^[1-9]\d{0,8}$/.test(value) ? value : null)

/** What the server made of the form, and whether it is sent next. */
type Saved = { quote: QuoteDetails; isSentNext: boolean }

/** Leads to the saved quote, where it is sent. */
function useAfterSave() {
  const navigate = usePageNavigate()
  return {
    refetch: [quotesKey],
    success: ({ quote, isSentNext }: Saved) => (isSentNext ? null : `${quote.quoteNumber} saved.`),
    onDone: ({ quote, isSentNext }: Saved) =>
      navigate(`/quotes/${quote.id}${isSentNext ? '?send=1' : ''}`, { replace: true }),
  }
}

const buttonsOf = (isDraft: boolean) => ({
  submitLabel: 'Save and send',
  pendingLabel: 'Saving...',
  alternative: { label: isDraft ? 'Save draft' : 'Save', intent: 'save' },
})

/** `/quotes/new`; another customer, lead or job in the address is another form. */
export function QuoteFormPage() {
  const [params] = useSearchParams()
  const [customerId, leadId, appointmentId] = ['customerId', 'leadId', 'appointmentId'].map((name) =>
    parseId(params.get(name)),
  )
  const { data: customer } = useQuery({ ...customerQuery(customerId ?? ''), enabled: Boolean(customerId) })
  // what a lead wrote stays out of addresses, which end up in histories and logs
  const lead = useQuery({ ...leadQuery(leadId ?? ''), enabled: Boolean(leadId) })
  const job = useQuery({ ...appointmentQuery(appointmentId ?? ''), enabled: Boolean(appointmentId) })
  const isLoading = (leadId && lead.isPending) || (appointmentId && job.isPending)
  const failed = [lead, job].filter(({ isLoadingError }) => isLoadingError)
  if (customer === null) return <CustomerNotFound />
  // without its job a change order would be a quote like any other
  if (failed.length > 0)
    return (
      <ErrorState
        title={`The ${appointmentId ? 'job' : 'request'} could not be loaded`}
        onRetry={() => {
          for (const it of failed) void it.refetch()
        }}
      />
    )
  if (isLoading) return <Skeleton height={480} />
  return (
    <NewQuote
      key={params.toString()}
      start={{
        customerId: Number(customerId ?? job.data?.customerId ?? 0) || null,
        title: job.data ? `Change to ${job.data.title}` : '',
      }}
      lead={lead.data ?? null}
      appointmentId={job.data ? job.data.id : null}
      back={
        job.data
          ? { to: `/appointments/${job.data.id}`, label: job.data.title }
          : { to: '/quotes', label: 'Quotes' }
      }
    />
  )
}

type NewQuoteProps = {
  start: Partial<QuoteValues>
  /** The request that it answers. */
  lead: Lead | null
  /** The job that it changes. */
  appointmentId: number | null
  back: { to: string; label: string }
}

function NewQuote({ start, lead, appointmentId, back }: NewQuoteProps) {
  const validUntil = dayLater(useToday(), daysValid)
  const isChangeOrder = appointmentId !== null
  const asking = start.customerId ?? lead?.customerId ?? null
  // a request is of the customer who asked
  const requestFor = (customerId: number | null) => (asking === null || customerId === asking ? lead : null)
  const form = useForm(isChangeOrder ? ChangeOrderFields : QuoteFields, {
    ...useAfterSave(),
    defaults: newQuote({ ...start, validUntil }),
    send: async (values, { key, intent }) => ({
      quote: await createQuote(
        {
          ...contentOf(values),
          ...{ leadId: requestFor(values.customerId)?.id ?? null, appointmentId },
          customerId: values.customerId as number,
        },
        key,
      ),
      isSentNext: intent === '',
    }),
    failure: 'Failed to save quote',
  })
  const { data: terms } = useQuery(invoiceTermsQuery())
  const followTerms = useEffectEvent((loaded: NonNullable<typeof terms>) => {
    const { title } = form.getValues()
    form.prefill({
      taxRate: defaultTaxRate(loaded),
      ...(title === '' &&
        lead?.serviceNeeded != null && { title: titleOfRequest(lead.serviceNeeded, loaded.estimateOptions) }),
    })
  })
  useEffect(() => {
    if (terms) followTerms(terms)
  }, [terms])
  const followValidity = useEffectEvent((day: string) => form.prefill({ validUntil: day }))
  useEffect(() => followValidity(validUntil), [validUntil])
  const values = form.watch()
  const prices = pricesOf(values)
  const request = requestFor(values.customerId)
  return (
    <FormPage
      form={form}
      title={isChangeOrder ? 'New Change Order' : 'New Quote'}
      back={back}
      {...buttonsOf(true)}
      summary={<QuoteSummary prices={prices} />}
    >
      {request?.projectDescription && (
        <p css={requestText}>
          <b>Asked for</b> {request.projectDescription}
        </p>
      )}
      <QuoteFormFields form={form} prices={prices} isChangeOrder={isChangeOrder} />
    </FormPage>
  )
}

const fieldLabels = {
  title: 'Work',
  options: 'Items',
  addOns: 'Add-ons',
  discount: 'Discount',
  taxRate: 'Tax rate',
  deposit: 'Deposit',
  validUntil: 'Valid until',
  message: 'Message',
  terms: 'Terms',
  show: 'What the customer sees',
}

/** A value as people read it. */
function formatField(name: string, value: unknown): string {
  if (name === 'validUntil') return value === '' ? 'none' : formatDay(String(value))
  if (name === 'discount' || name === 'deposit') {
    const { unit, value: typed } = value as ShareField
    if (typed === '') return 'none'
    return unit === 'percent' ? `${typed} %` : formatTyped(typed)
  }
  if (name === 'show') return hiddenText(value as QuoteValues['show']) || 'everything'
  const lines =
    name === 'options'
      ? (value as OptionValues[]).flatMap((option) => option.lines)
      : name === 'addOns'
        ? (value as QuoteValues['addOns'])
        : null
  if (!lines) return String(value)
  return lines
    .map(({ description, quantity, unitPrice, unitCost }) => {
      const cost = unitCost ? `, cost ${formatTyped(unitCost)}` : ''
      return `${description}, ${quantity} × ${formatSigned(unitPrice)}${cost}`
    })
    .join('; ')
}

/** `/quotes/{id}/edit`: the next revision of what was sent, or the draft itself. */
export function EditQuotePage() {
  const { id = '' } = useParams()
  const { data } = useSuspenseQuery(quoteQuery(id))
  return data ? <EditQuote quote={data.value} etag={data.etag} /> : <QuoteNotFound />
}

function EditQuote({ quote, etag }: { quote: QuoteDetails; etag: string }) {
  const queryClient = useQueryClient()
  const { id, customerId, customerName, quoteNumber, appointmentId } = quote
  const isChangeOrder = appointmentId !== null
  const form = useForm(isChangeOrder ? ChangeOrderFields : QuoteFields, {
    ...useAfterSave(),
    defaults: valuesOf(quote),
    record: {
      etag,
      reload: () => queryClient.refetchQueries({ queryKey: quoteQuery(String(id)).queryKey }),
    },
    send: async (values, { ifMatch, intent }) => ({
      quote: await reviseQuote({ id, etag: ifMatch }, contentOf(values)),
      isSentNext: intent === '',
    }),
    failure: 'Failed to save quote',
  })
  const prices = pricesOf(form.watch())
  return (
    <FormPage
      form={form}
      title={quote.sentRevision === null ? `Edit ${quoteNumber}` : `Revise ${quoteNumber}`}
      back={{ to: `/quotes/${id}`, label: quoteNumber }}
      {...buttonsOf(quote.sentRevision === null)}
      labels={fieldLabels}
      format={formatField}
      summary={<QuoteSummary prices={prices} />}
    >
      <QuoteFormFields
        form={form}
        prices={prices}
        isChangeOrder={isChangeOrder}
        customerName={customerName ?? `Customer ${customerId}`}
      />
    </FormPage>
  )
}
