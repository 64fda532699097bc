/** For the shell alone, so not part of the versioned contract. */
export { forgetStalePaths, stalePathsAtom } from './staleData.ts'
