// by its own name, so that there is one ApiError in the page: this module is part of every remote that has a form
import { ApiError, newKey } from '@plumbline/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  useForm as useHookForm,
} from 'react-hook-form'
import { type $ZodType, type input, type output, safeParseAsync } from 'zod/v4/core'

export type FormOptions<Schema extends $ZodType, Answer> = {
  defaults: input<Schema>
  /** Sends what was filled in. `key` stays the same until it is done, so that a repeat is the same command. */
  send: (values: output<Schema>, key: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  /** What could not be said beside a field. */
  onFailed: (error: Error) => void
}

/** The rules of a service, applied in the form: the same schema, the same messages. */
const resolverOf =
  (schema: $ZodType): Resolver =>
  async (values) => {
    const parsed = await safeParseAsync(schema, values)
    if (parsed.success) return { values: parsed.data as FieldValues, errors: {} }
    const errors = parsed.error.issues.map((issue) => [
      issue.path.join('.'),
      { type: issue.code, message: issue.message },
    ])
    // the first of several about one field is shown
    return { values: {}, errors: Object.fromEntries(errors.reverse()) }
  }

/**
 * A form over a zod schema: `<form {...form.props}>`, `<Field label="Phone" {...form.field('phone')} />`. What the
 * server finds wrong stands beside its field; the first wrong field gets the focus.
 */
export function useForm<Schema extends $ZodType<FieldValues, FieldValues>, Answer>(
  schema: Schema,
  { defaults, send, onDone, onFailed }: FormOptions<Schema, Answer>,
) {
  type Values = input<Schema> & FieldValues
  const [key, setKey] = useState(newKey)
  const form = useHookForm<Values>({
    defaultValues: defaults as DefaultValues<Values>,
    resolver: resolverOf(schema) as unknown as Resolver<Values>,
  })
  const sending = useMutation({
    mutationFn: (values: Values) => send(values as output<Schema>, key),
    onSuccess: (answer) => {
      setKey(newKey())
      onDone(answer)
    },
    onError: (error) => {
      const known = error instanceof ApiError ? Object.entries(error.fields) : []
      const here = known.filter(([name]) => name in defaults)
      here.forEach(([name, message], i) => {
        form.setError(name as Path<Values>, { message }, { shouldFocus: i === 0 })
      })
      if (here.length === 0) onFailed(error)
    },
  })
  const submit = form.handleSubmit((values) => sending.mutate(values as Values))
  return {
    ...form,
    props: {
      noValidate: true,
      onSubmit: (event: React.FormEvent) => {
        // a dialog inside another form must not submit that one as well
        event.stopPropagation()
        if (sending.isPending) event.preventDefault()
        else void submit(event)
      },
    },
    /** What a control needs, with what is wrong with it. */
    field: (name: Path<Values>) => {
      const error = form.getFieldState(name, form.formState).error?.message
      return { ...form.register(name), ...(error !== undefined && { error }) }
    },
    pending: sending.isPending,
    /** The command's key, for work that goes out beside the form's own. */
    key,
  }
}
