import { phone } from '@plumbline/ui'

/** Where an open conversation takes the whole screen below the header. */
export const fillsScreen = phone.replace('@media ', '')

/** Where the customer's details are beside the conversation. */
export const showsDetails = '(min-width: 1200px)'
