export { append } from './append.ts'
export { type Decider, type DecisionContext, fold } from './decider.ts'
export type { DomainEvent, Metadata, Recorded } from './event.ts'
export {
  type Aggregate,
  type CommandContext,
  type CommandOrigin,
  commit,
  create,
  type EventStore,
  execute,
  loadForUpdate,
} from './execute.ts'
export { assertIfMatch, parseIfMatch, recordEtag } from './ifMatch.ts'
export { readStream, readStreams } from './read.ts'
