import { type Question, questionForm, questionLabels, Review, reviewLabels } from '@plumbline/business/api'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { Field, space, Textarea } from '@plumbline/ui'
import { useState } from 'react'
import { changeLanding, useSaved } from './businessCalls.ts'
import { EditableList } from './EditableList.tsx'
import { Photos } from './Photos.tsx'
import type { SectionProps } from './SectionForm.tsx'
import { useListChange } from './useListChange.ts'

/** What the public page says beside the description, the hours, the services and the rates. */
export const LandingSection = (props: SectionProps) => (
  <div css={{ display: 'grid', gap: space(6) }}>
    <Photos {...props} />
    <Questions {...props} />
    <Reviews {...props} />
  </div>
)

type Edited<Item> = Item | 'new' | undefined

function Questions({ business, record }: SectionProps) {
  const [edited, setEdited] = useState<Edited<Question>>()
  const { items, pending, change } = useListChange(
    business.landing.questions,
    record.etag,
    (questions, ifMatch) => changeLanding({ questions: [...questions] }, ifMatch),
  )
  return (
    <>
      <EditableList
        title="Questions and answers"
        text="What visitors ask. The public page has a section for them while there are any."
        items={items}
        keyOf={({ question }) => question}
        nameOf={({ question }) => question}
        detailOf={({ answer }) => answer}
        addLabel="Add question"
        removeLabel="Remove"
        busy={pending}
        empty="No questions yet"
        changed={business.changed.landing}
        onAdd={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={(item) =>
          change(
            items.filter((it) => it !== item),
            'The question is removed.',
          )
        }
        onReorder={(questions) => change(questions, 'The order is set.')}
      />
      {edited && (
        <QuestionDialog
          question={edited === 'new' ? undefined : edited}
          business={business}
          record={record}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

type QuestionDialogProps = SectionProps & {
  /** As it was when the dialog was opened; a new one without it. */
  question: Question | undefined
  onClose: () => void
}

function QuestionDialog({ question, business, record, onClose }: QuestionDialogProps) {
  const { questions } = business.landing
  const others = questions.filter((it) => it.question !== question?.question)
  const form = useForm(questionForm(others.map((it) => it.question)), {
    defaults: question ?? { question: '', answer: '' },
    record,
    send: (values, { ifMatch }) => {
      const isListed = others.length < questions.length
      const all = questions.map((it) => (it.question === question?.question ? values : it))
      return changeLanding({ questions: isListed ? all : [...questions, values] }, ifMatch)
    },
    ...useSaved(onClose),
    success: question ? 'The question is changed.' : 'The question is on the public page.',
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={question ? 'Edit question' : 'Add question'}
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

function Reviews({ business, record }: SectionProps) {
  const [edited, setEdited] = useState<Edited<Review>>()
  const { items, pending, change } = useListChange(
    business.landing.reviews,
    record.etag,
    (reviews, ifMatch) => changeLanding({ reviews: [...reviews] }, ifMatch),
  )
  return (
    <>
      <EditableList
        title="Reviews"
        text="What customers said, in their own words and with their consent. The public page shows them while there are any."
        items={items}
        keyOf={({ name, text }) => `${name} ${text}`}
        nameOf={({ name }) => name}
        detailOf={({ text }) => text}
        addLabel="Add review"
        removeLabel="Remove"
        busy={pending}
        empty="No reviews yet"
        changed={business.changed.landing}
        onAdd={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={(item) =>
          change(
            items.filter((it) => it !== item),
            'The review is removed.',
          )
        }
        onReorder={(reviews) => change(reviews, 'The order is set.')}
      />
      {edited && (
        <ReviewDialog
          review={edited === 'new' ? undefined : edited}
          business={business}
          record={record}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

type ReviewDialogProps = SectionProps & {
  /** As it was when the dialog was opened; a new one without it. */
  review: Review | undefined
  onClose: () => void
}

function ReviewDialog({ review, business, record, onClose }: ReviewDialogProps) {
  const { reviews } = business.landing
  const at = reviews.findIndex((it) => it.name === review?.name && it.text === review.text)
  const form = useForm(Review, {
    defaults: review ?? { name: '', text: '' },
    record,
    send: (values, { ifMatch }) =>
      changeLanding({ reviews: at < 0 ? [...reviews, values] : reviews.with(at, values) }, ifMatch),
    ...useSaved(onClose),
    success: review ? 'The review is changed.' : 'The review is on the public page.',
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={review ? 'Edit review' : 'Add review'}
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
