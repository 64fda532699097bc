import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
const help = { help: { type: 'boolean', short: 'h' } } as const

/** The arguments of a command. `--help` prints its usage and ends; a wrong option ends it with one sentence and code 2. */
export function readCommandLine<const CommandOptions extends Options>(
  usage: string,
  options: CommandOptions,
  args = process.argv.slice(2),
) {
  const read = () =>
    parseArgs({
      args,
      allowPositionals: true,
      options: { ...options, ...help } as CommandOptions & typeof help,
    })
  try {
    const parsed = read()
    if ((parsed.values as { help?: boolean }).help) {
      console.log(usage)
      process.exit(0)
    }
    return parsed
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ')
    return refuse(sentence)
  }
}

/** Ends a command that was called wrongly. */
export function refuse(sentence: string): never {
  console.error(`${sentence.replace(/\.$/, '')}. --help says what there is.`)
  process.exit(2)
}
