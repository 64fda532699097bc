// What hadolint, which the pipeline runs, cannot know: what .dockerignore sends, and what each stage copies.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ignore from '@balena/dockerignore'
import { type Copy, type Dockerfile, DockerfileParser, type From, type Instruction } from 'dockerfile-ast'
import { root } from '../processes/config.ts'

export const readDockerfile = () => readFileSync(join(root, 'infra/deployment/Dockerfile'), 'utf8')
export const parseDockerfile = (text: string): Dockerfile => DockerfileParser.parse(text)

const rules = () => readFileSync(join(root, '.dockerignore'), 'utf8')

/** Whether .dockerignore lets a file through. */
export const isSent = (path: string): boolean => !ignore().add(rules()).ignores(path)

// not walked through, to save time; `isSent` is asked for them in the test
const heavy = new Set(['node_modules', '.git', '.data', 'dist'])

/** The files the builder is sent. */
export function contextFiles(): string[] {
  const filter = ignore().add(rules())
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return heavy.has(entry.name) ? [] : walk(path)
      return entry.isFile() ? [path] : []
    })
  return walk('.').filter((path) => !filter.ignores(path))
}

/** The instructions of one stage, the last one by default. */
export function stage(dockerfile: Dockerfile, name?: string): Instruction[] {
  const instructions = dockerfile.getInstructions()
  const starts = dockerfile
    .getFROMs()
    .map((from) => instructions.findIndex((it) => it.getRange().start.line === from.getRange().start.line))
  const wanted = name
    ? dockerfile.getFROMs().findIndex((from) => from.getBuildStage() === name)
    : starts.length - 1
  return instructions.slice(starts[wanted], starts[wanted + 1] ?? instructions.length)
}

/** The same with those of the stages that it is made from. */
export function wholeStage(dockerfile: Dockerfile, name?: string): Instruction[] {
  const own = stage(dockerfile, name)
  const parent = (own[0] as From).getImage()
  return parent && stageNames(dockerfile).includes(parent) ? [...wholeStage(dockerfile, parent), ...own] : own
}

export const words = (instruction: Instruction): string[] =>
  instruction.getArguments().map((it) => it.getValue())

export const copies = (instructions: Instruction[]) =>
  instructions
    .filter((it): it is Copy => it.getKeyword() === 'COPY')
    .map((copy) => {
      const paths = words(copy)
      const from = copy
        .getFlags()
        .find((flag) => flag.getName() === 'from')
        ?.getValue()
      return { from: from ?? undefined, sources: paths.slice(0, -1), to: paths.at(-1) as string }
    })

/** The images that come from a registry. */
export const baseImages = (dockerfile: Dockerfile): (string | null)[] =>
  dockerfile
    .getFROMs()
    .map((from) => from.getImage())
    .filter((image) => !stageNames(dockerfile).includes(image))

const stageNames = (dockerfile: Dockerfile) => dockerfile.getFROMs().map((from) => from.getBuildStage())
