const blockBytes = 128 * 1024
// bytes of UTF-8 that a unit of a text becomes
const most = 3
// eight megabytes: ten thousand customers, and some
const kept = 64
const free: ArrayBuffer[] = []

const [opening, comma, closing] = Buffer.from('[,]') as unknown as [number, number, number]

/**
 * Rows of JSON as the bytes of one array, in memory that is used again. What lies outside of the heap counts too when
 * the collector decides: with new memory for each, every dozen answers of two megabytes had all garbage collected.
 */
export class WrittenList {
  readonly #parts: Buffer[] = []
  readonly #filled: (part: Buffer) => void
  #block = Buffer.alloc(0)
  #at = 0
  #next = opening

  /** `filled` is told every part in its turn. */
  constructor(filled: (part: Buffer) => void = () => {}) {
    this.#filled = filled
  }

  /** One row, or several with their commas. */
  add(json: string): void {
    this.#put(this.#next)
    this.#next = comma
    const room = json.length * most
    if (room > blockBytes) {
      this.#close()
      this.#push(Buffer.from(json))
      return
    }
    if (room > this.#block.length - this.#at) this.#open()
    this.#at += this.#block.write(json, this.#at)
  }

  /** What there is to send; of no use after `release`. */
  end(): readonly Buffer[] {
    if (this.#next === opening) this.#put(opening)
    this.#put(closing)
    this.#close()
    return this.#parts
  }

  /** When the bytes have left, or never will. */
  release(): void {
    for (const { buffer } of this.#parts.splice(0))
      if (buffer instanceof ArrayBuffer && buffer.byteLength === blockBytes && free.length < kept)
        free.push(buffer)
  }

  #put(byte: number): void {
    if (this.#at === this.#block.length) this.#open()
    this.#block[this.#at++] = byte
  }

  #open(): void {
    this.#close()
    this.#block = Buffer.from(free.pop() ?? new ArrayBuffer(blockBytes))
  }

  #close(): void {
    if (this.#at > 0) this.#push(this.#block.subarray(0, this.#at))
    this.#block = Buffer.alloc(0)
    this.#at = 0
  }

  #push(part: Buffer): void {
    this.#parts.push(part)
    this.#filled(part)
  }
}
