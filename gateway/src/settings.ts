export { Business } from './api.ts'
export { storeLocation, storeVariables } from './releases/location.ts'
