export * from './customer/directory.ts'
export { customerLinks, customerLinksTable } from './link/projection.ts'
