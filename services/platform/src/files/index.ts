export type { Files, FilesLocation } from './files.ts'
export { freeBytesIn } from './folder.ts'
export {
  type Bucket,
  bucketAt,
  isBucketAddress,
  isValidBucketAddress,
  type S3Variables,
  s3Variables,
} from './location.ts'
export { openFiles } from './open.ts'
