import * as z from 'zod/mini'
import { Picture, pictureHash } from './brand.ts'

export const pictureUses = ['logo', 'photo'] as const
export type PictureUse = (typeof pictureUses)[number]

/** How large a picture may be: on its longer side in pixels, and in bytes. */
export const pictureLimits: Record<PictureUse, { side: number; bytes: number }> = {
  logo: { side: 512, bytes: 256_000 },
  photo: { side: 1_600, bytes: 300_000 },
}

export const maxPhotos = 6

const encodedLength = (bytes: number) => Math.ceil(bytes / 3) * 4

export const addPicture = {
  method: 'POST',
  path: '/api/business/pictures',
  summary: 'Store a picture: a logo as PNG, a photo as JPEG, in Base64; answers its address',
  needs: 'settings',
  // of a script that has gone wrong
  limits: [{ per: 'everyone', max: 200, seconds: 3_600 }],
  maxBodyBytes: 512_000,
  body: z.object({
    use: z.enum(pictureUses),
    data: z
      .string({ error: 'Please choose a picture' })
      .check(
        z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: 'Please choose a picture', abort: true }),
        z.maxLength(encodedLength(pictureLimits.photo.bytes), 'This picture is too large'),
      ),
  }),
  response: Picture,
} as const

const params = z.object({ hash: pictureHash })

export const getLogo = {
  method: 'GET',
  path: '/api/business/logos/:hash',
  summary: 'Get a logo by the hash of its bytes; it never changes',
  needs: 'public',
  params,
  produces: 'image/png',
} as const

export const getPhoto = {
  method: 'GET',
  path: '/api/business/photos/:hash',
  summary: 'Get a photo of the public page by the hash of its bytes; it never changes',
  needs: 'public',
  params,
  produces: 'image/jpeg',
} as const

const maxShown = { width: 160, height: 40 }

/** How large a logo is shown beside a name, in pixels of a page. */
export function shownSize({ width, height }: Pick<Picture, 'width' | 'height'>) {
  const scale = Math.min(maxShown.width / width, maxShown.height / height)
  const shown = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: shown(width), height: shown(height) }
}

/** Where a browser finds a picture. */
export const pictureAddress = (use: PictureUse, hash: string): string =>
  (use === 'logo' ? getLogo : getPhoto).path.replace(':hash', hash)
