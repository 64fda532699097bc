import SignaturePad from 'signature_pad'

// the units in which signatures are stored
const width = 600
const height = 200

/** Lets a customer sign with a finger or a mouse; the hidden field then holds the strokes as path data of an SVG. */
export function startSignature(box: HTMLElement): void {
  const canvas = box.querySelector('canvas') as HTMLCanvasElement
  const field = box.querySelector('input') as HTMLInputElement
  box.hidden = false
  const pad = new SignaturePad(canvas, { minWidth: 1, maxWidth: 2.5 })
  const store = () => {
    const { clientWidth, clientHeight } = canvas
    const at = ({ x, y }: { x: number; y: number }) =>
      `${within((x * width) / clientWidth, width)} ${within((y * height) / clientHeight, height)}`
    field.value = pad
      .toData()
      .map(({ points }) => `M${points.map(at).join('L')}`)
      .join('')
  }
  /** The canvas has as many pixels as the screen, and ink that can be seen on the page in both themes. */
  const fitToScreen = () => {
    const strokes = pad.toData()
    const ratio = Math.max(devicePixelRatio, 1)
    canvas.width = canvas.clientWidth * ratio
    canvas.height = canvas.clientHeight * ratio
    canvas.getContext('2d')?.scale(ratio, ratio)
    pad.penColor = getComputedStyle(canvas).color
    pad.clear()
    pad.fromData(strokes)
  }
  pad.addEventListener('endStroke', store)
  box.querySelector('button')?.addEventListener('click', () => {
    pad.clear()
    store()
  })
  addEventListener('resize', fitToScreen)
  fitToScreen()
}

const within = (value: number, max: number) => Math.min(Math.max(Math.round(value), 0), max)
