import { useFilledFields } from '@plumbline/contract/form'
import { useQueryClient } from '@tanstack/react-query'
import { customerQuery } from './crmQueries.ts'

type Values = { address?: string | undefined; customerId: number | null }
type AddressForm = {
  getValues: () => Values
  fill: (values: Partial<Values>) => void
  prefill: (values: Partial<Values>) => void
  setError: (name: keyof Values, error: { message: string }) => void
}

/**
 * Choosing a customer fills in their address, once; what is typed after that stays. `stored`: the address that the form opened
 * with, which leaves with its customer.
 */
export function useCustomerAddress(form: AddressForm, stored?: string) {
  const queryClient = useQueryClient()
  const { choose, takeBack } = useFilledFields(form)
  const load = async (id: number, isFirst: boolean) => {
    const chosen = await queryClient.fetchQuery(customerQuery(String(id)))
    if (!chosen && isFirst) {
      form.prefill({ customerId: null })
      form.setError('customerId', { message: `Customer ${id} does not exist. Please select another one.` })
    }
    if (chosen?.address) return { address: chosen.address }
    return stored && form.getValues().address === stored ? { address: '' } : null
  }
  return (id: number | null, isFirst = false) => {
    if (id === null) takeBack()
    else
      void choose({
        isFirst,
        load: () => load(id, isFirst),
        onFailure: () =>
          form.setError('address', { message: 'Could not be loaded. Please enter the address.' }),
      })
  }
}
