import { createKeyring } from '../encryption/index.ts'

/** Encrypts and decrypts in tests; every run has the same master key. */
export const testKeyring = createKeyring(Buffer.alloc(32, 7))
