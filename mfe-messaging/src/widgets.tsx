import { type ComponentProps, lazy } from 'react'

const Messages = lazy(async () => ({
  default: (await import('./messages/CustomerMessages.tsx')).CustomerMessages,
}))

const Consent = lazy(async () => ({
  default: (await import('./messages/CustomerConsent.tsx')).CustomerConsent,
}))

/** Loaded when a profile shows it. */
export const CustomerMessages = (props: ComponentProps<typeof Messages>) => <Messages {...props} />
export const CustomerConsent = (props: ComponentProps<typeof Consent>) => <Consent {...props} />
