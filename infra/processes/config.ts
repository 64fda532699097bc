import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { storeLocation, storeVariables } from '@plumbline/gateway/settings'
import { emailPattern } from '@plumbline/platform/email'
import { parseEnv, port, url } from '@plumbline/platform/env'
import { isBucketAddress, isValidBucketAddress, s3Variables } from '@plumbline/platform/files'
import * as z from 'zod'
import { originList, overridesOf } from '../tooling/dev/overrides.ts'
import { addressOf, isOwnMachine } from './addressOf.ts'
import { businessVariables, readBusiness } from './business.ts'
import { readSecretFiles, secrets } from './keys/secretFiles.ts'
import { type ServiceName, serviceNames } from './services.ts'

/** The folder that holds the whole product. */
export const root = resolve(import.meta.dirname, '../..')

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']
const isProxyAddress = (entry: string) =>
  namedNetworks.includes(entry) ||
  (isIP(entry.split('/')[0] as string) !== 0 && /^[^/]+(\/\d{1,3})?$/.test(entry))

const masterKey = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, {
    error: 'must be 32 bytes in base64, as from: openssl rand -base64 32',
  })

type ServiceVariable = `${Uppercase<ServiceName>}_URL`
const variableOf = (name: ServiceName) => `${name.toUpperCase()}_URL` as ServiceVariable
const serviceVariables = Object.fromEntries(
  serviceNames.map((name) => [variableOf(name), url('http:', 'https:').optional()]),
) as Record<ServiceVariable, z.ZodOptional<ReturnType<typeof url>>>

const shape = {
  PORT: port(3000),
  OPS_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65534).optional(),
  OPS_HOST: z.string().default('127.0.0.1'),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(root, path)),
  ...storeVariables,
  REMOTE_OVERRIDES: originList.optional(),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  MASTER_KEY: masterKey.optional(),
  MASTER_KEY_NEXT: masterKey.optional(),
  BACKUP_SCHEDULE: z
    .enum(['hourly', 'daily', 'weekly'], { error: 'must be hourly, daily or weekly' })
    .optional(),
  BACKUP_DIR: z
    .string()
    .refine((place) => !isBucketAddress(place) || isValidBucketAddress(place), {
      error: 'must be s3://bucket/prefix or a folder',
    })
    .optional(),
  BACKUP_KEEP: z.coerce.number({ error: 'must be a number of backups' }).int().min(1).default(14),
  BACKUP_S3_ENDPOINT: s3Variables.S3_ENDPOINT,
  BACKUP_AWS_REGION: s3Variables.AWS_REGION,
  BACKUP_AWS_ACCESS_KEY_ID: s3Variables.AWS_ACCESS_KEY_ID,
  BACKUP_AWS_SECRET_ACCESS_KEY: s3Variables.AWS_SECRET_ACCESS_KEY,
  BACKUP_AWS_SESSION_TOKEN: s3Variables.AWS_SESSION_TOKEN,
  OWNER_USERNAME: z.string().default('owner'),
  OWNER_EMAIL: z.email({ pattern: emailPattern }).optional(),
  OWNER_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  DEMO_DATA: z.enum(['on', 'off']).optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.email({ pattern: emailPattern }).optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  TWILIO_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/,
      'must be a number such as +19195550100, or a Messaging Service: MG and 32 hexadecimal digits',
    )
    .optional(),
  TWILIO_BASE_URL: url('http:', 'https:').optional(),
  PUBLIC_URL: url('http:', 'https:')
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  ALLOW_HTTP: z.enum(['on', 'off']).default('off'),
  TRUST_PROXY: z
    .string()
    .refine((list) => list.split(',').every((entry) => isProxyAddress(entry.trim())), {
      error: 'must list addresses or networks, such as 10.0.0.5 or 10.0.0.0/8',
    })
    .optional(),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  GATEWAY_SIGNING_KEY: z.base64().optional(),
  GATEWAY_PUBLIC_KEYS: z.string().optional(),
  ...serviceVariables,
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:')
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
}

