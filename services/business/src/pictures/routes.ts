import { rejection } from '@plumbline/platform/errors'
import { type AnyRoute, type Call, route } from '@plumbline/platform/http'
import { addPicture, getLogo, getPhoto, type PictureUse } from '../api.ts'
import { readPicture, storePicture } from './store.ts'

async function pictureOf(
  use: PictureUse,
  { db, params, header }: Call<typeof getLogo> | Call<typeof getPhoto>,
): Promise<Buffer> {
  const bytes = await readPicture(db, use, params.hash)
  if (!bytes) throw rejection('not-found', 'There is no such picture.')
  header('Cache-Control', 'public, max-age=31536000, immutable')
  // mail that is read in a browser shows it as well
  header('Cross-Origin-Resource-Policy', 'cross-origin')
  return bytes
}

export const pictureRoutes: readonly AnyRoute[] = [
  route(addPicture, ({ db, body }: Call<typeof addPicture>) =>
    storePicture(db, body.use, Buffer.from(body.data, 'base64')),
  ),
  route(getLogo, (call: Call<typeof getLogo>) => pictureOf('logo', call)),
  route(getPhoto, (call: Call<typeof getPhoto>) => pictureOf('photo', call)),
]
