import { serverUrl } from '@plumbline/platform/server-url'
import type { Config } from './config.ts'

/** Where people reach the product when nothing else is said. */
export const addressOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? serverUrl(host, port)

/** Whether the host name of a URL, which may be a socket's folder, is this machine's. */
export const isOwnMachine = (hostname: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\]|%2F.*)$/i.test(hostname)
