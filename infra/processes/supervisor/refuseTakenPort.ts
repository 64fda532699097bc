import { createServer } from 'node:net'

/** Says early, before anything is started, that the port is taken. */
export const refuseTakenPort = (port: number, host: string): Promise<void> =>
  new Promise((resolve, no) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        no(new Error(`Port ${port} on ${host} is already taken. Set PORT to a free one.`))
      else no(error)
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
