import { folderObjects } from './folderObjects.ts'
import type { StoreLocation } from './location.ts'
import { s3Objects } from './s3Objects.ts'
import { createStore, type ReleaseStore } from './store.ts'

export const openStore = (location: StoreLocation): ReleaseStore =>
  createStore(typeof location === 'string' ? folderObjects(location) : s3Objects(location))
