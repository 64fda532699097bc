import { serverUrl } from '@plumbline/platform/server-url'

/** Where people reach the product when nothing else is said. */
export const addressOf = (from: { publicUrl: string | undefined; host: string; port: number }): string =>
  from.publicUrl ?? serverUrl(from.host, from.port)

/** Whether the host name of a URL, which may be a socket's folder, is this machine's. */
export const isOwnMachine = (hostname: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\]|%2F.*)$/i.test(hostname)
