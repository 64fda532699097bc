// of its own, because the first page needs none of it
export { telephoneLink } from '@plumbline/platform/phone'
