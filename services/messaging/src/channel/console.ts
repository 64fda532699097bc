import type { Channel } from './channel.ts'

// what a visitor wrote must not steer the terminal it is shown on
const printable = (text: string) => text.replace(/[^\P{Cc}\n]/gu, '')

/** Prints what would have been sent: the product without a provider. */
export const consoleChannel = (
  write: (text: string) => void = (text) => process.stdout.write(text),
): Channel => ({
  send: async ({ id, channel, recipient, subject, text }, document) => {
    const file = document ? `\n[${document.filename}, ${document.body.length} bytes]` : ''
    const words = channel === 'sms' ? text : `${subject}\n\n${text}${file}`
    const body = printable(words).replace(/^/gm, '  │ ')
    write(`  ┌ ${channel} to ${recipient} (console: no provider is configured)\n${body}\n  └\n`)
    return `console-${id}`
  },
  close: () => {},
})
