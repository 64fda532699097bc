/** A bar on stderr, for people who watch. */
export const progressBar = (name: string, total: number, quiet: boolean) => (events: number) => {
  if (quiet || !process.stderr.isTTY) return
  const done = total === 0 ? 1 : Math.min(1, events / total)
  process.stderr.write(
    `\r${name} ${'█'.repeat(Math.round(done * 30)).padEnd(30, '░')} ${events} of ${total} events`,
  )
}
