import { readFileSync } from 'node:fs'

/** Variables that hold a secret. */
export const secrets = [
  'DATABASE_URL',
  'REDIS_URL',
  'MASTER_KEY',
  'MASTER_KEY_NEXT',
  'OWNER_PASSWORD',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'GATEWAY_SIGNING_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'BACKUP_AWS_SECRET_ACCESS_KEY',
  'BACKUP_AWS_SESSION_TOKEN',
] as const

/**
 * Reads each secret that is given as a file, such as `MASTER_KEY_FILE=/run/secrets/master-key`: Docker and Kubernetes mount
 * secrets as files, which no child process and no list of processes shows.
 */
export function readSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const all = { ...env }
  for (const name of secrets) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new Error(`${name} and ${name}_FILE are both set; set one of them.`)
    all[name] = readSecret(`${name}_FILE`, path)
  }
  return all
}

function readSecret(variable: string, path: string): string {
  try {
    // editors and `echo` end a file with a newline
    return readFileSync(path, 'utf8').trimEnd()
  } catch (error) {
    throw new Error(`${variable}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
