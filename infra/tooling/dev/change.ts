const notRun = /^infra\/(cli|deployment|docs|verification|tooling\/(dev|test))\//

/** What a changed file requires: a build of the front-ends, a restart of the processes, both or nothing. */
export function actionsFor(path: string): { build: boolean; restart: boolean } {
  const nothing = { build: false, restart: false }
  if (/(^|\/)(node_modules|dist|results|\.)/.test(path) || /\.test\.tsx?$/.test(path)) return nothing
  const frontEnd = /^(shell|mfe-[^/]+)\/.*\.(tsx?|css|html|json)$/.test(path)
  // what a service declares is part of the front-ends too
  const declared = /^(services\/[^/]+|gateway)\/src\/(api|api\/[^/]+|events)\.ts$/.test(path)
  const process = /^(services|gateway|infra)\/.*\.(ts|sql|json)$/.test(path)
  return { build: frontEnd || declared, restart: process && !notRun.test(path) }
}
