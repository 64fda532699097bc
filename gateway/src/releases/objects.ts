/** Named bytes that are written once: a folder or a bucket. Keys are relative, with `/`. */
export type Objects = {
  /** What people know it by. */
  where: string
  /** Every key that starts with `prefix`, in order; with `after` only those behind it. */
  list: (prefix: string, after?: string) => Promise<string[]>
  /** Null where there is none. */
  read: (key: string) => Promise<Buffer | null>
  /** False, and nothing written, where the key is there already: of two at once one is first. */
  create: (key: string, bytes: Buffer) => Promise<boolean>
}
