// of its own, because the first page needs none of it
export { excerpt, truncate } from '@plumbline/platform/text'
