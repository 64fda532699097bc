import type { Settings } from '@plumbline/business/directory'
import {
  actions,
  amounts,
  choiceForm,
  choices,
  disclosure,
  documentPage,
  facts,
  form,
  hiddenField,
  html,
  linkButton,
  type Markup,
  mainForm,
  nameField,
  pagePath,
  paragraph,
  printButton,
  section,
  signature,
  signatureField,
  state,
  textField,
} from '@plumbline/platform/customer-page'
import { centsOf, priceText } from '@plumbline/platform/money'
import type { CustomerPage } from '@plumbline/platform/schemas'
import { paymentTerms, type QuoteChoice, type QuoteDetails } from '../api.ts'
import type { Letterhead } from '../events.ts'
import { money, unitPriceText } from '../invoice/wording.ts'
import { dayText, momentText } from '../quote/dayText.ts'
import { shownLines, sumsOf } from '../quote/wording.ts'
import { type Content, choiceOf, consentText, type Price, sentContentOf } from './quoteChoice.ts'

type Line = Content['options'][number]['lines'][number]
type Zone = { timeZone: string; today: string }
/** As the business has them now. */
type Rules = Settings['quotes'] & { letterhead: Letterhead | undefined }

/** What the customer chose so far, if anything; they may want to choose again. */
type Chosen = { choice?: QuoteChoice | undefined; isChosenAgain?: boolean }

/** What was sent of a quote, as its customer sees it: to choose, then to read what it comes to and approve it. */
export function quotePage(
  stored: QuoteDetails,
  { choice: chosen, isChosenAgain = false }: Chosen,
  zone: Zone & Rules,
): CustomerPage {
  const quote = expiredOn(zone.today, stored)
  const content = sentContentOf(quote)
  const { id, quoteNumber, status } = quote
  if (status === 'withdrawn')
    return documentPage(
      `Quote ${quoteNumber}`,
      state('Withdrawn', 'over'),
      html`<h1>${content.title}</h1>`,
      paragraph('We have withdrawn this quote. Please call us if you have questions.'),
    )
  const isPast = content.validUntil !== null && content.validUntil < zone.today
  // one whose change was asked for waits for an answer, but can be approved no longer than it was valid
  const isOpen = (status === 'sent' || status === 'changes_requested') && !isPast
  const choice = isOpen && !isChosenAgain ? (chosen ?? onlyChoice(content)) : undefined
  return documentPage(
    `Quote ${quoteNumber}`,
    state(states[quote.status], toneOf(quote)),
    html`<h1>${content.title}</h1>`,
    noticeOf(quote, zone),
    content.message && !quote.approval ? paragraph(content.message) : '',
    facts({
      Quote: quoteNumber,
      'Prepared for': [quote.customerName, quote.customerAddress].filter(Boolean).join('\n'),
      'Valid until': isOpen && content.validUntil ? dayText(content.validUntil) : null,
    }),
    ...(quote.approval ? approved(content, quote.approval, zone) : []),
    ...(!quote.approval && choice ? toApprove(quote, content, choice, zone) : []),
    ...(!quote.approval && !choice ? toChoose(quote, content, isOpen, chosen) : []),
    ...(isOpen || status === 'expired' ? otherAnswers(quote) : []),
    actions(linkButton('Download PDF', pagePath('quote', id, 'pdf')), printButton),
  )
}

/** Expired as soon as its last day is over, marked or not. */
const expiredOn = (today: string, quote: QuoteDetails): QuoteDetails =>
  quote.status === 'sent' && quote.validUntil !== null && quote.validUntil < today
    ? { ...quote, status: 'expired' }
    : quote

const states = {
  draft: 'Draft',
  sent: 'Waiting for your answer',
  changes_requested: 'You asked for a change',
  approved: 'Approved',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}
const toneOf = ({ status, approval }: QuoteDetails) =>
  status === 'approved' && !approval?.waitsForDeposit
    ? 'done'
    : status === 'declined' || status === 'expired'
      ? 'over'
      : 'open'

/** What happened, where something did. */
function noticeOf(
  { approval, status, requestedChanges }: QuoteDetails,
  { timeZone, today }: Zone,
): Markup | '' {
  if (approval) {
    const { by, signerName, at, price } = approval
    // staff note what they were told
    const who = by === 'staff' ? `for ${signerName ?? 'you'} by us` : `by ${signerName ?? 'you'}`
    const moment = momentText(timeZone, at, today)
    return paragraph(
      `Approved ${who} ${moment}, ${priceText(centsOf(price.total))}. Thank you! The PDF below is your copy.`,
    )
  }
  if (requestedChanges) return paragraph(`You wrote: “${requestedChanges}” We will send you a new version.`)
  if (status === 'declined')
    return paragraph('You declined this quote. Please call us if you change your mind.')
  if (status === 'expired') return paragraph('This quote has expired. Ask us for a new price below.')
  return ''
}

/** Where there is nothing to choose. */
const onlyChoice = ({ options, addOns }: Content): QuoteChoice | undefined =>
  options.length === 1 && addOns.length === 0
    ? { optionId: (options[0] as { id: number }).id, addOnIds: [] }
    : undefined

