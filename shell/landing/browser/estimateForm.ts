import { keepMarked, showProblems } from './fieldErrors.ts'
import { notify } from './notifications.ts'
import { newKey, sendLead } from './sendLead.ts'

// the server takes anything faster for a bot
const shortestVisit = 2100

type Values = Record<string, string>
type Attempt = { content: string; body: string; key: string }

export const loadRules = () => import('./leadRules.ts')

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const valuesOf = (form: HTMLFormElement): Values => {
  const values: Values = {}
  for (const [name, value] of new FormData(form)) values[name] = String(value).trim()
  // only the form without a script needs it
  delete values.key
  for (const optional of ['serviceNeeded', 'projectDescription', 'website'])
    if (!values[optional]) delete values[optional]
  return values
}

async function isValid(form: HTMLFormElement): Promise<boolean> {
  const { problemsOf } = await loadRules()
  const first = showProblems(form, problemsOf(valuesOf(form)))
  first?.focus()
  return !first
}

async function recheck(form: HTMLFormElement): Promise<void> {
  if (!form.querySelector('[aria-invalid]')) return
  const { problemsOf } = await loadRules()
  showProblems(form, keepMarked(form, problemsOf(valuesOf(form))))
}

const maxDescription = 5_000

/** Says how long the description is once it comes near the limit. */
function countDescription(form: HTMLFormElement): void {
  const { length } = valuesOf(form).projectDescription ?? ''
  const hint = form.querySelector('#projectDescription-hint') as HTMLElement
  const format = (count: number) => count.toLocaleString('en-US')
  // short, so that a phone has room for it beside the label
  hint.textContent =
    length < 0.8 * maxDescription ? 'optional' : `${format(length)} of ${format(maxDescription)}`
}

const newAttempt = (values: Values, content: string): Attempt => ({
  content,
  body: JSON.stringify({ ...values, source: 'website', status: 'new' }),
  key: newKey(),
})

function succeed(form: HTMLFormElement, sent: string): void {
  if (JSON.stringify(valuesOf(form)) === sent) form.reset()
  countDescription(form)
  for (const receipt of document.querySelectorAll('.receipt'))
    receipt.textContent = `We have your request, ${JSON.parse(sent).firstName}. We will be in touch shortly.`
  form.closest('dialog')?.close()
  notify('Success!', 'Your request has been submitted. We will be in touch shortly.')
}

function showSending(button: HTMLButtonElement, sending: boolean): void {
  button.disabled = sending
  button.textContent = sending ? 'Submitting...' : 'Get Free Estimate'
}

export function mountForm(form: HTMLFormElement, button: HTMLButtonElement, openFor: () => number): void {
  let busy = false
  let attempt: Attempt | undefined

  const send = async () => {
    await pause(shortestVisit - openFor())
    const values = valuesOf(form)
    const content = JSON.stringify(values)
    // the same words sent again are the same request, byte for byte
    if (attempt?.content !== content) attempt = newAttempt(values, content)
    const failure = await sendLead(attempt.body, attempt.key, openFor())
    if (failure) return notify('Error', failure, true)
    attempt = undefined
    succeed(form, content)
  }

  form.noValidate = true
  showSending(button, false)
  countDescription(form)
  form.addEventListener('input', () => {
    countDescription(form)
    void recheck(form)
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (busy) return
    busy = true
    // without the rules the server is the judge
    if (await isValid(form).catch(() => true)) {
      showSending(button, true)
      await send()
      showSending(button, false)
      if (document.activeElement === document.body) button.focus()
    }
    busy = false
  })
}
