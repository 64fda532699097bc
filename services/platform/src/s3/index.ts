export { openBucket } from './bucket.ts'
export {
  bucketAt,
  isBucketAddress,
  isValidBucketAddress,
  type S3Variables,
  s3Variables,
} from './location.ts'
export type { Bucket } from './requests.ts'
