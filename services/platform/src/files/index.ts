export { type Files, type FilesLocation, openFiles } from './files.ts'
export { freeBytesIn } from './folder.ts'
export {
  type Bucket,
  bucketAt,
  isBucketAddress,
  isValidBucketAddress,
  type S3Variables,
  s3Variables,
} from './location.ts'
