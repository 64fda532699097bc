import { afterEach, expect, it, vi } from 'vitest'
import { commands, readCommand } from './readCommand.ts'

afterEach(() => vi.restoreAllMocks())

/** What a refused command says; it ends with code 2. */
function refusalOf(argv: string[]): string {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  expect(() => readCommand(argv)).toThrow('exit 2')
  return String(said.mock.calls.at(-1)?.[0])
}

const names = Object.keys(commands)
const optionsOf = (name: string) => Object.keys(commands[name]?.options ?? {})
const everyOption = [...new Set(names.flatMap(optionsOf))]

it.each(names)('%s refuses the options of other commands with one sentence', (name) => {
  const foreign = everyOption.filter((option) => !optionsOf(name).includes(option))
  expect(foreign.length).toBeGreaterThan(5)
  for (const option of foreign)
    expect(refusalOf([...name.split(' '), `--${option}`])).toBe(
      `Unknown option '--${option}'. --help says what there is.`,
    )
})

it('an option that means nothing to a command is not passed over in silence', () => {
  expect(refusalOf(['erase', 'customer', '3', '--last', '5'])).toContain("Unknown option '--last'")
})

it('reads the words and the own options of a command, and --json', () => {
  expect(readCommand(['events', 'tail', '--type', 'LeadReceived', '-f', '--json'])).toMatchObject({
    ...{ command: commands['events tail'], json: true, args: [] },
    options: { type: 'LeadReceived', follow: true, last: '20' },
  })
  expect(readCommand(['erase', 'customer', '3', '--yes'])).toMatchObject({
    ...{ command: commands.erase, json: false, args: ['customer', '3'], options: { yes: true } },
  })
  expect(readCommand(['projections', 'rebuild', '--all'])).toMatchObject({
    ...{ args: ['rebuild'], options: { all: true } },
  })
})
