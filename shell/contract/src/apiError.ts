/** A call that did not succeed; the message is `status: body`, or the status text when the body is empty. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  constructor(status: number, body: string, statusText = '') {
    super(`${status}: ${body || statusText}`)
    this.status = status
  }
}
