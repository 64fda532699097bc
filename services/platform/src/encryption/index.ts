export { dataKeyOf, holdDataKey } from './dataKeys.ts'
export { type Erased, eraseSubjects, type PersonErased, recordErasures } from './erase.ts'
export { createKeyring, type DataKey, type Keyring } from './keyring.ts'
export { type AnyPersonal, decryptFields, encryptFields, erased, type Personal } from './personalFields.ts'
