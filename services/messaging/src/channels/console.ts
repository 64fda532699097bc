import type { Channel } from './channel.ts'

/** Prints what would have been sent: the product without a provider. */
export const consoleChannel = (
  write: (text: string) => void = (text) => process.stdout.write(text),
): Channel => ({
  send: async ({ id, channel, recipient, subject, text }) => {
    const body = text.replace(/^/gm, '  │ ')
    write(
      `  ┌ ${channel} to ${recipient} (console: no provider is configured)\n  │ ${subject}\n  │\n${body}\n  └\n`,
    )
    return `console-${id}`
  },
  close: () => {},
})
