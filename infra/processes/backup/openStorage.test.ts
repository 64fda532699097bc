import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig, root } from '../config.ts'
import { openStorage } from './openStorage.ts'
import { scheduleBackups } from './schedule.ts'

const placeOf = (env: Record<string, string>) => readConfig(env).backups
const shared = {
  S3_ENDPOINT: 'http://objects:8333',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'remotes',
  AWS_SECRET_ACCESS_KEY: 'theirs',
  AWS_SESSION_TOKEN: 'token',
}
const bucket = { BACKUP_DIR: 's3://shop/backups' }

describe('the place of backups', () => {
  it('is a folder of DATA_DIR, another folder or a bucket', () => {
    expect(placeOf({ DATA_DIR: '/data' }).address).toBe('/data/backups')
    expect(placeOf({ BACKUP_DIR: 'backups' }).address).toBe(resolve(root, 'backups'))
    expect(placeOf(bucket).address).toBe('s3://shop/backups')
    expect(openStorage(placeOf({ ...bucket, ...shared })).within('monday').where).toBe(
      's3://shop/backups/monday',
    )
  })

  it('is reached as the micro-frontends are, unless it has a connection of its own', () => {
    expect(placeOf({ ...bucket, ...shared }).connection).toEqual(shared)
    const own = { BACKUP_S3_ENDPOINT: 'https://s3.example', BACKUP_AWS_REGION: 'eu-east-1' }
    expect(placeOf({ ...bucket, ...shared, ...own }).connection).toEqual({
      ...shared,
      S3_ENDPOINT: 'https://s3.example',
      AWS_REGION: 'eu-east-1',
    })
  })

  it('has credentials of its own or those of the micro-frontends, and never a mixture', () => {
    const own = { BACKUP_AWS_ACCESS_KEY_ID: 'backups', BACKUP_AWS_SECRET_ACCESS_KEY: 'ours' }
    expect(placeOf({ ...bucket, ...shared, ...own }).connection).toMatchObject({
      AWS_ACCESS_KEY_ID: 'backups',
      AWS_SECRET_ACCESS_KEY: 'ours',
      AWS_SESSION_TOKEN: undefined,
    })
    const { BACKUP_AWS_SECRET_ACCESS_KEY: _, ...half } = own
    expect(() => openStorage(placeOf({ ...bucket, ...shared, ...half }))).toThrow(
      's3://shop/backups needs BACKUP_AWS_ACCESS_KEY_ID and BACKUP_AWS_SECRET_ACCESS_KEY',
    )
  })

  it.each(['s3://', 's3:shop', 's3://shop/a b', 's3://shop/../other'])('is refused: %s', (address) => {
    expect(() => placeOf({ BACKUP_DIR: address })).toThrow(
      'BACKUP_DIR: must be s3://bucket/prefix or a folder',
    )
  })

  it('needs credentials when backups are on schedule, and not in a process that makes none', async () => {
    const config = placeOf({ ...bucket, BACKUP_SCHEDULE: 'daily' })
    await expect(scheduleBackups(config, {} as never)).rejects.toThrow(
      'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
  })
})
