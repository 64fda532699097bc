export { type Failures, remotesBoard } from './board.ts'
export { folderStore } from './folderStore.ts'
export { canary, type Published, pin, publish, type Remotes, rollback } from './registry.ts'
export { Manifest, Release } from './shapes.ts'
