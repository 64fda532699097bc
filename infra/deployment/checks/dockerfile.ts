// What hadolint, which the pipeline runs, cannot know: what .dockerignore sends, how the product is stopped and asked for its health.
// npm has no linter of Dockerfiles that is kept up; dockerfile-utils, of Docker's language server, checks the syntax.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ignore from '@balena/dockerignore'
import { type Copy, type Dockerfile, DockerfileParser, type From, type Instruction } from 'dockerfile-ast'
import dockerfileUtils from 'dockerfile-utils'
import { root } from '../../processes/config.ts'

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

/** What is wrong with a Dockerfile, as sentences. `target`: the stage whose image is made, else the last one. */
export function dockerfileProblems(text: string, files: readonly string[], target?: string): string[] {
  const dockerfile = parseDockerfile(text)
  const last = wholeStage(dockerfile, target)
  const user = last
    .filter((it) => it.getKeyword() === 'USER')
    .map((it) => words(it)[0])
    .at(-1)
  return [
    ...dockerfileUtils.validate(text).map(({ message }) => String(message)),
    ...missingSources(dockerfile, files),
    ...secrets(dockerfile),
    ...(!user || /^(root|0)(:|$)/.test(user) ? ['it runs as root'] : []),
    ...(has(last, 'STOPSIGNAL', /SIGTERM/) ? [] : ['it is not stopped by SIGTERM']),
    ...(has(last, 'ENTRYPOINT', /^ENTRYPOINT \["node"/)
      ? []
      : ['node is not process 1, so signals do not reach it']),
    ...(has(last, 'HEALTHCHECK', /healthz/) ? [] : ['its health is not checked']),
  ]
}

const has = (instructions: Instruction[], keyword: string, pattern: RegExp): boolean =>
  instructions.some((it) => it.getKeyword() === keyword && pattern.test(it.getTextContent()))

/** The images that come from a registry. */
export const baseImages = (dockerfile: Dockerfile): (string | null)[] =>
  dockerfile
    .getFROMs()
    .map((from) => from.getImage())
    .filter((image) => !stageNames(dockerfile).includes(image))

const stageNames = (dockerfile: Dockerfile) => dockerfile.getFROMs().map((from) => from.getBuildStage())

function missingSources(dockerfile: Dockerfile, files: readonly string[]): string[] {
  const isThere = (source: string) =>
    source === '.' || files.some((file) => file === source || file.startsWith(`${source}/`))
  return copies(dockerfile.getInstructions()).flatMap(({ from, sources }) => {
    if (from) return stageNames(dockerfile).includes(from) ? [] : [`there is no stage ${from}`]
    return sources
      .filter((source) => !isThere(source))
      .map((source) => `${source} is not sent to the builder`)
  })
}

const secrets = (dockerfile: Dockerfile): string[] =>
  [...dockerfile.getENVs(), ...dockerfile.getARGs()]
    .map((it) => it.getTextContent())
    .filter((text) => /(PASSWORD|SECRET|TOKEN|_KEY|_URL)\b/.test(text))
    .map((text) => `a secret would stay in the image: ${text}`)
