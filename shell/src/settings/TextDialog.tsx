import { css } from '@emotion/react'
import {
  composeText,
  type MessageText,
  messageTexts,
  type Placeholder,
  partsOf,
  placeholders,
  signatureOf,
  type TextName,
  type TextPart,
  textForm,
  textKey,
  textLabels,
  wordsOf,
} from '@plumbline/business/api'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { countSegments } from '@plumbline/messaging/api'
import { Button, color, Field, radius, space, Textarea, text } from '@plumbline/ui'
import { changeMessageTexts, useSaved } from './businessCalls.ts'
import type { SectionProps } from './SectionForm.tsx'

const bubble = css`
  margin: 0;
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  small { display: block; color: ${color.muted}; font-size: ${text.sm}; }
`

type TextDialogProps = SectionProps & { name: TextName; onClose: () => void }

/** The words of one text, with what a customer would read. */
export function TextDialog({ name, business, record, onClose }: TextDialogProps) {
  const { texts, description } = business
  const { label, standard, uses }: MessageText = messageTexts[name]
  const parts = partsOf(name)
  const form = useForm(textForm(name), {
    defaults: Object.fromEntries(parts.map((part) => [part, wordsOf(texts, name, part)])),
    record,
    send: (_, { changes, ifMatch }) => {
      const words = Object.entries(changes).map(([part, words]) => [
        textKey(name, part as TextPart),
        words === standard[part as TextPart] ? null : words,
      ])
      return changeMessageTexts({ words: Object.fromEntries(words) }, ifMatch)
    },
    ...useSaved(onClose),
    success: `${label} is set.`,
  })
  const typed = Object.fromEntries(parts.map((part) => [textKey(name, part), form.watch(part) ?? '']))
  const read = (part: TextPart) =>
    composeText(
      { ...texts, words: typed, reviewLink: texts.reviewLink || placeholders.reviewLink.example },
      [name, part],
      {
        ...examples,
        business: description,
      },
    )
  return (
    <FormDialog form={form} onClose={onClose} title={label} submitLabel="Save" labels={textLabels}>
      <p css={{ color: color.muted, fontSize: text.sm }}>
        {uses.map((it, i) => (
          <span key={it}>
            {i > 0 && ', '}
            <code css={{ color: color.ink }}>{`{${it}}`}</code> {placeholders[it].label}
          </span>
        ))}
      </p>
      {parts.map((part) => (
        <div key={part} css={{ display: 'grid', gap: space(2) }}>
          {part === 'subject' ? (
            <Field label={textLabels.subject} autoComplete="off" {...form.field('subject')} />
          ) : (
            <>
              <Field label={textLabels[part]} {...form.error(part)}>
                <Textarea rows={part === 'sms' ? 4 : 7} {...form.register(part)} />
              </Field>
              <figure css={bubble} aria-label={`${textLabels[part]}, as a customer reads it`}>
                {part === 'sms' ? (
                  <>
                    {read('sms')}
                    <small>{partsOfSms(read('sms'))}</small>
                  </>
                ) : (
                  <>
                    {parts.includes('subject') && <b css={{ display: 'block' }}>{read('subject')}</b>}
                    {signed(read('email'), signatureOf(texts, description))}
                  </>
                )}
              </figure>
            </>
          )}
        </div>
      ))}
      <div>
        <Button
          size="sm"
          onClick={() => {
            for (const part of parts) form.set(part, standard[part] ?? '')
          }}
        >
          Use the standard text
        </Button>
      </div>
    </FormDialog>
  )
}

const examples = Object.fromEntries(
  Object.entries(placeholders).map(([name, { example }]) => [name, example]),
) as Record<Placeholder, string>

/** @example partsOfSms('Hi Ann') // 'Sent as 1 SMS' */
const partsOfSms = (content: string) => `Sent as ${countSegments(content.trim())} SMS`

/** As the worker signs a mail. */
const signed = (content: string, signature: string) =>
  content.trimEnd().endsWith(signature) ? content : `${content}\n\n${signature}`
