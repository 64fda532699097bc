import { dayAt } from '@plumbline/contract'
import { DateField, Field } from '@plumbline/ui'

type FirstDayFieldProps = {
  form: {
    error(name: 'from'): { error?: string }
    bind(name: 'from'): { value: string; onChange: (value: string) => void; onBlur: () => void }
  }
}

/** From which day on a change holds. */
export const FirstDayField = ({ form }: FirstDayFieldProps) => (
  <Field label="Holds from" hint="Today, unless you choose a later day." {...form.error('from')}>
    <DateField {...form.bind('from')} min={dayAt(new Date())} />
  </Field>
)
