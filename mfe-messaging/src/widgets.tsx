import { type ComponentProps, lazy } from 'react'

const Messages = lazy(async () => ({
  default: (await import('./messages/CustomerMessages.tsx')).CustomerMessages,
}))

/** Loaded when a profile shows it. */
export const CustomerMessages = (props: ComponentProps<typeof Messages>) => <Messages {...props} />
