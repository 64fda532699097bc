/** For the shell alone, so not part of the versioned contract. */
export { followRights } from './followRights.ts'
export { passwordQuestionAtom } from './passwordQuestion.ts'
export { followOtherWindows, sessionEndAtom } from './session.ts'
export { announceSession } from './sessionChannel.ts'
export { forgetStalePaths, stalePathsAtom } from './staleData.ts'
