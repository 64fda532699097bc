import {
  codeField,
  disclosure,
  form,
  hiddenField,
  html,
  type Markup,
  mainForm,
  paragraph,
} from '@plumbline/platform/customer-page'
import type { CustomerPage } from '@plumbline/platform/schemas'
import { documentPath, type ExpiredLink, type Way } from './links.ts'

/** The page of a link that has run out. `sent`: where a code was sent a moment ago. */
export function codePage({ link, ways }: ExpiredLink, sent?: string): CustomerPage {
  const path = (rest: string) => `${documentPath(link.scope)}/${rest}`
  const way = ways.find(({ channel }) => channel === sent)
  const sending = ({ channel, to }: Way, isFirst: boolean): Markup =>
    (isFirst ? mainForm : form)(
      path('send-code'),
      channel === 'sms' ? `Text ${to}` : `Email ${to}`,
      hiddenField('channel', channel),
      // the code of before still works where no other one is sent
      ...(way ? [hiddenField('sent', way.channel)] : []),
    )
  if (!way)
    return pageOf(
      'This link has run out',
      paragraph('To open it, please let us send you a code of six digits. It shows us that it is you.'),
      ...ways.map((it, n) => sending(it, n === 0)),
    )
  return pageOf(
    'Enter your code',
    paragraph(`We are sending six digits to ${way.to}. They work for 10 minutes.`),
    mainForm(path('enter-code'), 'Open', hiddenField('sent', way.channel), codeField('code', 'Code')),
    disclosure(
      'No code?',
      paragraph('It can take a minute. Then ask for another one:'),
      ...ways.map((it) => sending(it, false)),
    ),
  )
}

const pageOf = (title: string, ...parts: readonly Markup[]): CustomerPage => ({
  title,
  body: html`<h1>${title}</h1>${parts}`.text,
})

/** What is wrong with a code. */
export const wrongCode = (triesLeft: number): string => {
  if (triesLeft <= 0) return 'That is not the code. It does not work any more; please ask for another one.'
  return triesLeft === 1
    ? 'That is not the code. You can try once more.'
    : `That is not the code. You can try ${triesLeft} times more.`
}
