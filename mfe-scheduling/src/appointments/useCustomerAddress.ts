import { useFilledFields } from '@plumbline/contract/form'
import { useQueryClient } from '@tanstack/react-query'
import { customerQuery } from './crmQueries.ts'

type AddressForm = {
  getValues: () => { address?: string | undefined }
  set: (name: 'address', value: string) => void
  setError: (name: 'address' | 'customerId', error: { message: string }) => void
  prefill: (values: { address?: string; customerId?: null }) => void
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
