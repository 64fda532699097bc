// by its own name, so that there is one ApiError in the page: this module is part of every remote that has a form
import { ApiError, confirmDiscard, trackUnsavedChanges } from '@plumbline/contract'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type Resolver,
  set as setAt,
  useForm as useHookForm,
} from 'react-hook-form'
import { type $ZodType, type input, type output, safeParseAsync } from 'zod/v4/core'
import { type Outcome, reasonOf, useOutcome } from '../outcome.ts'
import { createContentKey } from './contentKey.ts'

export type Command<Values> = {
  /** The idempotency key: a repeat of the same values is the same command, corrected values are another one. */
  key: string
  /** What differs from the values the form was opened with. */
  changes: Partial<Values>
  /** The version those values are of; empty for a form that changes no record. */
  ifMatch: string
  /** Which of several buttons sent it; empty for the form's own button and for Enter. */
  intent: string
}

/** A stored record that a form changes: its version, and how to fetch it again. */
export type StoredRecord = { etag: string; reload: () => Promise<unknown> }

export type FormOptions<Schema extends $ZodType, Answer> = Omit<
  Outcome<output<Schema>, Answer>,
  'failure'
> & {
  /** As of any call; where the notification says nothing of the server's reason, a field does. */
  failure?: string | { exactly: string; reasonAt: Extract<keyof input<Schema>, string> }
  /** What the form opens with, for every field: one without is no change. With a `record`, its values as they are now. */
  defaults: Required<input<Schema>>
  /** For a form that changes a stored record. */
  record?: StoredRecord
  /** Sends what was filled in. */
  send: (values: output<Schema>, command: Command<output<Schema>>) => Promise<Answer>
  /** Asks before it is sent, such as whether it is meant; false sends nothing. */
  confirmSend?: (values: output<Schema>) => Promise<boolean>
  /** Nothing is sent yet: what was chosen is still on its way, such as a picture. */
  isWaiting?: boolean
  /** False where what was typed is no loss, such as a password. */
  asksBeforeLeaving?: boolean
}

/** What the kit needs of a form to show it. */
export type FormHandle = {
  props: ComponentProps<'form'>
  pending: boolean
  submit: (intent: string) => void
  conflicts: readonly Conflict[]
  updated: readonly string[]
  resolve: (conflict: Conflict, keep: 'mine' | 'theirs') => void
  hasUnsaved: () => boolean
  closing: (onClose: () => void) => () => Promise<void>
}

/** A field that this form and another user both changed; `theirs` is the stored value. */
export type Conflict = { name: string; theirs: unknown }

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The rules of a service, applied in the form: the same schema, the same messages. */
const resolverOf =
  (schema: $ZodType): Resolver =>
  async (values) => {
    const parsed = await safeParseAsync(schema, values)
    if (parsed.success) return { values: parsed.data as FieldValues, errors: {} }
    const errors: FieldErrors = {}
    for (const { path, code, message } of parsed.error.issues) {
      const name = path.join('.')
      // the first of several about one field is shown
      if (!get(errors, name)) setAt(errors, name, { type: code, message })
    }
    return { values: {}, errors }
  }

/**
 * A form over a zod schema: `<form {...form.props}>`, `<Field label="Phone" {...form.field('phone')} />`. Errors are shown
 * at their fields, and the first invalid field gets the focus. Leaving with unsaved changes asks first. When another user
 * changes the record meanwhile, untouched fields take the new values; fields changed on both sides become `conflicts` until
 * `resolve` chooses a value.
 */
