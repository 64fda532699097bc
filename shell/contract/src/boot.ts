import { PageBusiness, Remote } from '@plumbline/gateway/api'
import * as z from 'zod/mini'

export type { Remote } from '@plumbline/gateway/api'
/** What remotes may use of the business profile. */
export type Business = Omit<PageBusiness, 'founded' | 'url'>

const read = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent || 'null')

/** What the gateway wrote into the document. Throws when it is not there. */
export const readBusiness = (): Business => PageBusiness.parse(read('business'))
export const readRemotes = (): Remote[] => z.array(Remote).parse(read('remotes'))
