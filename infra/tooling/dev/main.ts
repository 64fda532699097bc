import { readCommandLine } from '../launch/commandLine.ts'
import { developProduct } from './developProduct.ts'
import { developRemote, remoteNames } from './remote.ts'

const usage = `npm run dev                           the product; what a saved file is part of is built or started again
npm run dev -- <remote>               the same, and one remote whose components change on the screen
npm run dev -- <remote> --shell <url> only the remote, in a shell that runs elsewhere; it must have
                                      REMOTE_OVERRIDES=http://localhost:<port>
  --port <port>                       where the remote is served; each has one of its own`

const say = (line: string) => console.log(line)

async function develop() {
  const { positionals, values } = readCommandLine(usage, {
    shell: { type: 'string' },
    port: { type: 'string' },
  })
  const [name] = positionals
  if (!name) return developProduct({ say })
  if (!remoteNames().includes(name))
    throw new Error(`There is no remote ${name}. There are: ${remoteNames().join(', ')}.`)
  return developRemote({ say, name, ...values })
}

try {
  const running = await develop()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await running?.stop()
      process.exit(0)
    })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