export function useForm<Schema extends $ZodType<FieldValues, FieldValues>, Answer>(
  schema: Schema,
  {
    defaults,
    record,
    send,
    confirmSend,
    isWaiting = false,
    asksBeforeLeaving = true,
    ...outcome
  }: FormOptions<Schema, Answer>,
) {
  type Values = input<Schema>
  const { succeed, fail, dismissFailure, refetchAll } = useOutcome<output<Schema>, Answer>(outcome)
  const reasonAt = typeof outcome.failure === 'object' ? outcome.failure.reasonAt : undefined
  const [contentKey] = useState(createContentKey)
  const [openedEtag, setOpenedEtag] = useState(record?.etag ?? '')
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const [updated, setUpdated] = useState<readonly string[]>([])
  const element = useRef<HTMLFormElement>(null)
  const form = useHookForm<Values>({
    defaultValues: defaults as DefaultValues<Values>,
    resolver: resolverOf(schema) as unknown as Resolver<Values>,
    shouldFocusError: false,
  })
  const { isDirty, isSubmitted } = form.formState
  const isUnsaved = isDirty && asksBeforeLeaving

  const untrack = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (!isUnsaved) return
    const stop = trackUnsavedChanges()
    untrack.current = () => {
      stop()
      untrack.current = null
    }
    return () => untrack.current?.()
  }, [isUnsaved])

  /** What the form was opened with, or has taken over since. */
  const openedValues = () => form.formState.defaultValues as FieldValues
  const differing = (values: FieldValues, from: FieldValues) =>
    Object.keys(from).filter((name) => !isSame(values[name], from[name]))
  /** Fields that were changed here keep their values, and stay changed. */
  const takeOver = (values: FieldValues) => {
    const changedHere = differing(form.getValues(), openedValues())
    for (const name of differing(form.getValues(), values)) {
      if (changedHere.includes(name)) continue
      form.setValue(name as Path<Values>, values[name])
      form.clearErrors(name as Path<Values>)
    }
    form.reset(values as Values, { keepValues: true, keepErrors: true })
  }

  const wantsFocus = useRef(false)
  const focusFirstInvalid = () => {
    wantsFocus.current = true
  }
  // once the errors are on the screen, and in its order, whatever kind of control it is
  useEffect(() => {
    if (!wantsFocus.current) return
    const invalid = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!invalid) return
    wantsFocus.current = false
    invalid.focus()
  })

  const sent = useRef<FieldValues>({})
  /** The version that the own save made, where its answer says so. */
  const savedEtag = useRef<string>(undefined)
  const sending = useMutation({
    mutationFn: ({ values, ifMatch, intent }: { values: Values; ifMatch: string; intent: string }) => {
      dismissFailure()
      sent.current = structuredClone(form.getValues())
      const changed = differing(form.getValues(), openedValues())
      return send(values as output<Schema>, {
        key: contentKey.for(values),
        changes: Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<output<Schema>>,
        ifMatch,
        intent,
      })
    },
    onSuccess: (answer, { values }) => {
      contentKey.renew()
      untrack.current?.()
      savedEtag.current = (answer as Partial<StoredRecord> | undefined)?.etag || undefined
      return succeed(answer, values as output<Schema>)
    },
    onError: async (error) => {
      const isConflict = error instanceof ApiError && error.status === 412
      if (isConflict) await Promise.all([record?.reload().catch(() => {}), refetchAll()])
      const fieldErrors = error instanceof ApiError ? Object.entries(error.fields) : []
      const here = fieldErrors.filter(([name]) => name in (defaults as FieldValues))
      for (const [name, message] of here) form.setError(name as Path<Values>, { message })
      const reason = reasonAt && here.length === 0 ? reasonOf(error) : null
      if (reason !== null) form.setError(reasonAt as unknown as Path<Values>, { message: reason })
      if (here.length > 0 || reason !== null) focusFirstInvalid()
      if (here.length === 0 || reasonAt) fail(error, isConflict ? 'Changed meanwhile' : undefined)
    },
  })

  const followRecord = useEffectEvent((etag: string) => {
    const theirs = defaults as FieldValues
    const mine = form.getValues()
    const opened = openedValues()
    const changed = differing(theirs, opened)
    const clashing = changed.filter(
      (name) => !isSame(mine[name], opened[name]) && !isSame(mine[name], theirs[name]),
    )
    takeOver(theirs)
    setOpenedEtag(etag)
    setConflicts((old) => [
      ...old.filter(({ name }) => !changed.includes(name)),
      ...clashing.map((name) => ({ name, theirs: theirs[name] })),
    ])
    setUpdated((old) => [...new Set([...old, ...changed])].filter((name) => !clashing.includes(name)))
  })
  /** A form that stays open goes on with what its own save has made of the record. */
  const followOwnSave = useEffectEvent((etag: string) => {
    const stored = defaults as FieldValues
    const typedSince = differing(form.getValues(), sent.current)
    for (const name of Object.keys(stored))
      if (!typedSince.includes(name)) form.setValue(name as Path<Values>, stored[name])
    form.reset(stored as Values, { keepValues: true })
    setOpenedEtag(etag)
    sending.reset()
  })
  const { isPending, isSuccess, reset: forgetSave } = sending
  const etag = record?.etag
  useEffect(() => {
    if (etag === undefined) return
    // a save that changed nothing: what comes next is by another user
    if (etag === openedEtag) return isSuccess ? forgetSave() : undefined
    // its own save is not a change by another user, and what comes while it is read again may be one
    if (etag === savedEtag.current) return followOwnSave(etag)
    if (isPending) return
    // an answer without a version: the next one is taken for its own
    if (isSuccess && savedEtag.current === undefined) followOwnSave(etag)
    else followRecord(etag)
  }, [etag, openedEtag, isPending, isSuccess, forgetSave])

  const set = <Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>) =>
    form.setValue(name, value, {
      shouldDirty: true,
      shouldValidate: isSubmitted || form.getFieldState(name, form.formState).invalid,
    })
  const fill = (values: Partial<Values>) => {
    for (const name of Object.keys(values))
      set(name as Path<Values>, values[name] as PathValue<Values, Path<Values>>)
  }
  const error = (name: Path<Values>): { error?: string } => {
    const message = form.getFieldState(name, form.formState).error?.message
    return message === undefined ? {} : { error: message }
  }
  const pending = sending.isPending || isWaiting
  const intent = useRef('')
  const sendAs = (intent: string) =>
    form.handleSubmit(async (values) => {
      if (!confirmSend || (await confirmSend(values as output<Schema>)))
        // what came while it was asked is not overwritten: the version is the one of the press, as the values are
        sending.mutate({ values: values as Values, ifMatch: openedEtag, intent })
    }, focusFirstInvalid)
  return {
    ...form,
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        // a dialog inside another form must not submit that one as well
        event.stopPropagation()
        if (pending || conflicts.length > 0) event.preventDefault()
        else void sendAs(intent.current)(event)
        if (conflicts.length > 0)
          element.current?.querySelector<HTMLElement>('[data-conflict] button')?.focus()
      },
    },
    /** Sends the form from another button than its own; `send` learns which. */
    submit: (by: string) => {
      intent.current = by
      element.current?.requestSubmit()
      intent.current = ''
    },
    /** What a control needs, with what is wrong with it. */
    field: (name: Path<Values>) => ({ ...form.register(name), ...error(name) }),
    /** What is wrong with a field, for the `Field` around it. */
    error,
    /** Sets a field as a person does: it counts as changed, and is checked where it was wrong before. */
    set,
    /** The same for several fields. */
    fill,
    /** What the page itself fills in as it opens: nothing that a person would lose, so it does not count as a change. */
    prefill: (values: Partial<Values>) => takeOver({ ...openedValues(), ...values }),
    /** For a control that hands over values instead of events; what is filled in is checked when it is left. */
    bind: <Name extends Path<Values>>(name: Name) => ({
      value: form.watch(name),
      onChange: (value: PathValue<Values, Name>) => set(name, value),
      onBlur: () => void (form.getValues(name) && form.trigger(name)),
    }),
    pending,
    /** Fields that were changed on both sides; while there are any, nothing is sent. */
    conflicts,
    /** Other fields that took a new value while the form was open. */
    updated,
    /** Ends a conflict with the value that was entered here, or with the other one. */
    resolve: ({ name, theirs }: Conflict, keep: 'mine' | 'theirs') => {
      if (keep === 'theirs') fill({ [name]: theirs } as Partial<Values>)
      setConflicts((old) => old.filter((it) => it.name !== name))
    },
    /** Whether something would be lost; at once false when it is saved. */
    hasUnsaved: () => untrack.current !== null,
    /** `onClose` of the dialog around the form: asks first when something would be lost. */
    closing: (onClose: () => void) => async () => {
      if (!isUnsaved || (await confirmDiscard())) onClose()
    },
  }
}
