import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type Business, readBusiness } from '@plumbline/gateway/gateway'
import { parseEnv, port, url } from '@plumbline/platform/env'
import * as z from 'zod'

/** The folder that holds the whole product. */
export const root = resolve(import.meta.dirname, '..')

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']
const isProxyAddress = (entry: string) =>
  namedNetworks.includes(entry) ||
  (isIP(entry.split('/')[0] as string) !== 0 && /^[^/]+(\/\d{1,3})?$/.test(entry))

const shape = {
  PORT: port(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(root, path)),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  OWNER_USERNAME: z.string().default('owner'),
  OWNER_EMAIL: z.email().optional(),
  OWNER_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  DEMO_DATA: z.enum(['on', 'off']).optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.email().optional(),
  PUBLIC_URL: url('http:', 'https:')
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine((list) => list.split(',').every((entry) => isProxyAddress(entry.trim())), {
      error: 'must list addresses or networks, such as 10.0.0.5 or 10.0.0.0/8',
    })
    .optional(),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
}

export type Config = ReturnType<typeof readConfig>

/** Every variable of the run contract, parsed once; the error names each one that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const { OWNER_USERNAME, OWNER_EMAIL, OWNER_PASSWORD, ...given } = parseEnv(shape, env)
  const business: Business = readBusiness(
    JSON.parse(readFileSync(`${root}/infra/business.json`, 'utf8')),
    env,
  )
  return {
    port: given.PORT,
    host: given.HOST,
    dataDir: given.DATA_DIR,
    databaseUrl: given.DATABASE_URL,
    redisUrl: given.REDIS_URL,
    demoData: given.DEMO_DATA,
    publicUrl: given.PUBLIC_URL,
    trustProxy: given.TRUST_PROXY,
    limitScale: given.RATE_LIMIT_SCALE,
    owner: { username: OWNER_USERNAME, email: OWNER_EMAIL ?? business.email, password: OWNER_PASSWORD },
    smtp: given.SMTP_URL
      ? { url: given.SMTP_URL, from: { name: business.name, address: given.MAIL_FROM ?? business.email } }
      : undefined,
    business,
  }
}

/** Where people reach the product when nothing else is said. */
export const addressOf = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? `http://${host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host}:${port}`
