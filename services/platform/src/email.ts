import * as z from 'zod/mini'

const mailbox = "[\\w!#$%&'*+/=?^`{|}~-]+(?:\\.[\\w!#$%&'*+/=?^`{|}~-]+)*"
const hostLabel = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?'
const topLevel = '(?:\\p{L}[\\p{L}\\p{M}]+|[xX][nN]--[a-zA-Z\\d-]+)'

/** Addresses that mail servers deliver to: any sign that needs no quotes before the @, any script behind it. */
export const emailPattern = /* @__PURE__ */ new RegExp(`^${mailbox}@(?:${hostLabel}\\.)+${topLevel}$`, 'u')

/** An e-mail address, with this message when it is none. */
export const emailAddress = (message: string) =>
  z
    .string({ error: message })
    .check(z.trim(), z.maxLength(254, message), z.email({ pattern: emailPattern, error: message }))
