import { type PictureUse, pictureLimits } from '@plumbline/business/api'

/** What a person can choose; an SVG is drawn and never stored. */
export const pictureTypes: Record<PictureUse, string> = {
  logo: 'image/png,image/jpeg,image/svg+xml',
  photo: 'image/png,image/jpeg,image/webp',
}

const noPicture = 'This file is no picture that can be shown. Please choose another one'

/** Draws a file as a picture that is small enough, and answers its bytes in Base64. Nothing else of the file is in them. */
export async function drawPicture(file: File, use: PictureUse): Promise<string> {
  const image = new Image()
  image.src = await readAsUrl(file)
  await image.decode().catch(() => {
    throw new Error(noPicture)
  })
  const { side, bytes } = pictureLimits[use]
  // one without a size of its own is a vector
  const [width, height] = [image.naturalWidth || side, image.naturalHeight || side]
  const isVector = file.type === 'image/svg+xml'
  let scale = Math.min(side / Math.max(width, height), isVector ? Number.POSITIVE_INFINITY : 1)
  for (;;) {
    const canvas = Object.assign(document.createElement('canvas'), {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    })
    for (const data of encodings(canvas, image, use)) if ((data.length * 3) / 4 <= bytes) return data
    scale *= 0.8
  }
}

const readAsUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error(noPicture))
    reader.readAsDataURL(file)
  })

const qualities = [0.85, 0.75, 0.65]

/** The best first. */
function* encodings(canvas: HTMLCanvasElement, image: HTMLImageElement, use: PictureUse) {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.imageSmoothingQuality = 'high'
  if (use === 'photo') {
    // a JPEG has nothing to see through
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const type = use === 'logo' ? 'image/png' : 'image/jpeg'
  for (const quality of use === 'logo' ? [1] : qualities)
    yield canvas.toDataURL(type, quality).replace(/^.*,/, '')
}
