export { Release } from '../api.ts'
export { parseManifest } from './manifest.ts'
export { builtIn, canary, type Published, pin, publish, type Remotes, rollback } from './registry.ts'
export { openStore, type ReleaseStore } from './store.ts'
