import type { Channel } from './channel.ts'

// text of visitors must not control the terminal that it is printed on
const printable = (text: string) => text.replace(/[^\P{Cc}\n]/gu, '')

/** Prints what a provider would send. */
export const consoleChannel = (
  write: (text: string) => void = (text) => process.stdout.write(text),
): Channel => ({
  send: async ({ id, channel, recipient, subject, text }, document) => {
    const attachment = document ? `\n[${document.filename}, ${document.body.length} bytes]` : ''
    const content = channel === 'sms' ? text : `${subject}\n\n${text}${attachment}`
    const lines = printable(content).replace(/^/gm, '  │ ')
    write(`  ┌ ${channel} to ${recipient} (console: no provider is configured)\n${lines}\n  └\n`)
    return `console-${id}`
  },
  close: () => {},
})
