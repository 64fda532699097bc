export { openBucket } from './bucket.ts'
export {
  type Bucket,
  bucketAt,
  isBucketAddress,
  isValidBucketAddress,
  type S3Variables,
  s3Variables,
} from './location.ts'
