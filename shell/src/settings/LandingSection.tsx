import { type Question, questionForm, questionLabels, Review, reviewLabels } from '@plumbline/business/api'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { Field, space, Textarea } from '@plumbline/ui'
import { changeLanding, useSaved } from './businessCalls.ts'
import { EditableList, type OpenedItem } from './EditableList.tsx'
import { Photos } from './Photos.tsx'
import type { SectionProps } from './SectionForm.tsx'

/** What the public page says beside the description, the hours, the services and the rates. */
export const LandingSection = (props: SectionProps) => (
  <div css={{ display: 'grid', gap: space(6) }}>
    <Photos {...props} />
    <Questions {...props} />
    <Reviews {...props} />
  </div>
)

const Questions = ({ business, record }: SectionProps) => (
  <EditableList
    record={record}
    title="Questions and answers"
    text="What visitors ask. The public page has a section for them while there are any."
    stored={business.landing.questions}
    send={(questions, ifMatch) => changeLanding({ questions }, ifMatch)}
    keyOf={({ question }) => question}
    nameOf={({ question }) => question}
    detailOf={({ answer }) => answer}
    addLabel="Add question"
    removeLabel="Remove"
    removed={() => 'The question is removed.'}
    ordered
    empty="No questions yet"
    changed={business.changed.landing}
    dialog={(opened, onClose) => <QuestionDialog {...{ ...opened, record, onClose }} />}
  />
)

type DialogProps<Item> = OpenedItem<Item> & Pick<SectionProps, 'record'> & { onClose: () => void }

function QuestionDialog({ item, others, put, record, onClose }: DialogProps<Question>) {
  const form = useForm(questionForm(others.map((it) => it.question)), {
    defaults: item ?? { question: '', answer: '' },
    record,
    send: async (values, { ifMatch }) => changeLanding({ questions: put(values) }, ifMatch),
    ...useSaved(onClose),
    success: item ? 'The question is changed.' : 'The question is on the public page.',
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={item ? 'Edit question' : 'Add question'}
      submitLabel="Save"
      labels={questionLabels}
    >
      <Field label={questionLabels.question} autoComplete="off" required {...form.field('question')} />
      <Field label={questionLabels.answer} required {...form.error('answer')}>
        <Textarea rows={5} {...form.field('answer')} />
      </Field>
    </FormDialog>
  )
}

const Reviews = ({ business, record }: SectionProps) => (
  <EditableList
    record={record}
    title="Reviews"
    text="What customers said, in their own words and with their consent. The public page shows them while there are any."
    stored={business.landing.reviews}
    send={(reviews, ifMatch) => changeLanding({ reviews }, ifMatch)}
    keyOf={({ name, text }) => `${name} ${text}`}
    nameOf={({ name }) => name}
    detailOf={({ text }) => text}
    addLabel="Add review"
    removeLabel="Remove"
    removed={() => 'The review is removed.'}
    ordered
    empty="No reviews yet"
    changed={business.changed.landing}
    dialog={(opened, onClose) => <ReviewDialog {...{ ...opened, record, onClose }} />}
  />
)

function ReviewDialog({ item, put, record, onClose }: DialogProps<Review>) {
  const form = useForm(Review, {
    defaults: item ?? { name: '', text: '' },
    record,
    send: async (values, { ifMatch }) => changeLanding({ reviews: put(values) }, ifMatch),
    ...useSaved(onClose),
    success: item ? 'The review is changed.' : 'The review is on the public page.',
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={item ? 'Edit review' : 'Add review'}
      submitLabel="Save"
      labels={reviewLabels}
    >
      <Field
        label={reviewLabels.name}
        hint="Such as Ann L., Cary."
        autoComplete="off"
        required
        {...form.field('name')}
      />
      <Field label={reviewLabels.text} required {...form.error('text')}>
        <Textarea rows={5} {...form.field('text')} />
      </Field>
    </FormDialog>
  )
}
