import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { LRUCache } from 'lru-cache'

const cipher = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16
const maxCachedKeys = 10_000

/** A person's key as it is stored: encrypted with the master key, base64. */
export type DataKey = { subject: string; wrapped: string }

/** iv, ciphertext, tag. `context` must be given again to decrypt, so that a ciphertext is of no use in another place. */
function encrypt(key: KeyObject, context: string, plain: Buffer | string): Buffer {
  const iv = randomBytes(ivBytes)
  const encryption = createCipheriv(cipher, key, iv, { authTagLength: tagBytes })
  encryption.setAAD(Buffer.from(context))
  const body = typeof plain === 'string' ? encryption.update(plain, 'utf8') : encryption.update(plain)
  return Buffer.concat([iv, body, encryption.final(), encryption.getAuthTag()])
}

function decrypt(key: KeyObject, context: string, ciphertext: Buffer): Buffer {
  const decryption = createDecipheriv(cipher, key, ciphertext.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decryption.setAAD(Buffer.from(context))
  decryption.setAuthTag(ciphertext.subarray(-tagBytes))
  const plain = decryption.update(ciphertext.subarray(ivBytes, -tagBytes))
  decryption.final()
  return plain
}

export type Keyring = ReturnType<typeof createKeyring>

/** Encrypts and decrypts with data keys that are wrapped by the master key (32 bytes). */
export function createKeyring(master: Buffer) {
  if (master.length !== keyBytes) throw new Error(`A master key has ${keyBytes} bytes, not ${master.length}.`)
  const masterKey = createSecretKey(master)
  // used only when the caller presents the same wrapped key: the store decides which key is valid, not this cache
  const unwrapped = new LRUCache<string, KeyObject>({ max: maxCachedKeys })

  const idOf = ({ subject, wrapped }: DataKey) => `${subject} ${wrapped}`
  function unwrap(dataKey: DataKey): KeyObject {
    const cached = unwrapped.get(idOf(dataKey))
    if (cached) return cached
    const { subject, wrapped } = dataKey
    const key = createSecretKey(decrypt(masterKey, subject, Buffer.from(wrapped, 'base64')))
    unwrapped.set(idOf(dataKey), key)
    return key
  }

  return {
    /** Differs between master keys and reveals nothing of them. */
    fingerprint: createHash('sha256')
      .update('plumbline master key')
      .update(master)
      .digest('hex')
      .slice(0, 32),
    createDataKey: (subject: string): DataKey => {
      const key = randomBytes(keyBytes)
      const dataKey = { subject, wrapped: encrypt(masterKey, subject, key).toString('base64') }
      unwrapped.set(idOf(dataKey), createSecretKey(key))
      return dataKey
    },
    encrypt: (key: DataKey, context: string, text: string): string =>
      encrypt(unwrap(key), context, text).toString('base64'),
    decrypt: (key: DataKey, context: string, ciphertext: string): string =>
      decrypt(unwrap(key), context, Buffer.from(ciphertext, 'base64')).toString('utf8'),
    /** HMAC-SHA256 with a key that is derived for this purpose, so that it says nothing about what the data key encrypts. */
    authenticate: (key: DataKey, purpose: string, text: string): Buffer => {
      const derived = hkdfSync('sha256', unwrap(key), '', `plumbline ${purpose}`, keyBytes)
      return createHmac('sha256', Buffer.from(derived)).update(text).digest()
    },
  }
}

/** The same data key, wrapped by another master key. Throws when `from` does not open it. */
export function rewrapDataKey({ subject, wrapped }: DataKey, from: Buffer, to: Buffer): DataKey {
  const dataKey = decrypt(createSecretKey(from), subject, Buffer.from(wrapped, 'base64'))
  return { subject, wrapped: encrypt(createSecretKey(to), subject, dataKey).toString('base64') }
}

/** Postgres breaks base64 into lines of 76 characters. */
export const stripNewlines = (base64: string) => base64.replaceAll('\n', '')
