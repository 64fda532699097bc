/** Named bytes that are written once: a folder or a bucket. Keys are relative, with `/`. */
export type Objects = {
  /** For messages. */
  where: string
  /** Every key that starts with `prefix`, in order; with `after` only those behind it. */
  list: (prefix: string, after?: string) => Promise<string[]>
  /** Null when there is no such key. */
  read: (key: string) => Promise<Buffer | null>
  /** False, and nothing is written, when the key exists already; of two concurrent calls one answers true. */
  create: (key: string, bytes: Buffer) => Promise<boolean>
}
