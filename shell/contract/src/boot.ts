import type { PageBusiness, Remote } from '@plumbline/gateway/api'

export type { Remote } from '@plumbline/gateway/api'
/** What remotes may use of the business profile. */
export type Business = Omit<PageBusiness, 'founded' | 'rating' | 'customers' | 'url'>

/** The gateway checked it when it wrote it into the document. */
function read<Value>(id: string): Value {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The document has no ${id}`)
  return JSON.parse(element.textContent)
}

/** What the gateway wrote into the document. Throws when it is not there. */
export const readBusiness = (): Business => read<PageBusiness>('business')
export const readRemotes = (): Remote[] => read<Remote[]>('remotes')
