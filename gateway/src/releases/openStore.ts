import { openBucket } from '@plumbline/platform/s3'
import { folderObjects } from './folderObjects.ts'
import type { StoreLocation } from './location.ts'
import { createStore, type ReleaseStore } from './store.ts'

export const openStore = (location: StoreLocation): ReleaseStore =>
  createStore(typeof location === 'string' ? folderObjects(location) : openBucket(location))
