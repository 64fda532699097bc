import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { type CryptoKey, importPKCS8, importSPKI } from 'jose'

/** The gateway's own key, which signs who calls. */
export async function readSigningKey(base64: string | undefined): Promise<CryptoKey> {
  if (!base64)
    throw new Error('GATEWAY_SIGNING_KEY is missing: the gateway signs with it who calls a service.')
  return readKey('GATEWAY_SIGNING_KEY', () =>
    importPKCS8(pem(createPrivateKey({ key: der(base64), format: 'der', type: 'pkcs8' }), 'pkcs8'), 'EdDSA'),
  )
}

/** Who may call a service: the gateway's public key, and the one it had before while keys are being changed. */
export async function readPublicKeys(list: string | undefined): Promise<CryptoKey[]> {
  if (!list)
    throw new Error(
      'GATEWAY_PUBLIC_KEYS is missing: a service checks with it who calls, and answers nobody else.',
    )
  return Promise.all(
    list
      .split(',')
      .map((base64) =>
        readKey('GATEWAY_PUBLIC_KEYS', () =>
          importSPKI(
            pem(createPublicKey({ key: der(base64), format: 'der', type: 'spki' }), 'spki'),
            'EdDSA',
          ),
        ),
      ),
  )
}

const der = (base64: string) => Buffer.from(base64.trim(), 'base64')
const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => String(key.export({ format: 'pem', type }))

async function readKey(name: string, read: () => Promise<CryptoKey>): Promise<CryptoKey> {
  try {
    return await read()
  } catch {
    throw new Error(
      `${name} is no Ed25519 key in DER and base64; infra/docs/install.md says how to make one.`,
    )
  }
}