/** Read where they are used: the log's level, and what Express and the AWS tools look at. */
const others = ['LOG_LEVEL', 'NODE_ENV']

/** Every variable that the product reads. */
export const knownVariables: ReadonlySet<string> = new Set([
  ...others,
  ...Object.keys(shape),
  ...secrets.map((name) => `${name}_FILE`),
  ...Object.values(businessVariables),
])

export type Config = ReturnType<typeof readConfig>

/** Every variable of the run contract, parsed once; the error names each one that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const { OWNER_USERNAME, OWNER_EMAIL, OWNER_PASSWORD, ...variables } = parseEnv(shape, readSecretFiles(env))
  const { business, lockedBy } = readBusiness(
    JSON.parse(readFileSync(`${root}/infra/processes/business.json`, 'utf8')),
    env,
  )
  return {
    port: variables.PORT,
    ops: variables.OPS_PORT ? { port: variables.OPS_PORT, host: variables.OPS_HOST } : undefined,
    host: variables.HOST,
    dataDir: variables.DATA_DIR,
    remotesStore:
      storeLocation(variables, (path) => resolve(root, path)) ?? join(variables.DATA_DIR, 'remotes'),
    remoteOverrides: overridesOf(variables),
    databaseUrl: variables.DATABASE_URL,
    redisUrl: variables.REDIS_URL,
    masterKey: variables.MASTER_KEY,
    nextMasterKey: variables.MASTER_KEY_NEXT,
    backups: {
      schedule: variables.BACKUP_SCHEDULE,
      keep: variables.BACKUP_KEEP,
      ...backupLocation(variables),
    },
    demoData: variables.DEMO_DATA,
    publicUrl: carefulAddress(variables),
    trustProxy: variables.TRUST_PROXY,
    limitScale: variables.RATE_LIMIT_SCALE,
    gatewaySigningKey: variables.GATEWAY_SIGNING_KEY,
    gatewayPublicKeys: variables.GATEWAY_PUBLIC_KEYS,
    serviceUrls: serviceUrls(variables),
    owner: { username: OWNER_USERNAME, email: OWNER_EMAIL ?? business.email, password: OWNER_PASSWORD },
    smtp: variables.SMTP_URL
      ? {
          url: variables.SMTP_URL,
          from: { name: business.name, address: variables.MAIL_FROM ?? business.email },
          replyTo: business.email,
        }
      : undefined,
    mailFrom: variables.MAIL_FROM,
    twilioBaseUrl: variables.TWILIO_BASE_URL,
    lockedSenders: lockedSenders({ ...variables, OWNER_EMAIL }),
    sms: smsOf(variables),
    tracing: variables.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
          name: variables.OTEL_SERVICE_NAME,
          ratio: variables.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    business,
    lockedBy,
  }
}

/** The settings of every service; each declares which of them it uses. */
export const settingsOf = (config: Config) => ({
  business: config.business,
  lockedBy: config.lockedBy,
  guessableNames: [config.business.product, config.business.name],
  publicUrl: addressOf(config),
  ownerEmail: config.owner.email,
  mailFrom: config.mailFrom,
  twilioBaseUrl: config.twilioBaseUrl,
  lockedSenders: config.lockedSenders,
  sms: config.sms,
  smtp: config.smtp,
  limitScale: config.limitScale,
})
export type Settings = ReturnType<typeof settingsOf>

type Variables = z.infer<z.ZodObject<typeof shape>>

/** Where each service listens, for a gateway that runs none of them. */
const serviceUrls = (variables: Pick<Variables, ServiceVariable>) =>
  Object.fromEntries(serviceNames.map((name) => [name, variables[variableOf(name)]])) as Record<
    ServiceName,
    string | undefined
  >

