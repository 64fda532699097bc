import { createHash } from 'node:crypto'
import { startServiceForTest, testJpeg, testPng } from '@plumbline/platform/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Business, Picture } from '../api.ts'
import { business } from '../service.ts'
import { type BusinessTest, configured } from '../testing.ts'

let test: BusinessTest
beforeEach(async () => {
  test = await startServiceForTest(business, { settings: configured })
})
afterEach(() => test.stop())

const logo = testPng(120, 40)
const add = (use: string, bytes: Buffer, caller = {}) =>
  test.call<Picture>('POST', '/api/business/pictures', {
    body: { use, data: bytes.toString('base64') },
    headers: { accept: 'application/problem+json' },
    caller,
  })
const addPhoto = async (comment: string) => (await add('photo', testJpeg(1600, 1200, comment))).json
const change = (method: string, section: string, body: object) =>
  test.call<Business>(method, `/api/business/${section}`, {
    body,
    headers: { accept: 'application/problem+json' },
  })
const errorsOf = ({ status, text }: { status: number; text: string }) => ({
  status,
  errors: JSON.parse(text).errors,
})
const read = async () => (await test.call<Business>('GET', '/api/business')).json
const visitor = { user: null }

describe('a picture', () => {
  it('has the hash of its bytes as its address, and anybody gets the same bytes there for ever', async () => {
    const { status, json } = await add('logo', logo)
    const hash = createHash('sha256').update(logo).digest('hex')
    expect({ status, json }).toEqual({ status: 200, json: { hash, width: 120, height: 40 } })
    const answer = await test.send('GET', `/api/business/logos/${hash}`, { caller: visitor })
    expect(Buffer.from(await answer.arrayBuffer()).equals(logo)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const photo = await addPhoto('a porch')
    const shown = await test.send('GET', `/api/business/photos/${photo.hash}`, { caller: visitor })
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
  })

  it('that is added twice is stored once', async () => {
    const [one, other] = [await add('logo', logo), await add('logo', logo)]
    expect(other.json).toEqual(one.json)
    expect((await test.owner.query('SELECT count(*)::int FROM pictures')).rows[0].count).toBe(1)
  })

  it.each([
    [
      'logo',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      'This is no picture. Please choose a PNG',
    ],
    [
      'logo',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'This is no picture. Please choose a PNG',
    ],
    ['logo', testJpeg(100, 100), 'This is no picture. Please choose a PNG'],
    ['photo', logo, 'This is no picture. Please choose a JPEG'],
    ['logo', testPng(513, 1), 'This picture is too large. At most 512 pixels on its longer side'],
    ['photo', testJpeg(1601, 1), 'This picture is too large. At most 1600 pixels on its longer side'],
    ['logo', Buffer.concat([logo, Buffer.alloc(256_000)]), 'This picture is too large. At most 256 kB'],
    ['photo', Buffer.alloc(300_003), 'This picture is too large'],
    ['logo', Buffer.alloc(0), 'Please choose a picture'],
  ])(
    'as %s is refused where it is none, or too large, and nothing is stored',
    async (use, bytes, message) => {
      expect(errorsOf(await add(use, bytes))).toEqual({ status: 400, errors: { data: message } })
      expect((await test.owner.query('SELECT FROM pictures')).rowCount).toBe(0)
    },
  )

  it('that is far too large is not even read', async () => {
    expect((await add('logo', Buffer.alloc(600_000))).status).toBe(413)
  })

  it('is added by those alone who are signed in', async () => {
    expect((await add('logo', logo, visitor)).status).toBe(401)
  })

  it('is found by its use and its whole hash alone', async () => {
    const { hash } = (await add('logo', logo)).json
    for (const path of [
      `photos/${hash}`,
      `logos/${hash.replace(/./, 'x')}`,
      'logos/..%2fsecrets',
      `logos/${'0'.repeat(64)}`,
    ])
      expect((await test.call('GET', `/api/business/${path}`, { caller: visitor })).status, path).toBe(404)
  })
})

describe('the brand', () => {
  it('is what is set from a day on, and what it was before once that is set again', async () => {
    const { json } = await add('logo', logo)
    await change('PATCH', 'brand', { logo: json.hash })
    const planned = await change('PATCH', 'brand', { from: '2026-12-01', logo: null, color: '#1F4EA8' })
    expect(planned.json).toMatchObject({
      brand: { logo: json, color: null },
      set: ['brand'],
      changed: { brand: { by: 'owner' } },
      planned: [
        { from: '2026-12-01', sections: ['brand'], settings: { brand: { logo: null, color: '#1f4ea8' } } },
      ],
    })
    test.clock.now = new Date('2026-12-01T15:00:00Z')
    expect((await read()).brand).toEqual({ logo: null, color: '#1f4ea8' })
    await change('PATCH', 'brand', { logo: json.hash, color: null })
    expect((await read()).brand).toEqual({ logo: json, color: null })
  })

  it('is stored by its address: the log has no bytes', async () => {
    const { json } = await add('logo', logo)
    await change('PATCH', 'brand', { logo: json.hash })
    const { rows } = await test.owner.query(`SELECT type, data FROM es.events`)
    expect(rows).toEqual([
      { type: 'LogoSet', data: { from: '2026-11-21', logo: json, changedAt: '2026-11-21T15:00:00.000Z' } },
    ])
  })

  it('that is the same again is not stored again', async () => {
    const { json } = await add('logo', logo)
    for (let round = 0; round < 2; round++)
      await change('PATCH', 'brand', { logo: json.hash, color: '#1f4ea8' })
    expect((await test.owner.query('SELECT FROM es.events')).rowCount).toBe(2)
  })

  it('is refused with a sentence at its field', async () => {
    const { hash } = await addPhoto('no logo')
    const missing = 'This picture is not stored. Please choose it again'
    for (const logo of [hash, '0'.repeat(64)])
      expect(errorsOf(await change('PATCH', 'brand', { logo }))).toEqual({
        status: 400,
        errors: { logo: missing },
      })
    expect(errorsOf(await change('PATCH', 'brand', { color: '#ffd400' })).errors.color).toMatch(
      /^Too light to be read: .* The nearest that can be read is #[0-9a-f]{6}$/,
    )
    expect(errorsOf(await change('PATCH', 'brand', { from: '2026-11-20', color: '#1f4ea8' })).errors).toEqual(
      {
        from: 'The first day cannot be in the past.',
      },
    )
    expect((await test.owner.query('SELECT FROM es.events')).rowCount).toBe(0)
  })
})

describe('the photos', () => {
  it('have an order and a text each, and are all of them', async () => {
    const [porch, bath] = [await addPhoto('porch'), await addPhoto('bath')]
    const both = [
      { hash: porch.hash, alt: 'A new porch' },
      { hash: bath.hash, alt: 'A bathroom' },
    ]
    await change('PUT', 'landing', { photos: both })
    expect((await read()).landing.photos).toEqual([
      { ...porch, alt: 'A new porch' },
      { ...bath, alt: 'A bathroom' },
    ])
    await change('PUT', 'landing', { photos: both.toReversed() })
    expect((await read()).landing.photos.map(({ alt }) => alt)).toEqual(['A bathroom', 'A new porch'])
    await change('PUT', 'landing', { photos: [] })
    expect((await read()).landing).toEqual({ questions: [], reviews: [], photos: [] })
  })

  it('are refused without a text, twice, as a seventh, and where the picture is not stored', async () => {
    const { hash } = await addPhoto('porch')
    const photo = { hash, alt: 'A porch' }
    const refused: [object[], object][] = [
      [[{ hash, alt: ' ' }], { 'photos.0.alt': 'Please say what the photo shows' }],
      [[photo, photo], { 'photos.1.hash': 'This photo is in the list already' }],
      [
        Array.from({ length: 7 }, (_, i) => ({ ...photo, hash: String(i).repeat(64) })),
        { photos: 'At most 6 photos' },
      ],
      [
        [photo, { ...photo, hash: '0'.repeat(64) }],
        { 'photos.1.hash': 'This picture is not stored. Please choose it again' },
      ],
    ]
    for (const [photos, errors] of refused)
      expect(errorsOf(await change('PUT', 'landing', { photos }))).toEqual({ status: 400, errors })
  })
})
