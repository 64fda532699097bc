/** Where a browser on its own machine reaches a server that listens on this host and port. */
export function serverUrl(host: string, port: number): string {
  const isLocal = host === '127.0.0.1' || host === '0.0.0.0'
  const name = host.includes(':') ? `[${host}]` : isLocal ? 'localhost' : host
  return `http://${name}:${port}`
}
