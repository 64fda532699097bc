import { generateKeyPairSync } from 'node:crypto'

/** A new pair as the environment carries it: Ed25519 in DER and base64, PKCS #8 and SPKI. */
export function newGatewayKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    GATEWAY_SIGNING_KEY: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    GATEWAY_PUBLIC_KEYS: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  }
}