function toChoose(
  { id }: QuoteDetails,
  content: Content,
  isOpen: boolean,
  chosen: QuoteChoice | undefined,
): Markup[] {
  const { options, addOns } = content
  const hasOptions = options.length > 1
  return [
    ...options.map((option, at) =>
      section(
        hasOptions ? `Option ${at + 1}: ${option.name}` : 'What it is for',
        amounts(option.name || 'Items', lineRows(option.lines, content), sumRows(option.price, content)),
      ),
    ),
    ...(addOns.length > 0
      ? [
          section(
            'You can add',
            // what it costs is what the customer decides on
            amounts('Add-ons', lineRows(addOns, { show: { ...content.show, lineTotals: true } })),
            paragraph('Before discount and tax.'),
          ),
        ]
      : []),
    ...(isOpen
      ? [
          section(
            'Your choice',
            choiceForm(
              pagePath('quote', id),
              'Continue',
              hasOptions
                ? choices(
                    'radio',
                    'option',
                    'Which option would you like?',
                    options.map(({ id: value, name, price }) => ({
                      value,
                      text: name,
                      detail: money(price.total),
                      isChosen: chosen?.optionId === value,
                    })),
                  )
                : hiddenField('option', (options[0] as { id: number }).id),
              ...(addOns.length > 0
                ? [
                    choices(
                      'checkbox',
                      'add',
                      'Would you like to add anything?',
                      addOns.map(({ id: value, description, amount }) => ({
                        value,
                        text: description,
                        detail: money(amount),
                        isChosen: chosen?.addOnIds.includes(value) ?? false,
                      })),
                    ),
                  ]
                : []),
            ),
          ),
        ]
      : termsOf(content)),
  ]
}

/** What the choice comes to, then the terms, then the signature. */
function toApprove(quote: QuoteDetails, content: Content, choice: QuoteChoice, rules: Rules): Markup[] {
  const { id, sentRevision } = quote
  const { name, lines, price } = choiceOf(content, choice)
  const chosen = new URLSearchParams({ option: String(choice.optionId) })
  for (const addOnId of choice.addOnIds) chosen.append('add', String(addOnId))
  const isChosen = onlyChoice(content) === undefined
  return [
    section(
      isChosen && name ? `Your choice: ${name}` : 'What it is for',
      amounts('Items', lineRows(lines, content), sumRows(price, content)),
      ...(isChosen
        ? [actions(linkButton('Choose again', `${pagePath('quote', id)}?${chosen}&again=yes`))]
        : []),
    ),
    ...termsOf(content),
    section(
      'Approve',
      mainForm(
        `${pagePath('quote', id, 'approve')}?${chosen}`,
        `Approve ${priceText(centsOf(price.total))}`,
        hiddenField('revision', sentRevision as number),
        hiddenField('option', choice.optionId),
        hiddenField('addOns', choice.addOnIds.join(',')),
        hiddenField('needsDeposit', rules.approvalNeedsDeposit ? 'yes' : 'no'),
        nameField('name', 'Your full name'),
        rules.signature === 'required'
          ? signatureField(
              'signature',
              'Sign here',
              'Your signature is needed. To sign here your browser needs JavaScript.',
            )
          : signatureField('signature', 'Sign here, if you like'),
        ...(rules.approvalNeedsDeposit ? depositNote(price) : []),
        html`<p>${consentText(quote, price)}</p>`,
      ),
    ),
  ]
}

/** What has to be paid before the approval counts. */
const depositNote = ({ deposit }: Price): Markup[] =>
  centsOf(deposit) > 0
    ? [paragraph(`Your approval counts when the deposit of ${money(deposit)} is paid.`)]
    : []

function approved(
  content: Content,
  approval: NonNullable<QuoteDetails['approval']>,
  { letterhead }: Rules,
): Markup[] {
  const { name, lines } = choiceOf(content, approval)
  return [
    ...(approval.waitsForDeposit
      ? [
          section(
            'How to pay the deposit',
            ...depositNote(approval.price),
            ...(letterhead?.terms ?? paymentTerms).map(paragraph),
          ),
        ]
      : []),
    section(
      name ? `What was agreed: ${name}` : 'What was agreed',
      amounts('Items', lineRows(lines, content), sumRows(approval.price, content)),
    ),
    ...termsOf(content),
    ...(approval.signature ? [section('Signature', signature(approval.signature))] : []),
  ]
}

const otherAnswers = ({ id, sentRevision, status }: QuoteDetails): Markup[] => {
  const revision = hiddenField('revision', sentRevision as number)
  const path = (rest: string) => pagePath('quote', id, rest)
  const ask =
    status === 'expired'
      ? section(
          'Ask for a new price',
          form(path('ask'), 'Send', revision, textField('words', 'What do you need?', 2_000)),
        )
      : disclosure(
          'Ask for a change',
          form(path('ask'), 'Send', revision, textField('words', 'What should be different?', 2_000)),
        )
  if (status === 'expired') return [ask]
  return [
    ask,
    disclosure(
      'Decline',
      form(
        path('decline'),
        'Decline this quote',
        revision,
        textField('reason', 'Why? (optional)', 500, false),
      ),
    ),
  ]
}

const termsOf = ({ terms }: Content): Markup[] => (terms ? [section('Terms', paragraph(terms))] : [])

const lineRows = (lines: readonly Line[], content: Pick<Content, 'show'>) =>
  shownLines(lines, content).map(({ description, kind, details, amount, ...priced }) => ({
    text: description,
    detail: [kind, priced.quantity === '1' ? '' : unitPriceText(priced), details].filter(Boolean).join('\n'),
    amount: amount === undefined ? '' : money(amount),
  }))

const sumRows = (price: Price, content: Content) =>
  sumsOf(price, content).map(({ amount, ...sum }) => ({ ...sum, amount: money(amount) }))