/** The folder or bucket of backups. Its credentials are for those alone who open it: other roles have none. */
function backupLocation(variables: Partial<Variables> & Pick<Variables, 'DATA_DIR'>) {
  const { BACKUP_DIR: place, DATA_DIR: dataDir } = variables
  const hasOwnKey = variables.BACKUP_AWS_ACCESS_KEY_ID || variables.BACKUP_AWS_SECRET_ACCESS_KEY
  const key = hasOwnKey
    ? {
        AWS_ACCESS_KEY_ID: variables.BACKUP_AWS_ACCESS_KEY_ID,
        AWS_SECRET_ACCESS_KEY: variables.BACKUP_AWS_SECRET_ACCESS_KEY,
        AWS_SESSION_TOKEN: variables.BACKUP_AWS_SESSION_TOKEN,
      }
    : variables
  return {
    address: place && isBucketAddress(place) ? place : resolve(root, place ?? join(dataDir, 'backups')),
    connection: {
      S3_ENDPOINT: variables.BACKUP_S3_ENDPOINT ?? variables.S3_ENDPOINT,
      AWS_REGION: variables.BACKUP_AWS_REGION ?? variables.AWS_REGION,
      AWS_ACCESS_KEY_ID: key.AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY: key.AWS_SECRET_ACCESS_KEY,
      AWS_SESSION_TOKEN: key.AWS_SESSION_TOKEN,
    },
    variablePrefix: hasOwnKey ? 'BACKUP_' : '',
  }
}

/** Over http passwords and sessions travel in the clear: an address of others' machines is not begun with by accident. */
function carefulAddress({
  PUBLIC_URL: address,
  ALLOW_HTTP,
}: Pick<Variables, 'PUBLIC_URL' | 'ALLOW_HTTP'>): string | undefined {
  const isSafe = !address?.startsWith('http:') || isOwnMachine(new URL(address).hostname)
  if (isSafe || ALLOW_HTTP === 'on') return address
  throw new Error(
    'PUBLIC_URL must be https: people would sign in in the clear. For a workshop without a certificate, set ALLOW_HTTP=on.',
  )
}

type Twilio = Pick<Variables, 'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM' | 'TWILIO_BASE_URL'>

/** The variables that set a part of what sends, by its field. */
function lockedSenders(
  variables: Pick<Variables, 'SMTP_URL' | 'MAIL_FROM' | 'OWNER_EMAIL' | 'TWILIO_ACCOUNT_SID'>,
): Record<string, string> {
  const { SMTP_URL, MAIL_FROM, OWNER_EMAIL, TWILIO_ACCOUNT_SID } = variables
  return {
    ...(SMTP_URL !== undefined && {
      'email.host': 'SMTP_URL',
      'email.port': 'SMTP_URL',
      'email.encryption': 'SMTP_URL',
      'email.user': 'SMTP_URL',
      'email.password': 'SMTP_URL',
    }),
    ...(MAIL_FROM !== undefined && { 'email.fromAddress': 'MAIL_FROM' }),
    ...(TWILIO_ACCOUNT_SID !== undefined && {
      'sms.accountSid': 'TWILIO_ACCOUNT_SID',
      'sms.authToken': 'TWILIO_AUTH_TOKEN',
      'sms.from': 'TWILIO_FROM',
    }),
    ...(OWNER_EMAIL !== undefined && { 'leads.to': 'OWNER_EMAIL' }),
  }
}

/** The SMS provider; without one SMS go to the console. A half of it is a mistake. */
function smsOf({ TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_BASE_URL }: Twilio) {
  const credentials = { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM }
  const missing = Object.entries(credentials).filter(([, value]) => value === undefined)
  if (missing.length === 3) return undefined
  if (!TWILIO_ACCOUNT_SID || !TWILIO_AUTH_TOKEN || !TWILIO_FROM)
    throw new Error(`To send SMS these are needed too: ${missing.map(([name]) => name).join(', ')}`)
  return {
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_FROM,
    ...(TWILIO_BASE_URL && { baseUrl: TWILIO_BASE_URL }),
  }
}
