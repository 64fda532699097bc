import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these programs on the PATH. */
export function onPath(...programs: string[]): string {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  for (const program of programs) {
    for (const directory of (process.env.PATH ?? '').split(delimiter)) {
      const file = join(directory, program + suffix)
      if (isExecutable(file)) return file
    }
  }
  throw new Error(`no ${programs.join(', ')} on the PATH`)
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
