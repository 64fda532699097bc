import type { AddressInfo, Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Mail = {
  messageId: string
  to: string[]
  from: string
  subject: string
  text: string
  html: string
  /** By name in lower case. */
  headers: Record<string, string>
}

export type SmtpPeer = {
  url: string
  port: number
  /** Everything that was accepted, in order of arrival. */
  mails: Mail[]
  /** To every open connection, in the middle of an answer. */
  write: (text: string) => void
  connectionCount: () => number
  stop: () => Promise<void>
}

/** A real SMTP server that remembers what it accepted; `behaviour` lets it refuse or break off. */
export async function startSmtpPeer(behaviour: SMTPServerOptions = {}, port = 0): Promise<SmtpPeer> {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // a connection that a pool keeps open would be waited for
    closeTimeout: 200,
    onData: async (stream, session, accepted) => {
      const whole = await read(stream)
      if (!whole) return
      const parsed = await PostalMime.parse(whole)
      mails.push({
        messageId: parsed.messageId ?? '',
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        to: session.envelope.rcptTo.map((it) => it.address),
        subject: parsed.subject ?? '',
        text: parsed.text ?? '',
        html: parsed.html ?? '',
        headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
      })
      accepted()
    },
    ...behaviour,
  })
  server.on('error', () => {})
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, no) => {
    server.server.once('error', no)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    write: (text) => {
      for (const socket of sockets) socket.write(text)
    },
    connectionCount: () => sockets.size,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Undefined when the sender was gone before the end. */
async function read(stream: AsyncIterable<unknown>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer)
  } catch {
    return undefined
  }
  return Buffer.concat(chunks)
}
